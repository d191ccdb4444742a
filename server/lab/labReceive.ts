import { sql } from 'drizzle-orm';
import { codeType } from '#domain/code/codeStyle.ts';
import { numberState } from '#domain/code/useNumbers.ts';
import type { Acting } from '#domain/kernel/command.ts';
import {
  cancelReceive,
  receiveSample,
  type CancelReceiveInput,
  type CancelReceiveState,
  type PrintedLabCode,
  type ReceivedSample,
  type ReceiveInput,
  type ReceiveState,
} from '#domain/lab/labReceive.ts';
import type { ReceiveAnswer } from '#domain/lab/labRows.ts';
import { isLegalMove, type LabStatus, type StatusMove } from '#domain/sample/sampleStatus.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { serveCommand, type Tx } from '#server/kernel/serve.ts';
import { newId } from '#server/storage/ids.ts';
import { labReceiveRecordTable } from '#server/storage/labTables.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';

const kinds = { received: 1, cancelled: 2 } as const;

interface TubeRow extends ReceivedSample {
  readonly id: string;
  readonly requisitionId: string;
  readonly round: number;
}
export interface LoadedReceive extends ReceiveState {
  readonly rows: readonly TubeRow[];
}

const tubeColumns = sql`s.id, s.requisition_id, s.sample_code, s.requisition_code, s.lab_status, s.lab_code, s.lab_receive_user_name as received_by, s.lab_receive_time, s.reject_reason,
  coalesce(s.execute_laboratory_id, s.contract_laboratory_id) as execute_laboratory_id,
  coalesce((select l.laboratory_name from laboratory l where l.tenant_id = s.tenant_id and l.id = coalesce(s.execute_laboratory_id, s.contract_laboratory_id)), '') as execute_laboratory_name,
  coalesce((select array_agg(c.commodity_name order by i.id) from sample_item i join commodity c on c.id = i.commodity_id and c.tenant_id = i.tenant_id
    where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state < ${itemState.handedOver}), '{}') as not_handed_over,
  coalesce((select max(r.round) from lab_receive_record r where r.tenant_id = s.tenant_id and r.sample_id = s.id), 0)::int as round`;

/** Tubes a code stands for: the sample code goes before a tube number. */
export async function tubesByCode(reader: Reader, tenantId: string, code: string, isLocking: boolean): Promise<TubeRow[]> {
  const lock = isLocking ? sql`for update of s` : sql``;
  const own = await readRows<TubeRow>(
    reader,
    sql`select ${tubeColumns} from sample s where s.tenant_id = ${tenantId} and s.sample_code = ${code} ${lock}`,
  );
  if (own.length > 0) return own;
  return readRows<TubeRow>(
    reader,
    sql`select ${tubeColumns} from sample s where s.tenant_id = ${tenantId} and s.test_tube_number = ${code} order by s.id limit 3 ${lock}`,
  );
}

/** What the rule of `labTask.receive` reads; without a lock for a preview. */
export async function loadReceive(
  reader: Reader,
  { code, labCode }: Pick<ReceiveInput, 'code' | 'labCode'>,
  { user }: Pick<Acting, 'user'>,
  isLocking: boolean,
): Promise<LoadedReceive> {
  const rows = await tubesByCode(reader, user.tenantId, code, isLocking);
  const printed = labCode ? await printedLabCode(reader, user.tenantId, labCode, isLocking) : null;
  return { rows, samples: rows, laboratoryIds: await laboratoriesOf(reader, user), printed };
}

/** A lab code of a desk's block, as its labels stand. */
async function printedLabCode(reader: Reader, tenantId: string, labCode: string, isLocking: boolean): Promise<PrintedLabCode | null> {
  const row = await readRow<{ state: number; laboratoryId: string | null; boundTo: string | null }>(
    reader,
    sql`select u.state, s.laboratory_id, u.bound_to from number_use u join number_segment s on s.tenant_id = u.tenant_id and s.id = u.segment_id
      where u.tenant_id = ${tenantId} and u.code = ${labCode} and s.code_type = ${codeType.lab} ${isLocking ? sql`for update of u` : sql``}`,
  );
  return row ? { isSpoiled: row.state === numberState.spoiled, laboratoryId: row.laboratoryId, boundTo: row.boundTo } : null;
}

