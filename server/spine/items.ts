import { sql, type SQL } from 'drizzle-orm';
import { itemState } from '#domain/sample/itemState.ts';
import { newId } from '#server/storage/ids.ts';
import { insertMany, recordset } from '#server/storage/recordset.ts';
import { sampleItemTable } from '#server/storage/spineTables.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

/** A tube's place on a handover of one commodity. */
type Place = Record<'handoverId' | 'commodityId' | 'sampleCode', string>;

/** Puts waiting items on handovers; how many there were. */
export async function listItems(tx: Tx, tenantId: string, places: readonly Readonly<Place>[]): Promise<number> {
  const shape = { handoverId: 'bigint', commodityId: 'bigint', sampleCode: 'text' };
  const claimed =
    await tx.execute(sql`update sample_item i set item_state = ${itemState.listed}, handover_id = x."handoverId" from ${recordset('x', shape, places)}
      where i.tenant_id = ${tenantId} and i.commodity_id = x."commodityId" and i.sample_code = x."sampleCode" and i.item_state = ${itemState.waiting}`);
  return claimed.rowCount ?? 0;
}

/** The items of handovers that are taken back wait again. */
export async function unlistItems(tx: Tx, tenantId: string, handoverIds: readonly string[]): Promise<void> {
  await tx.execute(
    sql`update sample_item set item_state = ${itemState.waiting}, handover_id = null where tenant_id = ${tenantId} and handover_id = ${anyId(handoverIds)}`,
  );
}

/** The items of a handover that was signed for. */
export async function handItemsOver(tx: Tx, tenantId: string, handoverId: string): Promise<void> {
  await tx.execute(
    sql`update sample_item set item_state = ${itemState.handedOver} where tenant_id = ${tenantId} and handover_id = ${handoverId} and item_state = ${itemState.listed}`,
  );
}

/** Items of a tube that stands as entered again wait for a handover. */
export async function readyItems(tx: Tx, tenantId: string, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return;
  await tx.execute(
    sql`update sample_item set item_state = ${itemState.waiting} where tenant_id = ${tenantId} and id = ${anyId(itemIds)} and item_state = ${itemState.notReady}`,
  );
}

/** What a requisition's tubes are ordered for beyond what stood there, and what no longer; what is on a handover stays. */
export async function changeItems(
  tx: Tx,
  tenantId: string,
  {
    requisitionId,
    removed,
    added,
  }: { readonly requisitionId: string; readonly removed: readonly string[]; readonly added: readonly Readonly<Record<string, unknown>>[] },
): Promise<void> {
  if (removed.length > 0)
    await tx.execute(
      sql`delete from sample_item where tenant_id = ${tenantId} and requisition_id = ${requisitionId} and commodity_id = ${anyId(removed)} and item_state < ${itemState.listed}`,
    );
  // What an order change had cancelled is ordered again.
  if (added.length > 0)
    await tx.execute(sql`${insertMany(sampleItemTable, added)} on conflict (tenant_id, sample_id, commodity_id) do update set item_state = excluded.item_state, handover_id = null
      where sample_item.item_state = ${itemState.cancelled}`);
  await tellTubes(tx, sql`s.tenant_id = ${tenantId} and s.requisition_id = ${requisitionId}`);
}

/** Tubes (alias s) tell themselves what they are ordered for, as their items say: counts do not join these. Answers how many did not. */
export async function tellTubes(tx: Tx, those: SQL): Promise<number> {
  const told = sql`coalesce((select array_agg(i.commodity_id order by i.commodity_id) from sample_item i
    where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state <> ${itemState.cancelled}), '{}')`;
  const { rowCount } = await tx.execute(sql`update sample s set commodity_ids = ${told} where ${those} and s.commodity_ids is distinct from ${told}`);
  return rowCount ?? 0;
}

/** A tube's item as an order change leaves it; `to` null: it goes. */
export type ChangedItem = {
  readonly sampleId: string;
  readonly sampleCode: string;
  readonly commodityId: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly handoverId: string | null;
};
/** What an order change does to the items of a requisition (docs/orderChange.md#items): whatever it was, each becomes what the change says. */
export async function rearrangeItems(tx: Tx, tenantId: string, requisitionId: string, items: readonly ChangedItem[], now: string): Promise<void> {
  const shape = { sampleId: 'bigint', commodityId: 'bigint', to: 'smallint', handoverId: 'bigint' };
  const gone = items.filter(({ to }) => to === null);
  const known = items.filter(({ from, to }) => from !== null && to !== null);
  const added = items.filter(({ from, to }) => from === null && to !== null);
  const same = sql`i.tenant_id = ${tenantId} and i.requisition_id = ${requisitionId} and i.sample_id = x."sampleId" and i.commodity_id = x."commodityId"`;
  if (gone.length > 0) await tx.execute(sql`delete from sample_item i using ${recordset('x', shape, gone)} where ${same}`);
  if (known.length > 0)
    await tx.execute(
      sql`update sample_item i set item_state = x."to", handover_id = x."handoverId" from ${recordset('x', shape, known)} where ${same}`,
    );
  if (added.length > 0)
    await tx.execute(
      insertMany(
        sampleItemTable,
        added.map(({ sampleId, sampleCode, commodityId, to, handoverId }) => ({
          id: newId(),
          tenantId,
          requisitionId,
          sampleId,
          sampleCode,
          commodityId,
          itemState: to,
          handoverId,
          createTime: now,
        })),
      ),
    );
  await tellTubes(tx, sql`s.tenant_id = ${tenantId} and s.requisition_id = ${requisitionId}`);
}
