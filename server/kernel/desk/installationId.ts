import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Reader } from '#server/storage/readRows.ts';

const key = 'installation.id';

/** A name this database made for itself once. One that is put back from a backup makes another: what desks know of it was told by a copy that is gone. */
export async function installationId(reader: Reader): Promise<string> {
  const read = async (): Promise<string | undefined> =>
    (await reader.execute(sql`select value #>> '{}' as id from setting where key = ${key}`)).rows[0]?.['id'] as string | undefined;
  const known = await read();
  if (known) return known;
  await reader.execute(sql`insert into setting (key, value) values (${key}, ${JSON.stringify(randomUUID())}::jsonb) on conflict do nothing`);
  return (await read()) ?? '';
}

/** After a restore: desks fetch master data anew and compare what they were told to be done (docs/operations.md#restore). */
export async function renewInstallationId(reader: Reader): Promise<void> {
  await reader.execute(sql`delete from setting where key = ${key}`);
}

/** A mark of it for everybody, which says nothing else: 12 hexadecimal digits. */
export const markOfCopy = async (reader: Reader): Promise<string> =>
  createHash('sha256')
    .update(await installationId(reader))
    .digest('hex')
    .slice(0, 12);
