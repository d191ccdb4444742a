import { hkdfSync } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Resource } from '#domain/kernel/resource.ts';
import { snakeCase } from '#server/storage/columns.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { secretNames } from '#domain/kernel/wireNames.ts';
import { openText } from '#server/kernel/seal/sealedText.ts';
import { keepSecretBytes } from '#server/kernel/seal/secrets.ts';

/** The key under which this installation seals secrets of other systems; made at its first use, the same on every node. */
export async function secretKey(orm: Pick<NodePgDatabase, 'select' | 'insert'>): Promise<Buffer> {
  const root = await keepSecretBytes(orm, 'installation.secretText');
  return Buffer.from(hkdfSync('sha256', root, Buffer.alloc(0), 'accession secret fields', 32));
}

/** Where a sealed text belongs: moved to another row or field it does not open. */
export const secretPlace = (resource: Resource, tenantId: string, id: string, name: string): string => `${tenantId}/${resource.name}/${id}/${name}`;

/** The secrets of one row, opened, for the port that needs them; null where none is stored. */
export async function openSecrets(
  reader: Reader & Pick<NodePgDatabase, 'select' | 'insert'>,
  resource: Resource,
  tenantId: string,
  id: string,
): Promise<Readonly<Record<string, string | null>>> {
  const table = sql.raw(`"${snakeCase(resource.name)}"`);
  const { rows } = await reader.execute(sql`select * from ${table} where tenant_id = ${tenantId} and id = ${id} and is_deleted = 0`);
  const stored = (name: string): string | null => (rows[0]?.[snakeCase(name)] as string | null | undefined) ?? null;
  const names = secretNames(resource);
  const key = names.some((name) => stored(name) !== null) ? await secretKey(reader) : null;
  return Object.fromEntries(
    names.map((name) => {
      const sealed = stored(name);
      return [name, sealed === null || key === null ? null : openText(key, sealed, secretPlace(resource, tenantId, id, name))];
    }),
  );
}
