import { sql, type SQL } from 'drizzle-orm';
import { isLegalMove, type LabStatus } from '#domain/sample/sampleStatus.ts';
import { insertMany, recordset } from '#server/storage/recordset.ts';
import { requisitionTable, sampleItemTable, sampleTable } from '#server/storage/spineTables.ts';
import type { Tx } from '#server/storage/tx.ts';
import { arrivals, awaitAgain } from './expected.ts';
import { arriveInCases, leaveCases } from './holdTubes.ts';
import { markRow, markShape, ontoLine, type Mark } from './line.ts';
import { newSamplesCame } from './newSamples.ts';

type Row = Readonly<Record<string, unknown>>;
type NewTube = Row & { readonly id: string; readonly requisitionId: string; readonly sampleCode: string; readonly labStatus: LabStatus };
/** A requisition that becomes known, with its tubes, what each was ordered for, and the act that brought it. */
export interface TakenIn {
  readonly requisition: Row & { readonly requisitionCode: string };
  readonly tubes: readonly NewTube[];
  readonly items: readonly Row[];
  readonly mark: Mark;
}

const lineShape = { ...markShape, sample_id: 'bigint', requisition_id: 'bigint', from_status: 'smallint', to_status: 'smallint' };
const hereShape = {
  sample_id: 'bigint',
  sample_code: 'text',
  send_sample_client_id: 'bigint',
  contract_laboratory_id: 'bigint',
  receive_time: 'timestamptz',
  mark_time: 'timestamptz',
};
const anewShape = { sample_id: 'bigint', sample_code: 'text', original_code: 'text', receive_time: 'timestamptz', mark_time: 'timestamptz' };

/**
 * The parts of a `with` that insert what was taken in, and mark what had been announced of it; the caller's own statement stands behind them. Throws where a tube is not in one of
 * the statuses it may have when it becomes known.
 */
export function takeIn(tenantId: string, those: readonly TakenIn[]): SQL {
  // In one order for everybody, so that two desks with the same codes wait instead of locking each other out.
  const requisitions = those.map(({ requisition }) => requisition).toSorted(by('requisitionCode'));
  const tubes = those
    .flatMap(({ tubes: own, items: ordered }) => own.map((tube) => ({ ...tube, commodityIds: orderedFor(tube, ordered) })))
    .toSorted(by('sampleCode'));
  const items = those.flatMap((one) => one.items);
  for (const { labStatus, sampleCode } of tubes)
    if (!isLegalMove({ from: null, to: labStatus })) throw new Error(`${sampleCode} cannot begin as ${labStatus}`);
  const lines = those.flatMap(({ mark, tubes: own }) =>
    own.map(({ id, requisitionId, labStatus }) => ({ ...markRow(mark), sample_id: id, requisition_id: requisitionId, to_status: labStatus })),
  );
  const here = those.flatMap(({ mark, tubes: own }) =>
    own.map((tube) => ({
      sample_id: tube.id,
      requisition_id: tube.requisitionId,
      sample_code: tube.sampleCode,
      send_sample_client_id: tube['sendSampleClientId'] ?? null,
      contract_laboratory_id: tube['contractLaboratoryId'] ?? null,
      receive_time: tube['receiveTime'] ?? mark.acting.now,
      mark_time: mark.acting.now,
    })),
  );
  const inPlaceOf = new Map(those.map(({ requisition, tubes: [first] }) => [first?.requisitionId, requisition['originalSampleCode'] || null]));
  const anew = here.flatMap(({ requisition_id, ...tube }) => {
    const original = inPlaceOf.get(requisition_id);
    return original ? [{ ...tube, original_code: original }] : [];
  });
  const cameAnew = anew.length > 0 ? sql`, ${newSamplesCame(tenantId, sql`select * from ${recordset('t', anewShape, anew)}`)}` : sql``;
  return sql`into_requisition as (${insertMany(requisitionTable, requisitions)}), into_sample as (${insertMany(sampleTable, tubes)}),
    ${items.length > 0 ? sql`into_item as (${insertMany(sampleItemTable, items)}),` : sql``} into_line as (${ontoLine(tenantId, sql`select * from ${recordset('x', lineShape, lines)}`)}),
    into_case as (${arriveInCases(tenantId, sql`select * from ${recordset('t', { sample_id: 'bigint', sample_code: 'text' }, here)}`)}),
    into_expected as (${arrivals(tenantId, sql`select * from ${recordset('t', hereShape, here)}`)})${cameAnew}`;
}
const by =
  <Key extends string>(key: Key) =>
  (one: Readonly<Record<Key, string>>, other: Readonly<Record<Key, string>>): number =>
    one[key] < other[key] ? -1 : 1;

/** What a tube is ordered for, in the order of ids (`sample.commodity_ids`). */
const orderedFor = ({ id }: NewTube, items: readonly Row[]): string[] =>
  items
    .flatMap(({ sampleId, commodityId }) => (sampleId === id ? [String(commodityId)] : []))
    .toSorted((one, other) => Number(BigInt(one) - BigInt(other)));

/** Takes a requisition that nothing was done to out again, as if it had never been scanned; what stands on its tubes' lines stays, what was announced is awaited. */
export async function removeRequisition(tx: Tx, tenantId: string, requisitionId: string): Promise<void> {
  await awaitAgain(tx, tenantId, requisitionId);
  await leaveCases(tx, tenantId, requisitionId);
  for (const table of [sampleItemTable, sampleTable])
    await tx.execute(sql`delete from ${table} where tenant_id = ${tenantId} and requisition_id = ${requisitionId}`);
  await tx.execute(sql`delete from requisition where tenant_id = ${tenantId} and id = ${requisitionId}`);
}
