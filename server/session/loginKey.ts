import { constants, createPrivateKey, privateDecrypt, type KeyObject } from 'node:crypto';
import { readSecret } from '#server/kernel/seal/secrets.ts';
import type { Reader } from './lockOut.ts';
import { loginKeySetting } from './serverSecrets.ts';

/**
 * Opens RSA-OAEP SHA-256 of a percent-encoded text, base64 (docs/wire.md#passwords).
 * Null where it is anything else: the caller answers as for a wrong password and says no more.
 */
export function decryptPassword(loginKey: KeyObject, base64: string): string | null {
  // Clients that put base64 into a query string unescaped lose their plus signs to form decoding.
  const sealed = Buffer.from(base64.replaceAll(' ', '+'), 'base64');
  if (sealed.length !== 256) return null;
  try {
    return decodeURIComponent(
      privateDecrypt({ key: loginKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, sealed).toString('utf8'),
    );
  } catch {
    return null;
  }
}

/**
 * Opens what was sealed with this server's public key (the signature of a handover, say); null where it was not.
 * Takes the pool or an open transaction, and asks the database for the key each time: signatures are rare.
 */
export async function decryptWithServerKey(orm: Reader, base64: string): Promise<string | null> {
  const pem = await readSecret(orm, loginKeySetting);
  return pem === null ? null : decryptPassword(createPrivateKey(pem), base64);
}
