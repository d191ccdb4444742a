import type { PasswordWrap } from '#src/api/deviceDb.ts';
import { fromBase64Url, toBase64Url, utf8 } from './bytes.ts';
import { importDataKey } from './makeKeys.ts';
import { openBytes, sealBytes } from './sealValue.ts';

/** Rounds of PBKDF2-SHA256 (docs/offline.md#signed-and-sealed): about 100 ms on a desk, for each guess of who has copied the profile. */
export const wrapRounds = 600_000;
const saltBytes = 16;
const boundTo = (userId: string): string => `accession-wrap-1|${userId}`;

async function keyOf(password: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', utf8(password.normalize('NFC')), 'PBKDF2', false, ['deriveKey']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds };
  return crypto.subtle.deriveKey(derivation, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** A data key as it may lie on the disk: only who knows the password gets it back. */
export async function wrapDataKey(dataKey: CryptoKey, password: string, userId: string, rounds: number = wrapRounds): Promise<PasswordWrap> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes));
  const raw = await crypto.subtle.exportKey('raw', dataKey);
  return { salt: toBase64Url(salt), rounds, sealed: await sealBytes(await keyOf(password, salt, rounds), raw, boundTo(userId)) };
}

/** The data key; null where the password is another one. */
export async function unwrapDataKey(wrap: PasswordWrap, password: string, userId: string): Promise<CryptoKey | null> {
  const key = await keyOf(password, fromBase64Url(wrap.salt), wrap.rounds);
  const raw = await openBytes(key, wrap.sealed, boundTo(userId)).catch(() => null);
  return raw && importDataKey(new Uint8Array(raw));
}

/** Tells two data keys apart and says nothing of either: the first 8 bytes of a hash of 32 random ones. */
export async function markOf(dataKey: CryptoKey): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await crypto.subtle.exportKey('raw', dataKey));
  return toBase64Url(hash.slice(0, 8));
}