/** `labTask.receive`: the tube's step, its lab code, and a record of the act. */
export const servedReceive = serveCommand(receiveSample, {
  load: (tx, input, acting) => loadReceive(tx, input, acting, true),
  async write(tx, { input, state, change, acting }) {
    const [tube] = (state as LoadedReceive).rows;
    if (!tube) throw new Error('received a tube that was not loaded');
    const { tenantId } = acting.user;
    const labCode = change.labCode ?? (await nextLabCode(tx, tenantId, change.laboratoryId, acting.now));
    if (input.labCode)
      await tx.execute(
        sql`update number_use set state = ${numberState.bound}, bound_to = ${tube.sampleCode} where tenant_id = ${tenantId} and code = ${labCode}`,
      );
    await step(
      tx,
      tenantId,
      change.moves,
      sql`lab_code = ${labCode}, lab_receive_time = ${change.labReceiveTime}, lab_receive_user_id = ${acting.user.id}, lab_receive_user_name = ${acting.user.name}`,
      acting.now,
    );
    await tx.insert(labReceiveRecordTable).values({
      ...recordOf(tube, acting),
      labCode,
      laboratoryId: change.laboratoryId,
      round: tube.round + 1,
      kind: kinds.received,
      inputMode: input.inputMode,
      actTime: change.labReceiveTime,
    });
    return {
      sampleCode: change.sampleCode,
      requisitionCode: change.requisitionCode,
      labCode,
      laboratoryId: change.laboratoryId,
      receivedBy: acting.user.name,
      labReceiveTime: change.labReceiveTime,
    } satisfies ReceiveAnswer;
  },
  answerRepeat: ({ change }): ReceiveAnswer => ({
    sampleCode: change.sampleCode,
    requisitionCode: change.requisitionCode,
    labCode: change.labCode ?? '',
    laboratoryId: change.laboratoryId,
    receivedBy: change.receivedBy ?? '',
    labReceiveTime: change.labReceiveTime,
  }),
});

interface LoadedCancel extends CancelReceiveState {
  readonly row: TubeRow | null;
}

/** `labTask.cancelReceive`: the lab code stays with the tube. */
export const servedCancelReceive = serveCommand(cancelReceive, {
  async load(tx, { sampleCode }: CancelReceiveInput, { user }): Promise<LoadedCancel> {
    const row = await readRow<TubeRow>(
      tx,
      sql`select ${tubeColumns} from sample s where s.tenant_id = ${user.tenantId} and s.sample_code = ${sampleCode} for update of s`,
    );
    return { row: row ?? null, sample: row ?? null, laboratoryIds: await laboratoriesOf(tx, user) };
  },
  async write(tx, { input, state, change, acting }) {
    const { row } = state as LoadedCancel;
    if (!row) throw new Error('cancelled a receipt that was not loaded');
    await step(
      tx,
      acting.user.tenantId,
      change.moves,
      sql`lab_receive_time = null, lab_receive_user_id = null, lab_receive_user_name = null`,
      acting.now,
    );
    await tx.insert(labReceiveRecordTable).values({
      ...recordOf(row, acting),
      labCode: change.labCode,
      laboratoryId: row.executeLaboratoryId,
      round: row.round,
      kind: kinds.cancelled,
      reason: input.reason,
      actTime: acting.occurredAt ?? acting.now,
    });
    return { sampleCode: change.sampleCode, labCode: change.labCode };
  },
});

const recordOf = (tube: TubeRow, { user, now }: Acting) => ({
  id: newId(),
  tenantId: user.tenantId,
  sampleId: tube.id,
  sampleCode: tube.sampleCode,
  requisitionId: tube.requisitionId,
  actionUserId: user.id,
  actionUserName: user.name,
  createTime: now,
});

/** One tube's step of the table of legal moves. */
async function step(tx: Tx, tenantId: string, moves: readonly StatusMove[], also: ReturnType<typeof sql>, now: string): Promise<void> {
  for (const move of moves) {
    if (!isLegalMove(move)) throw new Error(`illegal move ${move.from} -> ${move.to} of ${move.sampleCode}`);
    const moved =
      await tx.execute(sql`update sample set lab_status = ${move.to satisfies LabStatus}, ${also}, update_time = ${now}, version = version + 1
      where tenant_id = ${tenantId} and sample_code = ${move.sampleCode} and lab_status = ${move.from}`);
    if (moved.rowCount !== 1) throw new Error(`${move.sampleCode} was not ${move.from} any more`);
  }
}

/** The next code of a laboratory's day, e.g. `SH01-261121-0001`; the counter's row makes two desks wait for each other. */
async function nextLabCode(tx: Tx, tenantId: string, laboratoryId: string, now: string): Promise<string> {
  const laboratory = await readRow<{ laboratoryCode: string }>(
    tx,
    sql`select laboratory_code from laboratory where tenant_id = ${tenantId} and id = ${laboratoryId}`,
  );
  const counter = await readRow<{ last: number }>(
    tx,
    sql`insert into lab_code_counter (tenant_id, laboratory_id, day, last) values (${tenantId}, ${laboratoryId}, ${now.slice(0, 10)}, 1)
    on conflict (tenant_id, laboratory_id, day) do update set last = lab_code_counter.last + 1 returning last`,
  );
  const day = now.slice(2, 10).replaceAll('-', '');
  return `${laboratory?.laboratoryCode ?? 'L'}-${day}-${String(counter?.last ?? 0).padStart(4, '0')}`;
}
