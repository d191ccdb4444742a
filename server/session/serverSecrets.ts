import { createPrivateKey, createPublicKey, generateKeyPair, randomBytes, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/storage/database.ts';
import { setting } from '#server/storage/kernelTables.ts';
import type { Reader } from './lockOut.ts';

/** The keys of this installation. They live in the database, so that every node and every restart has the same. */
export interface ServerSecrets {
  /** HS256 key of access and refresh tokens. */
  readonly tokenKey: Uint8Array;
  /** RSA 2048: opens what the login page locked. */
  readonly loginKey: KeyObject;
  /** SPKI of the same pair, base64: what the login page asks for. */
  readonly publicKey: string;
}

export const loginKeySetting = 'session.loginKey';
const tokenKeySetting = 'session.tokenKey';

/** Reads the installation's keys, making them at the first start. */
export async function loadServerSecrets({ orm }: Database): Promise<ServerSecrets> {
  const tokenKey = await keepSecret(orm, tokenKeySetting, async () => randomBytes(32).toString('base64'));
  const loginKey = createPrivateKey(await keepSecret(orm, loginKeySetting, makeLoginKey));
  const publicKey = createPublicKey(loginKey).export({ type: 'spki', format: 'der' }).toString('base64');
  return { tokenKey: Buffer.from(tokenKey, 'base64'), loginKey, publicKey };
}

/** A secret kept in the settings; null where it was never made. */
export async function readSecret(orm: Reader, key: string): Promise<string | null> {
  const [row] = await orm.select().from(setting).where(eq(setting.key, key));
  return typeof row?.value === 'string' ? row.value : null;
}

async function keepSecret(orm: Reader, key: string, make: () => Promise<string>): Promise<string> {
  const known = await readSecret(orm, key);
  if (known !== null) return known;
  // Two nodes may start at once: the first insert wins and both read it.
  await orm
    .insert(setting)
    .values({ key, value: await make() })
    .onConflictDoNothing();
  const kept = await readSecret(orm, key);
  if (kept === null) throw new Error(`setting ${key} could not be kept`);
  return kept;
}

async function makeLoginKey(): Promise<string> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
