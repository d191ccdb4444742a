import { sql, type SQL } from 'drizzle-orm';
import { isLegalMove, type LabStatus } from '#domain/sample/sampleStatus.ts';
import { insertMany, recordset } from '#server/storage/recordset.ts';
import { requisitionTable, sampleItemTable, sampleTable } from '#server/storage/spineTables.ts';
import type { Tx } from '#server/storage/tx.ts';
import { markRow, markShape, ontoLine, type Mark } from './line.ts';

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

/**
 * The parts of a `with` that insert what was taken in; the caller's own statement stands behind them. Throws where a tube is not in one of
 * the statuses it may have when it becomes known.
 */
export function takeIn(tenantId: string, those: readonly TakenIn[]): SQL {
  // In one order for everybody, so that two desks with the same codes wait instead of locking each other out.
  const requisitions = those.map(({ requisition }) => requisition).toSorted(by('requisitionCode'));
  const tubes = those.flatMap((one) => one.tubes).toSorted(by('sampleCode'));
  const items = those.flatMap((one) => one.items);
  for (const { labStatus, sampleCode } of tubes)
    if (!isLegalMove({ from: null, to: labStatus })) throw new Error(`${sampleCode} cannot begin as ${labStatus}`);
  const lines = those.flatMap(({ mark, tubes: own }) =>
    own.map(({ id, requisitionId, labStatus }) => ({ ...markRow(mark), sample_id: id, requisition_id: requisitionId, to_status: labStatus })),
  );
  return sql`into_requisition as (${insertMany(requisitionTable, requisitions)}), into_sample as (${insertMany(sampleTable, tubes)}),
    ${items.length > 0 ? sql`into_item as (${insertMany(sampleItemTable, items)}),` : sql``} into_line as (${ontoLine(tenantId, sql`select * from ${recordset('x', lineShape, lines)}`)})`;
}
const by =
  <Key extends string>(key: Key) =>
  (one: Readonly<Record<Key, string>>, other: Readonly<Record<Key, string>>): number =>
    one[key] < other[key] ? -1 : 1;

/** Takes a requisition that nothing was done to out again, as if it had never been scanned; what stands on its tubes' lines stays. */
export async function removeRequisition(tx: Tx, tenantId: string, requisitionId: string): Promise<void> {
  for (const table of [sampleItemTable, sampleTable])
    await tx.execute(sql`delete from ${table} where tenant_id = ${tenantId} and requisition_id = ${requisitionId}`);
  await tx.execute(sql`delete from requisition where tenant_id = ${tenantId} and id = ${requisitionId}`);
}
