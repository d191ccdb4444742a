import { fillLabel, type Label } from '#domain/kernel/label.ts';
import { call } from './call.ts';
import { CallError } from './callError.ts';
import { readFact, saveFact } from './deviceDb.ts';
import { servicePath } from './product.ts';
import { callSettings } from './request.ts';

const noKey: Label = ['公钥获取失败', 'The public key could not be fetched'];
const tooLong: Label = ['密码过长', 'The password is too long'];
/** RSA-OAEP with SHA-256 and a key of 2048 bits holds 256 - 2 * 32 - 2 bytes. */
const maxBytes = 190;

/** The server's key (SPKI, base64): fresh where the network allows, else the one kept on this terminal. Throws CallError 公钥获取失败. */
export async function publicKey(): Promise<string> {
  try {
    const { publicKey: fresh } = await call<{ publicKey: string }>('GET', servicePath('auth', 'oauth/public-key'), {
      anonymous: true,
      quiet: true,
      timeoutMs: 10_000,
    });
    if (!fresh) throw new TypeError('empty public key');
    // It is good for now, whether or not this desk can keep it for later.
    await saveFact('publicKey', fresh).catch(() => undefined);
    return fresh;
  } catch (error) {
    const kept = await readFact('publicKey').catch(() => undefined);
    if (kept) return kept;
    const facts = error instanceof CallError ? error : { kind: 'broken' as const, status: 0, code: 0, requestId: '' };
    throw new CallError({
      kind: facts.kind,
      status: facts.status,
      code: facts.code,
      requestId: facts.requestId,
      message: fillLabel(noKey, {}, callSettings.language),
    });
  }
}

/**
 * A password as our server takes it: RSA-OAEP SHA-256 of the percent-encoded text, base64 (docs/wire.md#passwords).
 * Percent-encoding first, because jsencrypt garbles everything beyond one byte a character.
 * Works offline once the key has been seen. Throws RangeError where the text does not fit.
 */
export async function encryptPassword(text: string): Promise<string> {
  const encoded = encodeURIComponent(text);
  if (encoded.length > maxBytes) throw new RangeError(fillLabel(tooLong, {}, callSettings.language));
  const key = await publicKey();
  return globalThis.crypto.subtle ? encryptNative(encoded, key) : encryptByScript(encoded, key);
}

async function encryptNative(encoded: string, key: string): Promise<string> {
  const bytes = Uint8Array.from(atob(key), (char) => char.charCodeAt(0));
  const imported = await crypto.subtle.importKey('spki', bytes, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt']);
  const sealed = await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, imported, new TextEncoder().encode(encoded));
  return btoa(String.fromCharCode(...new Uint8Array(sealed)));
}

/** Plain-http desks have no WebCrypto: the script comes only then. */
async function encryptByScript(encoded: string, key: string): Promise<string> {
  const { JSEncrypt } = await import('jsencrypt');
  const encryptor = new JSEncrypt();
  encryptor.setPublicKey(key);
  const sealed = encryptor.encryptOAEP(encoded);
  if (!sealed) throw new RangeError(fillLabel(tooLong, {}, callSettings.language));
  return sealed;
}
