import { sql, type SQL } from 'drizzle-orm';
import { editBillItem, removeBills } from '#domain/bill/bills/billActs.ts';
import { plainOrderActs, recheckOrderActs } from '#domain/bill/orders/orderActs.ts';
import type { Acting } from '#domain/kernel/command.ts';
import { newId } from '#server/storage/ids.ts';
import { recordset } from '#server/storage/recordset.ts';
import type { Tx } from '#server/storage/tx.ts';

/** By whom and by which act something happens to tubes, as it stands on the line of their lives. */
export interface Mark {
  /** The command's name, or a job's. */
  readonly act: string;
  readonly acting: Pick<Acting, 'user' | 'now' | 'occurredAt' | 'deviceId'>;
  /** The act's key; null for a job. */
  readonly opId: string | null;
  /** A reason, or what it was done to: one sentence, never a value of an entry. */
  readonly note: string | null;
}

/** The mark of an act that a command's `write` was given. */
export const markOf = (command: { readonly name: string }, { acting, opId }: Pick<Mark, 'acting' | 'opId'>, note: string | null = null): Mark => ({
  act: command.name,
  acting,
  opId,
  note,
});

/** Acts by which an order or a bill lets go of tubes: their note is its number, which the timeline tells to who sees these, and no other reader of a line. */
export const leavingActs: readonly string[] = [
  ...[plainOrderActs, recheckOrderActs].flatMap(({ remove, edit }) => [remove.name, edit.name]),
  removeBills.name,
  editBillItem.name,
];
const isLeaving = `a.act in (${leavingActs.map((act) => `'${act}'`).join()})`;

/** What was said of a follow-up and by whom, as it stands on the lines of its tubes. */
export const followUpNote = ({ contactName, content }: { readonly contactName?: string | null; readonly content: string }): string =>
  [contactName, content].filter(Boolean).join(': ');

export const markShape = {
  mark_id: 'bigint',
  act: 'text',
  note: 'text',
  user_id: 'bigint',
  user_name: 'text',
  device_id: 'text',
  op_id: 'text',
  act_time: 'timestamptz',
  mark_time: 'timestamptz',
};
/** A mark as a row of `markShape`. */
export const markRow = ({ act, acting: { user, now, occurredAt, deviceId }, opId, note }: Mark) => ({
  mark_id: newId(),
  act,
  note,
  user_id: user.id,
  user_name: user.name,
  device_id: deviceId,
  op_id: opId,
  act_time: occurredAt ?? now,
  mark_time: now,
});

/** Puts the rows of a relation on their tubes' lines: `sample_id`, `requisition_id`, `from_status`, `to_status`, and a mark. */
export const ontoLine = (tenantId: string, relation: SQL): SQL =>
  sql`insert into sample_act (tenant_id, sample_id, id, requisition_id, act, from_status, to_status, note, user_id, user_name, device_id, op_id, act_time, create_time)
    select ${tenantId}, m.sample_id, m.mark_id, m.requisition_id, m.act, m.from_status, m.to_status, m.note, m.user_id, m.user_name, m.device_id, m.op_id, m.act_time, m.mark_time
    from (${relation}) m`;

/** Whose line an act goes onto: all tubes of a requisition, or of a handover, or those of some codes. */
type Whose = { readonly requisitionId: string } | { readonly handoverId: string } | { readonly sampleCodes: readonly string[] };

/** Notes acts that left their tubes' status as it was; those that move it are noted by `moveSamples`. */
export async function noteActs(tx: Tx, tenantId: string, acts: readonly { readonly mark: Mark; readonly whose: Whose }[]): Promise<void> {
  if (acts.length === 0) return;
  const rows = acts.map(({ mark, whose }) => ({
    ...markRow(mark),
    requisition: 'requisitionId' in whose ? whose.requisitionId : null,
    handover: 'handoverId' in whose ? whose.handoverId : null,
    codes: 'sampleCodes' in whose ? whose.sampleCodes : null,
  }));
  const shape = { ...markShape, requisition: 'bigint', handover: 'bigint', codes: 'text[]' };
  await tx.execute(
    ontoLine(
      tenantId,
      sql`select t.id as sample_id, t.requisition_id, null::smallint as from_status, null::smallint as to_status, x.*
      from ${recordset('x', shape, rows)} cross join lateral (
        select s.id, s.requisition_id from sample s where s.tenant_id = ${tenantId} and s.requisition_id = x.requisition
        union select s.id, s.requisition_id from sample s where s.tenant_id = ${tenantId} and s.sample_code = any(x.codes)
        union select i.sample_id, i.requisition_id from sample_item i where i.tenant_id = ${tenantId} and i.handover_id = x.handover) t`,
    ),
  );
}

/** The line of a tube behind `alias`, for a subselect: id, what, at, serverTime, by, why, toStatus, in no order. */
export const lineOf = (alias: string): SQL =>
  sql.raw(`select a.id, a.act as what, to_char(a.act_time, 'YYYY-MM-DD HH24:MI:SS') as at, to_char(a.create_time, 'YYYY-MM-DD HH24:MI:SS') as "serverTime",
    a.user_name as by, a.note as why, a.to_status as "toStatus" from sample_act a where a.tenant_id = ${alias}.tenant_id and a.sample_id = ${alias}.id and not ${isLeaving}`);

/** The line of a tube that is in sight, with the desks as people call them, to be ordered by `at, id`: at, server_time, what, from_status, to_status, by, desk, why, id. */
export const custodyOf = (tenantId: string, sampleId: string): SQL =>
  sql`select a.act_time as at, a.create_time as server_time, a.act as what, a.from_status::int as from_status, a.to_status::int as to_status, a.user_name as by,
      coalesce(w.device_name, a.device_id) as desk, a.note as why, a.id from sample_act a
    left join device_watch w on w.tenant_id = a.tenant_id and w.device_id = a.device_id where a.tenant_id = ${tenantId} and a.sample_id = ${sampleId} and not ${sql.raw(isLeaving)}`;
