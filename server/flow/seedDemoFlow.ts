import { sql } from 'drizzle-orm';
import { taskState } from '#domain/flow/flowRows.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { addDays, formatDate } from '#domain/kernel/dates.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import type { Database } from '#server/storage/database.ts';
import { setting } from '#server/storage/kernelTables.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { takeStartTurn } from '#server/storage/startTurn.ts';
import { startLeave } from './leaveCalls.ts';
import { leaveKey } from './leaveModel.ts';
import { completeTask, lockRun } from './runs.ts';
import { nowMs } from '#server/storage/clock.ts';

const seededSetting = 'demo.flow';

interface DemoLeave {
  readonly by: string;
  readonly decidedBy: string;
  /** Days from today, and how many. */
  readonly from: number;
  readonly days: number;
  readonly reason: string;
  /** Who then said what, step by step. */
  readonly said: readonly (readonly [account: string, isPass: boolean, comment: string])[];
}

/** Requests in every state: waiting, to be claimed, sent back, granted, given up. Invented. */
const leaves: readonly DemoLeave[] = [
  { by: 'entry1', decidedBy: 'audit1', from: 9, days: 1, reason: '带孩子体检', said: [] },
  { by: 'lab', decidedBy: 'admin', from: 12, days: 2, reason: '搬家', said: [] },
  { by: 'reception', decidedBy: 'admin', from: 20, days: 7, reason: '回乡探亲', said: [['admin', true, '同意, 请做好交接']] },
  { by: 'entry2', decidedBy: 'audit1', from: 5, days: 2, reason: '参加婚礼', said: [['audit1', false, '当天人手不足, 请改期']] },
  { by: 'sales', decidedBy: 'admin', from: -6, days: 1, reason: '就医', said: [['admin', true, '同意, 注意休息']] },
  {
    by: 'billing',
    decidedBy: 'admin',
    from: -20,
    days: 5,
    reason: '年假',
    said: [
      ['admin', true, '同意'],
      ['ops', true, '已备案'],
    ],
  },
  {
    by: 'audit2',
    decidedBy: 'audit1',
    from: -9,
    days: 1,
    reason: '私事',
    said: [
      ['audit1', false, '月底盘点, 请另选日期'],
      ['audit2', false, '已自行安排'],
    ],
  },
];

/** Fills the lists of an installation's demo once; runs after the demo's accounts and the shipped process are there. */
export async function seedDemoFlow(
  database: Database,
  { tenantId = '000000', now }: { readonly tenantId?: string; readonly now: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    await takeStartTurn(tx);
    if (await readRow(tx, sql`select 1 as one from setting where key = ${seededSetting}`)) return;
    await tx.insert(setting).values({ key: seededSetting, value: true });
    const process = await readRow<{ id: string }>(
      tx,
      sql`select id::text as id from flow_process where tenant_id = ${tenantId} and process_key = ${leaveKey} and is_deleted = 0 order by version desc limit 1`,
    );
    const people = new Map(
      (
        await readRows<{ id: string; account: string; name: string }>(
          tx,
          sql`select id::text as id, account, real_name as name from user_account where tenant_id = ${tenantId} and is_deleted = 0`,
        )
      ).map((one): [string, ActingUser] => [one.account, { ...one, tenantId, permissions: new Set() }]),
    );
    if (process) for (const leave of leaves) await seedLeave(tx, process.id, leave, people, now);
  });
}

async function seedLeave(
  tx: Tx,
  processId: string,
  { by, decidedBy, from, days, reason, said }: DemoLeave,
  people: ReadonlyMap<string, ActingUser>,
  now: string,
): Promise<void> {
  const [user, decider] = [people.get(by), people.get(decidedBy)];
  if (!user || !decider || said.some(([account]) => !people.has(account))) return;
  const day = (offset: number): string => addDays(formatDate(nowMs()), offset);
  const body = { taskUser: decider.id, startTime: `${day(from)} 09:00:00`, endTime: `${day(from + days - 1)} 18:00:00`, reason };
  const { processInstanceId } = await startLeave(tx, processId, body, { user, now });
  for (const [account, isPass, comment] of said) {
    const run = await lockRun(tx, user.tenantId, processInstanceId);
    const task = await readRow<{ id: string; taskKey: string; executionId: string }>(
      tx,
      sql`select id::text as id, task_key, execution_id from flow_task where tenant_id = ${user.tenantId} and instance_id = ${processInstanceId} and state = ${taskState.open} limit 1`,
    );
    const speaker = people.get(account);
    if (run && task && speaker) await completeTask(tx, run, { ...task, isPass, comment }, {}, { user: speaker, now });
  }
}
