import type { CryptoOptions } from '#domain/session/loginOptions.ts';
import { dropFact, readFact, saveFact } from './deviceDb.ts';

/**
 * The optional sealing of docs/wire.md#sealing: AES-CBC with PKCS#7, the key's own bytes as IV, base64. It keeps tokens and bodies
 * out of proxies' logs; TLS is what keeps them secret. Pages without WebCrypto (plain http) send them as they are.
 */
const subtle = (): SubtleCrypto | undefined => globalThis.crypto?.subtle;

/** What this server wants sealed, as the login page last heard; null: nothing. */
export async function sealingNow(): Promise<CryptoOptions | null> {
  if (!subtle()) return null;
  const kept = await readFact('sealing').catch(() => undefined);
  return kept ? (JSON.parse(kept) as CryptoOptions) : null;
}
export async function keepSealing(options: CryptoOptions | null): Promise<void> {
  await (options ? saveFact('sealing', JSON.stringify(options)) : dropFact('sealing'));
}

async function keyOf(key: string): Promise<{ readonly key: CryptoKey; readonly algorithm: AesCbcParams }> {
  const bytes = new TextEncoder().encode(key);
  const imported = await crypto.subtle.importKey('raw', bytes, 'AES-CBC', false, ['encrypt', 'decrypt']);
  return { key: imported, algorithm: { name: 'AES-CBC', iv: bytes.slice(0, 16) } };
}

export async function sealText(text: string, secret: string): Promise<string> {
  const { key, algorithm } = await keyOf(secret);
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(text)));
  let binary = '';
  for (let at = 0; at < sealed.length; at += 0x8000) binary += String.fromCharCode(...sealed.subarray(at, at + 0x8000));
  return btoa(binary);
}

/** Throws where the text was sealed under another key or is damaged. */
export async function openText(sealed: string, secret: string): Promise<string> {
  const { key, algorithm } = await keyOf(secret);
  const bytes = Uint8Array.from(atob(sealed), (char) => char.charCodeAt(0));
  return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytes));
}

/** The value of the `Blade-Auth` header. */
export async function tokenHeader(token: string, sealing: CryptoOptions | null): Promise<string> {
  return sealing?.isTokenSealed ? `crypto ${await sealText(token, sealing.key)}` : `bearer ${token}`;
}
