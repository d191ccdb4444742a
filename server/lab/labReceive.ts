import { sql } from 'drizzle-orm';
import { codeType } from '#domain/code/codeStyle.ts';
import { numberState } from '#domain/code/useNumbers.ts';
import type { Acting, ActingUser } from '#domain/kernel/command.ts';
import {
  cancelReceive,
  receiveSample,
  type CancelReceiveInput,
  type CancelReceiveState,
  type ReceiveAnswer,
  type ReceiveChange,
} from '#domain/lab/labReceive.ts';
import type { PrintedLabCode, ReceivedSample, ReceiveInput, ReceiveState } from '#domain/lab/receiveState.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { serveCommand, serveTogether, type Tx } from '#server/kernel/http/serve.ts';
import { syncLines } from '#server/spine/bill/syncLines.ts';
import { entrustedTo } from '#server/spine/entrusted.ts';
import { heldBy } from '#server/spine/holdTubes.ts';
import { markOf } from '#server/spine/line.ts';
import { lockSharedRequisitions, requireLiving, tubesAtLab, tubesAtLabByNumber } from '#server/spine/loading.ts';
import { moveSamples } from '#server/spine/moveSamples.ts';
import { nameOf, notHandedOver } from '#server/spine/names.ts';
import { hasWork, leaveTasks, lockTasksOfCodes } from '#server/spine/tasks/leaveTasks.ts';
import { makeTasks } from '#server/spine/tasks/makeTasks.ts';
import { settleSamples } from '#server/spine/tasks/moveTasks.ts';
import { endResamples } from './process/newTube.ts';
import { newId } from '#server/storage/ids.ts';
import { labReceiveRecordTable, receiptKind } from '#server/storage/labTables.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { insertMany, recordset } from '#server/storage/recordset.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { together } from '#server/storage/together.ts';

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
  ${nameOf.testingLaboratory('s')} as execute_laboratory_name,
  ${notHandedOver} as not_handed_over, ${entrustedTo} as entrusted_to, ${heldBy} as held_by,
  coalesce((select max(r.round) from lab_receive_record r where r.tenant_id = s.tenant_id and r.sample_id = s.id), 0)::int as round`;

type FoundBy = TubeRow & { readonly askedCode: string };

/** Tubes that codes stand for, by code: the sample code goes before a tube number. */
async function tubesByCode(reader: Reader, user: ActingUser, codes: readonly string[], isLocking: boolean): Promise<ReadonlyMap<string, TubeRow[]>> {
  const own = await tubesAtLab<FoundBy>(reader, user, codes, tubeColumns, isLocking);
  const known = new Set(own.map(({ askedCode }) => askedCode));
  const others = [...new Set(codes)].filter((code) => !known.has(code)).toSorted(textOrder);
  const byNumber = others.length === 0 ? [] : await tubesAtLabByNumber<FoundBy>(reader, user, others, tubeColumns, isLocking);
  const found = new Map<string, TubeRow[]>();
  const numbered = new Set(byNumber.map(({ askedCode }) => askedCode));
  await requireLiving(
    reader,
    user,
    others.filter((code) => !numbered.has(code)),
  );
  for (const { askedCode, ...row } of [...own, ...byNumber]) found.set(askedCode, [...(found.get(askedCode) ?? []), row]);
  return found;
}
const textOrder = (one: string, other: string): number => (one < other ? -1 : 1);

/** What the rule of `labTask.receive` reads, for acts of one person; without locks for a preview. */
export async function loadReceives(
  reader: Reader,
  inputs: readonly Pick<ReceiveInput, 'code' | 'labCode'>[],
  { user }: Pick<Acting, 'user'>,
  isLocking: boolean,
): Promise<LoadedReceive[]> {
  const { tenantId } = user;
  const labCodes = inputs.flatMap(({ labCode }) => labCode ?? []);
  const codes = inputs.map(({ code }) => code);
  const [, laboratoryIds, tubes] = await together(
    isLocking ? lockSharedRequisitions(reader, user, codes) : Promise.resolve(),
    laboratoriesOf(reader, user),
    tubesByCode(reader, user, codes, isLocking),
  );
  const printed = labCodes.length > 0 ? await printedLabCodes(reader, tenantId, labCodes, isLocking) : null;
  return inputs.map(({ code, labCode }) => {
    const rows = tubes.get(code) ?? [];
    return { rows, samples: rows, laboratoryIds, printed: (labCode && printed?.get(labCode)) || null };
  });
}

/** Lab codes of desks' blocks, as their labels stand. */
async function printedLabCodes(
  reader: Reader,
  tenantId: string,
  labCodes: readonly string[],
  isLocking: boolean,
): Promise<ReadonlyMap<string, PrintedLabCode>> {
  const rows = await readRows<{ code: string; state: number; laboratoryId: string | null; boundTo: string | null }>(
    reader,
    sql`select u.code, u.state, s.laboratory_id, u.bound_to from number_use u join number_segment s on s.tenant_id = u.tenant_id and s.id = u.segment_id
      where u.tenant_id = ${tenantId} and u.code = ${anyText(labCodes)} and s.code_type = ${codeType.lab} order by u.code ${isLocking ? sql`for update of u` : sql``}`,
  );
  return new Map(
    rows.map((row) => [row.code, { isSpoiled: row.state === numberState.spoiled, laboratoryId: row.laboratoryId, boundTo: row.boundTo }]),
  );
}

/** `labTask.receive`: the tube's step, its lab code, its tasks, and a record of the act. */
export const servedReceive = serveTogether(receiveSample, {
  // Two receipts meet in their tube, or in a lab code; a tube that is scanned by its code and by its number is noticed when it was read.
  tiedBy(payload) {
    const { code, labCode } = (payload ?? {}) as Partial<Record<'code' | 'labCode', unknown>>;
    if (typeof code !== 'string') return null;
    return [`tube ${normalCode(code)}`, ...(typeof labCode === 'string' ? [`lab code ${normalCode(labCode)}`] : [])];
  },
  async loadAll(tx, acts) {
    const states = await loadReceives(
      tx,
      acts.map(({ input }) => input),
      acts[0].acting,
      true,
    );
    const ids = states.flatMap(({ rows }) => rows.map(({ id }) => id));
    if (new Set(ids).size < ids.length) throw new Error('two acts of a group speak of one tube');
    return states;
  },
  async writeAll(tx, acts) {
    const { user, now } = acts[0].acting;
    const { tenantId } = user;
    const labCodes = await labCodesOf(tx, tenantId, acts, now);
    const received = acts.map(({ input, state, change, acting, opId }, index) => {
      const [tube] = (state as LoadedReceive).rows;
      if (!tube) throw new Error('received a tube that was not loaded');
      return { input, tube, change, acting, labCode: labCodes[index]!, mark: markOf(receiveSample, { acting, opId }) };
    });
    const printed = received.filter(({ input }) => input.labCode).map(({ tube, labCode }) => ({ code: labCode, tube: tube.sampleCode }));
    const [spares] = await together(
      makeTasks(
        tx,
        tenantId,
        received.map(({ tube, change, labCode }) => ({
          sampleId: tube.id,
          sampleCode: tube.sampleCode,
          requisitionId: tube.requisitionId,
          requisitionCode: tube.requisitionCode,
          laboratoryId: change.laboratoryId,
          labCode,
          labReceiveTime: change.labReceiveTime,
        })),
        now,
      ),
      ...(printed.length === 0
        ? []
        : [
            tx.execute(sql`update number_use u set state = ${numberState.bound}, bound_to = x.tube from ${recordset('x', { code: 'text', tube: 'text' }, printed)}
              where u.tenant_id = ${tenantId} and u.code = x.code`),
          ]),
      moveSamples(
        tx,
        tenantId,
        received.flatMap(({ change, labCode, mark }) => {
          const facts = { labCode, labReceiveTime: change.labReceiveTime, labReceiveUserId: user.id, labReceiveUserName: user.name };
          return change.moves.map((move) => ({ move, mark, facts }));
        }),
      ),
      tx.execute(
        insertMany(
          labReceiveRecordTable,
          received.map(({ input, tube, change, acting, labCode }) => ({
            ...recordOf(tube, acting),
            labCode,
            laboratoryId: change.laboratoryId,
            round: tube.round + 1,
            kind: receiptKind.received,
            inputMode: input.inputMode,
            actTime: change.labReceiveTime,
          })),
        ),
      ),
    );
    const marks = new Map(received.map(({ tube, mark }) => [tube.id, mark]));
    await settleSamples(
      tx,
      tenantId,
      spares.map(({ requisitionId }) => requisitionId),
      new Map(spares.map(({ sampleId, primarySampleId }) => [primarySampleId, marks.get(sampleId)!])),
    );
    await endResamples(
      tx,
      tenantId,
      received.map(({ tube, mark }) => ({ sampleId: tube.id, sampleCode: tube.sampleCode, requisitionId: tube.requisitionId, mark })),
    );
    await syncLines(
      tx,
      tenantId,
      received.map(({ tube }) => tube.requisitionId),
    );
    return received.map(
      ({ change, labCode }) =>
        ({
          sampleCode: change.sampleCode,
          requisitionCode: change.requisitionCode,
          labCode,
          laboratoryId: change.laboratoryId,
          receivedBy: user.name,
          labReceiveTime: change.labReceiveTime,
        }) satisfies ReceiveAnswer,
    );
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

/** The lab code of each act: the tube's own, the printed one, or the next of its laboratory. */
async function labCodesOf(tx: Tx, tenantId: string, acts: readonly { readonly change: ReceiveChange }[], now: string): Promise<string[]> {
  const wanting = acts.flatMap(({ change }) => (change.labCode === null ? [change.laboratoryId] : []));
  const issued = new Map<string, string[]>();
  // In one order for everybody: the counters stay locked.
  for (const laboratoryId of [...new Set(wanting)].toSorted(textOrder))
    issued.set(laboratoryId, await nextLabCodes(tx, tenantId, laboratoryId, wanting.filter((id) => id === laboratoryId).length, now));
  return acts.map(({ change }) => change.labCode ?? issued.get(change.laboratoryId)?.shift() ?? '');
}

type CancelRow = TubeRow & { readonly hasWork: boolean };
interface LoadedCancel extends CancelReceiveState {
  readonly row: CancelRow | null;
}

/** `labTask.cancelReceive`: the lab code stays with the tube; its tasks go to a spare tube, or are void. */
export const servedCancelReceive = serveCommand(cancelReceive, {
  async load(tx, { sampleCode }: CancelReceiveInput, { user }): Promise<LoadedCancel> {
    await lockSharedRequisitions(tx, user, [sampleCode]);
    await lockTasksOfCodes(tx, user.tenantId, [sampleCode]);
    const columns = sql`${tubeColumns}, ${hasWork('s')} as has_work`;
    const [row] = await tubesAtLab<CancelRow>(tx, user, [sampleCode], columns, true);
    if (!row) await requireLiving(tx, user, [sampleCode]);
    return { row: row ?? null, sample: row ?? null, laboratoryIds: await laboratoriesOf(tx, user) };
  },
  async write(tx, { input, state, change, acting, opId }) {
    const { row } = state as LoadedCancel;
    if (!row) throw new Error('cancelled a receipt that was not loaded');
    const mark = markOf(cancelReceive, { acting, opId }, input.reason);
    const facts = { labReceiveTime: null, labReceiveUserId: null, labReceiveUserName: null };
    await leaveTasks(tx, acting.user.tenantId, { sampleId: row.id, requisitionId: row.requisitionId }, mark);
    await moveSamples(
      tx,
      acting.user.tenantId,
      change.moves.map((move) => ({ move, mark, facts })),
    );
    await tx.insert(labReceiveRecordTable).values({
      ...recordOf(row, acting),
      labCode: change.labCode,
      laboratoryId: row.executeLaboratoryId,
      round: row.round,
      kind: receiptKind.cancelled,
      reason: input.reason,
      actTime: acting.occurredAt ?? acting.now,
    });
    await syncLines(tx, acting.user.tenantId, [row.requisitionId]);
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

/** The next codes of a laboratory's day, e.g. `SH01-261121-0001`; the counter's row makes two desks wait for each other. */
async function nextLabCodes(tx: Tx, tenantId: string, laboratoryId: string, count: number, now: string): Promise<string[]> {
  const [laboratory, counter] = await together(
    readRow<{ laboratoryCode: string }>(tx, sql`select laboratory_code from laboratory where tenant_id = ${tenantId} and id = ${laboratoryId}`),
    readRow<{ last: number }>(
      tx,
      sql`insert into lab_code_counter (tenant_id, laboratory_id, day, last) values (${tenantId}, ${laboratoryId}, ${now.slice(0, 10)}, ${count})
    on conflict (tenant_id, laboratory_id, day) do update set last = lab_code_counter.last + ${count} returning last`,
    ),
  );
  const day = now.slice(2, 10).replaceAll('-', '');
  const first = (counter?.last ?? count) - count + 1;
  return Array.from({ length: count }, (_none, index) => `${laboratory?.laboratoryCode ?? 'L'}-${day}-${String(first + index).padStart(4, '0')}`);
}
