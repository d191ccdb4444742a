import { sql } from 'drizzle-orm';
import { notice, type NoticeReader, type OwnNotice } from '#domain/notice/notice.ts';
import { isId } from '#domain/kernel/ids.ts';
import { UserError } from '#server/kernel/answers.ts';
import { idsOf } from '#server/kernel/idList.ts';
import { deviceIdOf, onceOnly } from '#server/kernel/onceOnly.ts';
import { idFilter, neededParameter, pageRows, parameter } from '#server/kernel/pageRows.ts';
import { requirePermission } from '#server/kernel/permissions.ts';
import { resourceReader } from '#server/kernel/resourceRead.ts';
import { notFound, type Writing } from '#server/kernel/resourceWrite.ts';
import { defineCall, type Call, type CallContext, type Tx } from '#server/kernel/serve.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { containsPattern } from '#server/storage/grams.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { anyId, keyHolds } from '#server/storage/sqlParts.ts';
import { isActive, isFor, isOut, receiptJoin } from './addressed.ts';
import { revokeNotices, saveNotice } from './saveNotice.ts';

type Asked = Record<string, string>;

/** One transaction a key; `type` is `notice.verb`. */
const writeOnce = <T>({ database, request, user }: CallContext<unknown>, type: string, work: (tx: Tx, writing: Writing) => Promise<T>): Promise<T> =>
  onceOnly(database, request, user, type, (tx, opId) => work(tx, { user, deviceId: deviceIdOf(request), opId }));

const ownColumns = sql`n.id::text as id, n.title, n.category, n.release_time, coalesce(n.must_confirm, 0) as must_confirm,
  coalesce((select w.real_name from user_account w where w.tenant_id = n.tenant_id and w.id = n.create_user), '') as create_user_name, p.confirm_time`;
const contentColumn = sql`, (select c.content from notice_content c where c.tenant_id = n.tenant_id and c.notice_id = n.id) as content`;

const ownNotices = ({ user, now }: CallContext<unknown>) => ({
  from: sql`notice n join user_account u on u.tenant_id = n.tenant_id and u.id = ${user.id} ${receiptJoin}`,
  where: [sql`n.tenant_id = ${user.tenantId}`, isOut(now), isFor],
});

/** Managers see every notice, with how many confirmed it and how many it is for. */
const list = defineCall<Asked>({
  method: 'GET',
  service: 'desk',
  path: 'notice/list',
  title: ['通知列表', 'Notices'],
  permission: 'notice_view',
  async handle({ db, query, user, request }) {
    // The public flavour's editor takes the text from the row, before the detail is there.
    const content = (await authenticate(request)).isPublicFlavour ? contentColumn : sql``;
    const page = await resourceReader(db, notice, user, new Map()).page(query);
    const ids = page.records.map((row) => String(row['id']));
    const counts = await readRows<{ id: string; confirmedCount: number; readerCount: number }>(
      db,
      sql`select n.id::text as id,
        (select count(*)::int from notice_receipt p where p.tenant_id = n.tenant_id and p.notice_id = n.id and p.release_no = n.release_no) as confirmed_count,
        (select count(*)::int from user_account u where ${isActive} and ${isFor}) as reader_count${content}
      from notice n where n.tenant_id = ${user.tenantId} and n.id = ${anyId(ids)}`,
    );
    const byId = new Map(counts.map(({ id, ...count }) => [id, count]));
    return { ...page, records: page.records.map((row) => ({ ...row, ...byId.get(String(row['id'])) })) };
  },
});

/** The asking person's own notices. `mode=2`: what he has not confirmed or read yet, what must be confirmed first; with its text. */
const myList = defineCall<Asked>({
  method: 'GET',
  service: 'desk',
  path: 'notice/my-list',
  title: ['我的通知', 'My notices'],
  permission: null,
  handle(context) {
    const { db, query } = context;
    const isUnread = parameter(query, 'mode') === '2';
    const title = parameter(query, 'title');
    const { from, where } = ownNotices(context);
    return pageRows<OwnNotice>(db, query, {
      columns: isUnread ? sql`${ownColumns}${contentColumn}` : ownColumns,
      from,
      where: [
        ...where,
        isUnread && sql`p.confirm_time is null`,
        title !== '' && sql`lower(n.title) like ${containsPattern(title)}`,
        idFilter(query, 'category', sql`n.category`),
      ],
      order: isUnread ? sql`coalesce(n.must_confirm, 0) desc, n.release_time, n.id` : sql`n.release_time desc, n.id desc`,
    });
  },
});

