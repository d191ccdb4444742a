import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { TaskState } from '#domain/lab/rules/taskState.ts';
import { detailPayload, freshCode, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import type { Mark } from '#server/spine/line.ts';

/** What stands in the table of a task. */
export interface StoredTask {
  readonly id: string;
  readonly sampleCode: string;
  readonly labCode: string | null;
  readonly laboratoryId: string;
  readonly panelGroupId: string;
  readonly taskState: TaskState;
  readonly round: number;
  readonly version: number;
  readonly isUrgent: number;
  readonly isLegacy: number;
  readonly labReceiveTime: string;
  readonly internalDueTime: string | null;
  readonly externalDueTime: string | null;
}

/** The tasks of tubes by their codes, in the order they were made. */
export const tasksOf = (desk: Desk, sampleCodes: readonly string[]): Promise<StoredTask[]> =>
  desk.rows<StoredTask>(sql`select * from lab_task where sample_code = any(${sql.param([...sampleCodes])}::text[]) order by id`);

/** Where tubes stand, by their codes. */
export async function statusesOf(desk: Desk, sampleCodes: readonly string[]): Promise<number[]> {
  const rows = await desk.rows<{ sampleCode: string; labStatus: number }>(
    sql`select sample_code, lab_status from sample where sample_code = any(${sql.param([...sampleCodes])}::text[])`,
  );
  return sampleCodes.map((code) => rows.find(({ sampleCode }) => sampleCode === code)?.labStatus ?? 0);
}

export interface TubesWanted {
  /** Commodities of the plain form by their codes, all of the first one's sample class; default: a blood count. */
  readonly commodities?: readonly string[];
  readonly tubes?: number;
  /** What reception types beyond the rest. */
  readonly summary?: Readonly<Record<string, unknown>>;
}

/** Tubes of one requisition that wait at the laboratory's door, by the desks' own acts: received, entered, handed over. */
export async function tubesAtDoor(desk: Desk, { commodities = ['CBC01'], tubes = 1, summary: change = {} }: TubesWanted = {}) {
  const done = async (...act: Parameters<Desk['act']>): Promise<void> => {
    const said = await desk.act(...act);
    if (said.status !== 'applied') throw new Error(`${act[2]}: ${JSON.stringify(said)}`);
  };
  const rows = await desk.rows<{ id: string; code: string; classId: string }>(
    sql`select id, commodity_code as code, sample_class_ids[1]::text as class_id from commodity where tenant_id = '000000' and commodity_code = any(${sql.param([...commodities])}::text[])`,
  );
  const commodityIds = commodities.map((code) => rows.find((row) => row.code === code)?.id ?? '');
  const [first = ''] = commodityIds;
  const plain = summaryPayload(desk, first, { commodityIds, ...change });
  const tube = { ...plain.tubes[0]!, sampleClassId: rows.find(({ id }) => id === first)?.classId ?? '' };
  const summary = {
    ...plain,
    tubes: Array.from({ length: tubes }, (_none, at) => (at === 0 ? tube : { ...tube, sampleCode: freshCode('0'), testTubeNumber: freshCode('T') })),
  };
  const sampleCodes = summary.tubes.map(({ sampleCode }) => sampleCode);
  await done('online', 'reception', 'summary.enter', summary);
  await done('online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
  for (const commodityId of commodityIds) {
    const handoverKey = randomUUID();
    await done('online', 'reception', 'handover.save', { handoverKey, commodityId, sampleCodes });
    await done('online', 'reception', 'handover.sign', { handoverKey, signAccount: 'lab', signPassword: await desk.sealed(handoverKey) });
  }
  return { summary, sampleCodes, requisitionCode: summary.requisitionCode };
}

/** The same, and received: tasks that wait, made by the laboratory's own act. */
export async function waitingTasks(desk: Desk, wanted: TubesWanted = {}) {
  const known = await tubesAtDoor(desk, wanted);
  for (const code of known.sampleCodes) {
    const said = await desk.act('online', 'lab', 'labTask.receive', { code });
    if (said.status !== 'applied') throw new Error(`labTask.receive: ${JSON.stringify(said)}`);
  }
  return { ...known, tasks: await tasksOf(desk, known.sampleCodes) };
}

/** Somebody who acts, and the mark of what they do, for what is called without a command. */
export async function markBy(desk: Desk, account: Parameters<Desk['me']>[0], act = 'test'): Promise<{ user: ActingUser; mark: Mark }> {
  const user: ActingUser = { ...(await desk.me(account)), tenantId: '000000', account, permissions: new Set<string>() };
  return { user, mark: { act, acting: { user, now: '2026-11-20 09:00:00', occurredAt: null, deviceId: null }, opId: null, note: null } };
}
