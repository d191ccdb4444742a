import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { setting } from '#server/storage/kernelTables.ts';
import { installationKeyOf } from '#server/storage/installationKey.ts';
import { openText, sealText } from './sealedText.ts';

type Reader = Pick<NodePgDatabase, 'select' | 'insert'>;

/** A secret as its setting keeps it: sealed with the installation's key, for that setting alone. */
export const sealForSetting = (reader: object, key: string, text: string): string => sealText(installationKeyOf(reader), text, `setting/${key}`);
export const openFromSetting = (reader: object, key: string, sealed: string): string => openText(installationKeyOf(reader), sealed, `setting/${key}`);

/** A secret kept in the settings; null where it was never made. Throws for one that is not sealed with this installation's key. */
export async function readSecret(orm: Pick<Reader, 'select'>, key: string): Promise<string | null> {
  const [row] = await orm.select().from(setting).where(eq(setting.key, key));
  return row === undefined ? null : openFromSetting(orm, key, String(row.value));
}

/** A secret of this installation, made at the first start: every node and every restart has the same. */
export async function keepSecret(orm: Reader, key: string, make: () => Promise<string>): Promise<string> {
  const known = await readSecret(orm, key);
  if (known !== null) return known;
  // Two nodes may start at once: the first insert wins and both read it.
  await orm
    .insert(setting)
    .values({ key, value: sealForSetting(orm, key, await make()) })
    .onConflictDoNothing();
  const kept = await readSecret(orm, key);
  if (kept === null) throw new Error(`setting ${key} could not be kept`);
  return kept;
}

/** 32 random bytes kept under `key`, for HMAC and HKDF. */
export async function keepSecretBytes(orm: Reader, key: string): Promise<Buffer> {
  return Buffer.from(await keepSecret(orm, key, async () => randomBytes(32).toString('base64')), 'base64');
}