const detail = defineCall<Asked>({
  method: 'GET',
  service: 'desk',
  path: 'notice/detail',
  title: ['通知详情', 'A notice'],
  permission: null,
  /** For whom it is meant, as he gets it; for managers all of it. */
  async handle(context) {
    const { db, query, user } = context;
    const id = parameter(query, 'id');
    const { from, where } = ownNotices(context);
    const mine = isId(id)
      ? await readRow<OwnNotice>(db, sql`select ${ownColumns}${contentColumn} from ${from} where ${sql.join(where, sql` and `)} and n.id = ${id}`)
      : undefined;
    if (mine && !user.permissions.has('notice_view')) return mine;
    requirePermission(user, 'notice_view');
    const row = isId(neededParameter(query, 'id')) ? await resourceReader(db, notice, user, new Map()).detail(id) : undefined;
    if (!row) throw notFound(notice);
    const text = await readRow<{ content: string }>(
      db,
      sql`select content from notice_content where tenant_id = ${user.tenantId} and notice_id = ${id}`,
    );
    return { ...row, content: text?.content ?? '', confirmTime: mine?.confirmTime ?? null };
  },
});

const submit = defineCall({
  method: 'POST',
  service: 'desk',
  path: 'notice/submit',
  title: ['保存并发布通知', 'Save: notice'],
  permission: 'notice_save',
  handle: (context) => writeOnce(context, 'notice.save', (tx, writing) => saveNotice(tx, (context.body ?? {}) as Record<string, unknown>, writing)),
});

const revoke = defineCall({
  method: 'POST',
  service: 'desk',
  path: 'notice/revoke',
  title: ['撤回通知', 'Revoke a notice'],
  permission: 'notice_save',
  handle: (context) => writeOnce(context, 'notice.revoke', (tx, writing) => revokeNotices(tx, idsOf(context, 'ids', 'id'), writing)),
});

/** The asking person has read it (and confirms it, where that is asked for). Once: the first time stands. */
const confirm = defineCall({
  method: 'POST',
  service: 'desk',
  path: 'notice/confirm',
  title: ['确认通知', 'Confirm a notice'],
  permission: null,
  handle: (context) =>
    writeOnce(context, 'notice.confirm', async (tx, { user }) => {
      const ids = idsOf(context, 'ids', 'id');
      const { from, where } = ownNotices(context);
      const found = await readRows<{ id: string; releaseNo: number }>(
        tx,
        sql`select n.id::text as id, n.release_no::int as release_no from ${from} where ${sql.join(where, sql` and `)} and n.id = ${anyId(ids)}`,
      );
      if (found.length < ids.length)
        throw new UserError(404, ['通知已撤回或不存在', 'The notice was revoked or does not exist'], { refusal: 'resource.notFound' });
      for (const { id, releaseNo } of found)
        await tx.execute(sql`insert into notice_receipt (tenant_id, notice_id, release_no, user_id, confirm_time)
          values (${user.tenantId}, ${id}, ${releaseNo}, ${user.id}, ${context.now}) on conflict do nothing`);
      return true;
    }),
});

/** Whom a notice is for and who of them confirmed its current release; `state`: 1 confirmed, 0 not yet. */
const confirmList = defineCall<Asked>({
  method: 'GET',
  service: 'desk',
  path: 'notice/confirm-list',
  title: ['通知确认情况', 'Who confirmed a notice'],
  permission: 'notice_view',
  handle({ db, query, user }) {
    const id = neededParameter(query, 'id');
    if (!isId(id)) throw notFound(notice);
    const state = parameter(query, 'state');
    const name = parameter(query, 'keyword');
    return pageRows<NoticeReader>(db, query, {
      columns: sql`u.id::text as user_id, u.account, u.real_name, p.confirm_time,
        coalesce((select string_agg(d.dept_name, '、' order by d.id) from department d where d.tenant_id = u.tenant_id and d.id = any(u.dept_ids)), '') as dept_names`,
      from: sql`notice n join user_account u on u.tenant_id = n.tenant_id ${receiptJoin}`,
      where: [
        sql`n.tenant_id = ${user.tenantId} and n.id = ${id} and n.is_deleted = 0`,
        isActive,
        isFor,
        state === '1' && sql`p.confirm_time is not null`,
        state === '0' && sql`p.confirm_time is null`,
        name !== '' && keyHolds('u', name),
      ],
      order: sql`p.confirm_time desc nulls first, u.search_key, u.id`,
    });
  },
});

export const noticeCalls: readonly Call[] = [list, myList, detail, submit, revoke, confirm, confirmList];
