import { sql } from 'drizzle-orm';
import type { PickedUnit } from '#domain/bill/documents/pickedUnit.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';

/** A billing unit in use, by its customer's name; null: none was picked, or there is none. */
export async function pickedUnit(tx: Tx, tenantId: string, billUnitId: string | null | undefined): Promise<PickedUnit | null> {
  if (!billUnitId) return null;
  const row = await readRow<PickedUnit>(
    tx,
    sql`select u.id::text as bill_unit_id, u.contract_laboratory_id::text as contract_laboratory_id, coalesce(c.client_name, u.bill_erp_code) as name
      from bill_unit u left join client c on c.tenant_id = u.tenant_id and c.id = u.bill_client_id
      where u.tenant_id = ${tenantId} and u.id = ${billUnitId} and u.is_deleted = 0 and u.is_disable = 0`,
  );
  return row ?? null;
}
