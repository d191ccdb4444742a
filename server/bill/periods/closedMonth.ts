import { sql } from 'drizzle-orm';
import { readRow } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';

/** A month of a laboratory that is closed: both as they are called. */
export interface ClosedMonth {
  readonly laboratory: string;
  readonly month: string;
}

/**
 * The closed month a document's day of reconciliation falls in; null: it is open, or there is no such day. Holds the laboratory, so that nobody
 * closes a month while something is sent into it or taken out of it.
 * `alone`: nobody else sends or takes back there meanwhile; for whoever writes its statement afterwards, which asks for the laboratory so.
 */
export async function closedMonth(
  tx: Tx,
  tenantId: string,
  laboratoryId: string,
  time: string | null,
  held: 'shared' | 'alone' = 'shared',
): Promise<ClosedMonth | null> {
  if (time === null) return null;
  const month = time.slice(0, 7);
  const laboratory = await readRow<{ name: string | null }>(
    tx,
    sql`select laboratory_name as name from laboratory where tenant_id = ${tenantId} and id = ${laboratoryId} ${held === 'alone' ? sql`for update` : sql`for share`}`,
  );
  const period = await readRow(
    tx,
    sql`select 1 as found from bill_period where tenant_id = ${tenantId} and contract_laboratory_id = ${laboratoryId} and month = ${month} and is_closed = 1`,
  );
  return period ? { laboratory: laboratory?.name ?? '', month } : null;
}
