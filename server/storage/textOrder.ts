import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { readRow } from './readRows.ts';

/** By what a PostgreSQL database orders texts where that is not their bytes; null: by bytes. Only then does an index find codes by their beginning. */
export async function foreignOrder(database: Pick<Database, 'kind' | 'orm'>): Promise<string | null> {
  if (database.kind === 'embedded') return null;
  const row = await readRow<{ name: string }>(
    database.orm,
    sql`select datcollate as name from pg_database where datname = current_database() and datcollate not in ('C', 'POSIX')`,
  );
  return row?.name ?? null;
}
