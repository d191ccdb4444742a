import { sql } from 'drizzle-orm';
import type { LastChange } from '#domain/bill/documents/lastChange.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';

/** Who changed a document last, by the act on it of that moment; an act on something else that changed it, too, names nobody. */
export async function lastChange(tx: Tx, tenantId: string, table: 'sales_order' | 'bill', id: string): Promise<LastChange | null> {
  const found = await readRow<LastChange>(
    tx,
    sql`select d.update_time as at, (select a.user_name from audit_entry a where a.tenant_id = d.tenant_id and a.subject = ${id} and a.create_time = d.update_time order by a.id desc limit 1) as by
      from ${sql.raw(table)} d where d.tenant_id = ${tenantId} and d.id = ${id}`,
  );
  return found ?? null;
}
