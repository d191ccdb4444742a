import { sql } from 'drizzle-orm';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { deskOwner, noticeChannel, noticeKind, noticeState } from '#domain/sample/reject/rejectChoices.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { deskNoticeTable } from '#server/storage/rejectTables.ts';
import type { Tx } from '#server/storage/tx.ts';

/** So long before a case is due it is called to mind. */
const aheadHours = 4;
/** Cases of one run: the next minute goes on. */
const perRun = 200;

interface DueCase {
  readonly tenantId: string;
  readonly id: string;
}
interface Reminded {
  readonly caseNo: string;
  readonly dueTime: string;
  readonly round: number;
  readonly reminded: number;
  readonly laboratoryId: string | null;
}

/** Calls open cases to mind, four hours before they are due and when they are (docs/desk.md#abnormal-cases). */
export const caseReminding = (database: Database): JobKind<object> => ({
  name: 'case.remind',
  cron: '* * * * *',
  expireSeconds: 600,
  run: (_none, signal) => remindCases(database, signal),
});

/** Writes to who registered and who decided; once for each of the two times, and anew when a case is opened again. */
export async function remindCases(database: Database, signal: AbortSignal, clock: () => string = nowText): Promise<void> {
  const now = clock();
  const ahead = formatDateTime(toMs(now) + aheadHours * 3_600_000);
  const due = await readRows<DueCase>(
    database.orm,
    sql`select tenant_id, id::text as id from abnormal_case where state < 3 and ((reminded = 0 and due_time <= ${ahead}) or (reminded < 2 and due_time <= ${now}))
      order by due_time, id limit ${perRun}`,
  );
  for (const one of due) {
    if (signal.aborted) return;
    await database.transaction((tx) => remind(tx, one, now, ahead));
  }
}

async function remind(tx: Tx, { tenantId, id }: DueCase, now: string, ahead: string): Promise<void> {
  const found = await readRow<Reminded>(
    tx,
    sql`update abnormal_case set reminded = case when due_time <= ${now} then 2 else 1 end where tenant_id = ${tenantId} and id = ${id} and state < 3
      and ((reminded = 0 and due_time <= ${ahead}) or (reminded < 2 and due_time <= ${now}))
      returning case_no, due_time, round::int as round, reminded::int as reminded, laboratory_id::text as laboratory_id`,
  );
  if (!found) return;
  const people = await readRows<{ name: string; email: string | null }>(
    tx,
    sql`select distinct u.real_name as name, u.email from abnormal_case c join user_account u on u.tenant_id = c.tenant_id and u.id in (c.found_user_id, c.decided_user_id) and u.is_deleted = 0
      where c.tenant_id = ${tenantId} and c.id = ${id} order by 1`,
  );
  if (people.length === 0) return;
  const isOver = found.reminded === 2;
  const rows = people.map(({ name, email }): typeof deskNoticeTable.$inferInsert => ({
    id: newId(),
    tenantId,
    ownerType: deskOwner.abnormal,
    ownerId: id,
    laboratoryId: found.laboratoryId,
    kind: noticeKind.reminder,
    channel: noticeChannel.mail,
    receiverName: name,
    address: email?.trim() ?? '',
    subject: `异常登记 ${found.caseNo} ${isOver ? '已到期' : '即将到期'}`,
    content: `异常登记 ${found.caseNo} 限期 ${found.dueTime.slice(0, 16)},${isOver ? '已到期,尚未关闭' : '请在限期前处理'}`,
    round: found.round * 2 + (isOver ? 1 : 0),
    state: email?.trim() ? noticeState.waiting : noticeState.noAddress,
    sendAfter: now,
    createTime: now,
    updateTime: now,
  }));
  await tx.execute(sql`${insertMany(deskNoticeTable, rows)} on conflict do nothing`);
}
