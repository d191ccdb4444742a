import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { keepSecret, keepSecretBytes } from '#server/kernel/secrets.ts';
import type { Database } from '#server/storage/database.ts';

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
  const tokenKey = await keepSecretBytes(orm, tokenKeySetting);
  const loginKey = createPrivateKey(await keepSecret(orm, loginKeySetting, makeLoginKey));
  const publicKey = createPublicKey(loginKey).export({ type: 'spki', format: 'der' }).toString('base64');
  return { tokenKey, loginKey, publicKey };
}

async function makeLoginKey(): Promise<string> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
