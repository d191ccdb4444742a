import { sql } from 'drizzle-orm';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import type { Account } from './accounts.ts';

/** Where a sign-in works. It prefills and is shown; what a person may see and do are their limits alone. */
export interface WorkLaboratory {
  readonly id: string;
  readonly name: string;
}

/**
 * The laboratory of a sign-in: the one that is asked for, else the one it has, of those in use that the person may see; where they may
 * see only one, that; null where nobody chose. A foreign one that is asked for changes nothing.
 */
export async function workLaboratory(reader: Reader, account: Account, asked: string, kept: string | null): Promise<WorkLaboratory | null> {
  const limits = inLaboratories(sql`l.id`, await laboratoriesOf(reader, account));
  const own = await readRows<WorkLaboratory>(
    reader,
    sql`select l.id::text as id, l.laboratory_name as name from laboratory l
      where l.tenant_id = ${account.tenantId} and l.is_deleted = 0 and l.is_disable = 0 ${limits ? sql`and ${limits}` : sql``} order by l.id`,
  );
  const found = (id: string | null): WorkLaboratory | undefined => own.find((one) => one.id === id);
  return found(asked) ?? found(kept) ?? (own.length === 1 ? (own[0] ?? null) : null);
}

/** The laboratory somebody chose last, at whatever desk. */
export async function lastLaboratory(reader: Reader, account: Account): Promise<string | null> {
  const last = await readRow<{ laboratoryId: string }>(
    reader,
    sql`select s.laboratory_id::text as laboratory_id from refresh_session s
      where s.tenant_id = ${account.tenantId} and s.user_id = ${account.id} and s.laboratory_id is not null order by s.rotated_time desc limit 1`,
  );
  return last?.laboratoryId ?? null;
}
