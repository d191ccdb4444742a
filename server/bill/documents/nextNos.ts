import { sql } from 'drizzle-orm';
import { readRow } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';

export type DocumentPrefix = 'SO' | 'BL' | 'ST';

/**
 * The next numbers of a laboratory's orders (SO), bills (BL) or statements (ST): `SO-SH01-2607-00042`. `now` says the month. Two that ask at once come one after the
 * other; what is rolled back gave none, and what was removed keeps its own.
 */
export async function nextNos(
  tx: Tx,
  tenantId: string,
  {
    prefix,
    laboratoryId,
    now,
    count,
  }: { readonly prefix: DocumentPrefix; readonly laboratoryId: string; readonly now: string; readonly count: number },
): Promise<string[]> {
  const month = `${now.slice(2, 4)}${now.slice(5, 7)}`;
  const row = await readRow<{ lastNo: number; laboratoryCode: string | null }>(
    tx,
    sql`insert into doc_counter (tenant_id, prefix, contract_laboratory_id, month, last_no) values (${tenantId}, ${prefix}, ${laboratoryId}, ${month}, ${count})
      on conflict (tenant_id, prefix, contract_laboratory_id, month) do update set last_no = doc_counter.last_no + ${count}
      returning last_no, (select l.laboratory_code from laboratory l where l.tenant_id = doc_counter.tenant_id and l.id = doc_counter.contract_laboratory_id) as laboratory_code`,
  );
  if (!row) throw new Error('a counter that was counted on is not there');
  return Array.from(
    { length: count },
    (_none, at) => `${prefix}-${row.laboratoryCode ?? laboratoryId}-${month}-${String(row.lastNo - count + at + 1).padStart(5, '0')}`,
  );
}
