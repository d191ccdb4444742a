import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { runningItems, type DocumentLine, type RunningItems } from '#domain/bill/documents/runningItems.ts';
import {
  billItemTable,
  billLineTable,
  billTable,
  salesOrderItemTable,
  salesOrderLineTable,
  salesOrderTable,
} from '#server/storage/billDocumentTables.ts';
import { newId } from '#server/storage/ids.ts';
import { insertMany } from '#server/storage/recordset.ts';
import type { Tx } from '#server/storage/tx.ts';

/** The tables of one kind of document, and what they call its id. */
interface DocumentTables {
  readonly head: PgTable;
  readonly items: PgTable;
  readonly places: PgTable;
  readonly key: 'orderId' | 'billId';
  readonly names: { readonly head: SQL; readonly items: SQL; readonly places: SQL; readonly key: SQL };
}
const tablesOf = (head: PgTable, items: PgTable, places: PgTable, key: DocumentTables['key'], name: string): DocumentTables => ({
  head,
  items,
  places,
  key,
  names: {
    head: sql.raw(name),
    items: sql.raw(`${name}_item`),
    places: sql.raw(`${name}_line`),
    key: sql.raw(key === 'orderId' ? 'order_id' : 'bill_id'),
  },
});
export const orderDocument = tablesOf(salesOrderTable, salesOrderItemTable, salesOrderLineTable, 'orderId', 'sales_order');
export const billDocument = tablesOf(billTable, billItemTable, billLineTable, 'billId', 'bill');

/** A line of a bill says which order it is out of. */
export type WrittenLine = DocumentLine & { readonly orderId?: string };
interface Whose {
  readonly tenantId: string;
  readonly id: string;
  readonly sign: 1 | -1;
}

/**
 * Writes a whole document (docs/bill.md#totals): head without totals, items, places, then items and head made whole. The constraints refuse
 * whatever does not agree (23503, 23514), and a line that stands in another one (23505). Answers what it came to.
 */
export async function writeDocument(
  tx: Tx,
  tables: DocumentTables,
  head: Whose & Readonly<Record<string, unknown>>,
  lines: readonly WrittenLine[],
): Promise<RunningItems> {
  const run = runningItems(lines, head.sign);
  await tx.execute(insertMany(tables.head, [{ ...head, itemCount: run.items.length, isWhole: 0 }]));
  await fill(tx, tables, head, lines, run);
  return run;
}

/** Takes a document apart and writes it of other lines: its head, number and id stay. */
export async function rewriteDocument(tx: Tx, tables: DocumentTables, whose: Whose, lines: readonly WrittenLine[]): Promise<RunningItems> {
  const { names } = tables;
  const run = runningItems(lines, whose.sign);
  await takeApart(tx, tables, whose);
  await tx.execute(sql`delete from ${names.items} where tenant_id = ${whose.tenantId} and ${names.key} = ${whose.id}`);
  await tx.execute(sql`update ${names.head} set item_count = ${run.items.length} where tenant_id = ${whose.tenantId} and id = ${whose.id}`);
  await fill(tx, tables, whose, lines, run);
  return run;
}

/** Frees a document's lines: head and items stay as they were written, without places and totals. A line that a bill holds is not freed (23503). */
export async function takeApart(tx: Tx, { names }: DocumentTables, { tenantId, id }: Pick<Whose, 'tenantId' | 'id'>): Promise<void> {
  await tx.execute(sql`update ${names.head} set is_whole = 0, total_qty = null, total_amount = null where tenant_id = ${tenantId} and id = ${id}`);
  await tx.execute(sql`update ${names.items} set is_whole = 0, last_line = null where tenant_id = ${tenantId} and ${names.key} = ${id}`);
  await tx.execute(sql`delete from ${names.places} where tenant_id = ${tenantId} and ${names.key} = ${id}`);
}

async function fill(tx: Tx, tables: DocumentTables, { tenantId, id }: Whose, lines: readonly WrittenLine[], run: RunningItems): Promise<void> {
  const { names, key } = tables;
  const orders = new Map(lines.map(({ lineId, orderId }) => [lineId, orderId]));
  const ofBill = (lineId: string) => (key === 'billId' ? { orderId: orders.get(lineId) } : {});
  await tx.execute(
    insertMany(
      tables.items,
      run.items.map((item) => ({ ...item, id: newId(), tenantId, [key]: id, isWhole: 0 })),
    ),
  );
  await tx.execute(
    insertMany(
      tables.places,
      run.places.map((place) => ({ ...place, ...ofBill(place.lineId), tenantId, [key]: id })),
    ),
  );
  // All at once: an item's wholeness is part of what the next one follows.
  await tx.execute(sql`update ${names.items} set last_line = abs(qty), is_whole = 1 where tenant_id = ${tenantId} and ${names.key} = ${id}`);
  await tx.execute(
    sql`update ${names.head} set total_qty = ${run.totalQty}, total_amount = ${run.totalAmount}, is_whole = 1 where tenant_id = ${tenantId} and id = ${id}`,
  );
}
