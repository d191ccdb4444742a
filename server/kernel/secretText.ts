import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Resource } from '#domain/kernel/resource.ts';
import { snakeCase } from '#server/storage/columns.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { secretNames } from './resourceWire.ts';
import { keepSecretBytes } from './secrets.ts';

const prefix = 'v1.';
const nonceBytes = 12;
const tagBytes = 16;

/** The key under which this installation seals secrets of other systems; made at its first use, the same on every node. */
export async function secretKey(orm: Pick<NodePgDatabase, 'select' | 'insert'>): Promise<Buffer> {
  const root = await keepSecretBytes(orm, 'installation.secretText');
  return Buffer.from(hkdfSync('sha256', root, Buffer.alloc(0), 'accession secret fields', 32));
}

/** Where a sealed text belongs: moved to another row or field it does not open. */
export const secretPlace = (resource: Resource, tenantId: string, id: string, name: string): string => `${tenantId}/${resource.name}/${id}/${name}`;

/** AES-256-GCM with a nonce of its own; `place` is authenticated with it. */
export function sealText(key: Buffer, text: string, place: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return prefix + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Throws where the text was sealed under another key, for another place, or is damaged. */
export function openText(key: Buffer, sealed: string, place: string): string {
  if (!sealed.startsWith(prefix)) throw new Error('not a sealed text');
  const bytes = Buffer.from(sealed.slice(prefix.length), 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
}

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
