import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import type { BatchLine } from '#domain/lab/batch/sheetChoices.ts';
import { auditLevel, auditResult, type AuditLevel } from '#domain/lab/audit/resultAudit.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { writeAudits } from '#server/lab/audit/auditActs.ts';
import { lotsOf } from '#server/lab/batch/controlLots.ts';
import { groupFacts, type GroupFacts } from '#server/lab/results/groupFacts.ts';
import type { Mark } from '#server/spine/line.ts';
import { taskColumns, type TaskRow } from '#server/spine/tasks/loadTasks.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

/** A task as the demo's stories know it. */
export type LabTask = Omit<TaskRow, 'askedCode'> & { readonly personName: string; readonly groupCode: string; readonly laboratoryCode: string };

/** Who works in the demo's laboratory: somebody at the bench, who reviews sheets, and two who audit. */
export interface Crew {
  readonly bench: ActingUser;
  readonly reviewer: ActingUser;
  readonly first: ActingUser;
  readonly second: ActingUser;
}
/** Which of the crew signs audits by which authority and picture. */
export interface Seals {
  readonly signUserId: string;
  readonly signatureVersion: string;
}

/** The work of the demo's laboratory: the product's own acts, each at a time of the past. */
export interface LabBench {
  readonly tx: Tx;
  readonly tenantId: string;
  readonly now: string;
  readonly crew: Crew;
  /** So many hours after a moment, but never later than a few minutes ago. */
  readonly later: (at: string, hours: number) => string;
  readonly mark: (user: ActingUser, now: string, act: string, note?: string | null) => Mark;
  readonly facts: (panelGroupId: string) => Promise<GroupFacts>;
  readonly lots: (one: { readonly laboratoryId: string; readonly panelGroupId: string }) => Promise<{ negative?: string; positive?: string }>;
  readonly instrumentOf: (laboratoryId: string, line: BatchLine) => Promise<string | null>;
  /** Tasks as they stand now, in the order asked for. */
  readonly again: (tasks: readonly LabTask[]) => Promise<LabTask[]>;
  readonly pass: (tasks: readonly LabTask[], level: AuditLevel, at: string, opinion?: string) => Promise<void>;
  readonly sendBack: (tasks: readonly LabTask[], level: AuditLevel, at: string, opinion: string) => Promise<void>;
}

/** Tasks of the tubes whose codes begin with a digit, the longest there first. */
export const tasksOfTubes = (tx: Tx, tenantId: string, digit: string): Promise<LabTask[]> =>
  tasksWhere(tx, tenantId, sql`t.sample_code like ${`${digit}%`}`);

const tasksWhere = (tx: Tx, tenantId: string, which: ReturnType<typeof sql>): Promise<LabTask[]> =>
  readRows<LabTask>(
    tx,
    sql`select ${taskColumns}, r.person_name, g.panel_group_code as group_code, l.laboratory_code
      from lab_task t join requisition r on r.tenant_id = t.tenant_id and r.id = t.requisition_id join panel_group g on g.tenant_id = t.tenant_id and g.id = t.panel_group_id
        join laboratory l on l.tenant_id = t.tenant_id and l.id = t.laboratory_id
      where t.tenant_id = ${tenantId} and ${which} order by t.lab_receive_time, t.id`,
  );

const lineTerraces: Readonly<Record<BatchLine, string>> = { mapmi: 'NGS', tngs: 'NGS', general: 'CLIA' };

export function labBench(
  tx: Tx,
  tenantId: string,
  { now, crew, seals }: { readonly now: string; readonly crew: Crew; readonly seals: ReadonlyMap<string, Seals> },
): LabBench {
  const latest = toMs(now) - 5 * 60_000;
  const known = new Map<string, Promise<GroupFacts>>();
  const mark: LabBench['mark'] = (user, at, act, note = null) => ({
    act,
    acting: { user, now: at, occurredAt: null, deviceId: null },
    opId: null,
    note,
  });
  async function again(tasks: readonly LabTask[]): Promise<LabTask[]> {
    const found = await tasksWhere(tx, tenantId, sql`t.id = ${anyId(tasks.map(({ id }) => id))}`);
    return tasks.map(({ id }) => found.find((one) => one.id === id)!);
  }
  async function audit(tasks: readonly LabTask[], level: AuditLevel, at: string, isPassed: boolean, opinion: string | null): Promise<void> {
    const user = level === auditLevel.first ? crew.first : crew.second;
    const seal = seals.get(`${user.id} ${level}`);
    if (!seal) throw new Error(`demo data: ${user.account} signs no audits of level ${level}`);
    const passedTo = level === auditLevel.first ? taskState.secondAudit : taskState.audited;
    await writeAudits(
      tx,
      (await again(tasks)).map((task) => ({
        acting: { user, now: at, occurredAt: null, deviceId: null },
        opId: null,
        opinion,
        signing: { state: 'ready', ...seal },
        change: {
          taskId: task.id,
          level,
          result: isPassed ? auditResult.passed : auditResult.sentBack,
          resultVersion: task.resultVersion,
          from: task.taskState,
          to: isPassed ? passedTo : taskState.firstAudit,
        },
      })),
    );
  }
  return {
    tx,
    tenantId,
    now,
    crew,
    mark,
    again,
    later: (at, hours) => formatDateTime(Math.min(latest, toMs(at) + hours * 3_600_000)),
    facts(panelGroupId) {
      const facts = known.get(panelGroupId) ?? groupFacts(tx, tenantId, panelGroupId, now.slice(0, 10));
      known.set(panelGroupId, facts);
      return facts;
    },
    async lots(one) {
      const lots = await readRows<{ id: string; kind: string }>(
        tx,
        sql`select id, control_kind as kind from qc_lot where tenant_id = ${tenantId} and id = ${anyId((await lotsOf(tx, tenantId, one)).map(({ qcLotId }) => qcLotId))}`,
      );
      const of = (kind: string) => lots.find((lot) => lot.kind === kind)?.id;
      const [negative, positive] = [of('NC'), of('PC')];
      return { ...(negative ? { negative } : {}), ...(positive ? { positive } : {}) };
    },
    async instrumentOf(laboratoryId, line) {
      const found = await readRow<{ id: string }>(
        tx,
        sql`select i.id from instrument i join terrace p on p.tenant_id = i.tenant_id and p.id = i.terrace_id
          where i.tenant_id = ${tenantId} and i.laboratory_id = ${laboratoryId} and p.terrace_code = ${lineTerraces[line]} and i.is_disable = 0 order by i.id limit 1`,
      );
      return found?.id ?? null;
    },
    pass: (tasks, level, at, opinion) => audit(tasks, level, at, true, opinion ?? null),
    sendBack: (tasks, level, at, opinion) => audit(tasks, level, at, false, opinion),
  };
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
