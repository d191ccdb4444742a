import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { claimKey } from '#server/kernel/seal/claimKey.ts';
import { keepSecret, keepSecretBytes } from '#server/kernel/seal/secrets.ts';
import type { Database } from '#server/storage/database.ts';
import { makeSm2Pair, readSm2Pair, writeSm2Pair, type Sm2Pair } from './sm2Key.ts';

/** The keys of this installation. They lie in the database, sealed, so that every node and every restart has the same. */
export interface ServerSecrets {
  /** HS256 key of access and refresh tokens. */
  readonly tokenKey: Uint8Array;
  /** RSA 2048: opens what the login page locked. */
  readonly loginKey: KeyObject;
  /** SPKI of the same pair, base64: what the login page asks for. */
  readonly publicKey: string;
  /** The same for clients that seal with SM2 (docs/wire.md#passwords). */
  readonly sm2: Sm2Pair;
}

export const loginKeySetting = 'session.loginKey';
const sm2KeySetting = 'session.sm2Key';
const tokenKeySetting = 'session.tokenKey';

/** Reads the installation's keys, making them at the first start. */
export async function loadServerSecrets(database: Database): Promise<ServerSecrets> {
  await claimKey(database);
  const { orm } = database;
  const tokenKey = await keepSecretBytes(orm, tokenKeySetting);
  const loginKey = createPrivateKey(await keepSecret(orm, loginKeySetting, makeLoginKey));
  const publicKey = createPublicKey(loginKey).export({ type: 'spki', format: 'der' }).toString('base64');
  const sm2 = readSm2Pair(await keepSecret(orm, sm2KeySetting, async () => writeSm2Pair(makeSm2Pair())));
  return { tokenKey, loginKey, publicKey, sm2 };
}

async function makeLoginKey(): Promise<string> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
