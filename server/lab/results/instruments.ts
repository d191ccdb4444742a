import { sql } from 'drizzle-orm';
import { readRows, type Reader } from '#server/storage/readRows.ts';

/** How a file may write a name: whatever the width and the case of its letters. */
export const instrumentKey = (name: string): string => name.normalize('NFKC').trim().toUpperCase();
/** A laboratory's instruments in use, by what a file may call them: code, name or serial number; a name that two have is nobody's. */
export async function instrumentsOf(reader: Reader, tenantId: string, laboratoryId: string): Promise<ReadonlyMap<string, string | null>> {
  const known = await readRows<{ id: string; names: (string | null)[] }>(
    reader,
    sql`select id::text as id, array[instrument_code, instrument_name, serial_number] as names from instrument
      where tenant_id = ${tenantId} and laboratory_id = ${laboratoryId} and is_deleted = 0 and is_disable = 0 order by id`,
  );
  const byName = new Map<string, string | null>();
  for (const { id, names } of known)
    for (const name of new Set(names.flatMap((one) => (one ? [instrumentKey(one)] : [])))) byName.set(name, byName.has(name) ? null : id);
  return byName;
}
