import { canonicalJson } from '#domain/kernel/canonical.ts';
import { sealAlgorithm, type SealedPayload, type SentOperation } from '#domain/kernel/offlineWire.ts';
import { sealedTo, signedText } from '#domain/kernel/sealing.ts';
import { fromBase64Url, fromUtf8, toBase64Url, utf8 } from '../keys/bytes.ts';
import type { DeskKeys } from '../keys/deskKeys.ts';
import { unwrapOwn } from '../keys/sealValue.ts';
import { sha256Hex } from '#src/offline/platform/sha256.ts';

/** All an author signs but the payload itself. */
export type ActHeader = Parameters<typeof signedText>[0];
/** What stands in an act instead of its payload. */
export interface ActSeal {
  readonly keyId: string;
  readonly sealed: SealedPayload;
  /** The author's signature, r and s, base64url. */
  readonly sig: string;
  /** The sealing key under the author's data key: their own view, never sent. */
  readonly own: string;
}

const signature = { name: 'ECDSA', hash: 'SHA-256' } as const;
const ivBytes = 12;

/** Seals a payload to the server's key and signs the act (docs/offline.md#signed-and-sealed); both at once, since each is a trip to another thread. */
export async function sealAct(payload: unknown, header: ActHeader, deviceId: string, keys: DeskKeys): Promise<ActSeal> {
  const canonical = canonicalJson(payload);
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const bound = { name: 'AES-GCM', iv, additionalData: utf8(sealedTo(header.opId, header.authorId)) };
  const [ciphertext, signed] = await Promise.all([
    crypto.subtle.encrypt(bound, keys.sealKey, utf8(canonical)),
    crypto.subtle.sign(signature, keys.signKey, utf8(signedText(header, { deviceId, payloadHash: sha256Hex(canonical) }))),
  ]);
  const sealed = { alg: sealAlgorithm, kid: keys.serverKeyId, epk: keys.epk, iv: toBase64Url(iv), ct: toBase64Url(ciphertext) } as const;
  return { keyId: keys.keyId, sealed, sig: toBase64Url(signed), own: keys.own };
}

/** Keys of earlier page loads, by their wrapping; gone with the data key. */
const unwrapped = new WeakMap<CryptoKey, Map<string, Promise<CryptoKey>>>();

function ownKey({ dataKey, epk, sealKey }: DeskKeys, own: string, sealed: SealedPayload): Promise<CryptoKey> {
  if (sealed.epk === epk) return Promise.resolve(sealKey);
  const known = unwrapped.get(dataKey) ?? new Map<string, Promise<CryptoKey>>();
  unwrapped.set(dataKey, known);
  const found = known.get(own) ?? unwrapOwn(dataKey, own, sealed.epk);
  known.set(own, found);
  return found;
}

/** An act's payload for its own author. Throws DOMException OperationError where it is another's or damaged. */
export async function openOwn(
  { opId, authorId, sealed, own }: Pick<SentOperation, 'opId' | 'authorId'> & { readonly sealed: SealedPayload; readonly own: string },
  keys: DeskKeys,
): Promise<unknown> {
  const bound = { name: 'AES-GCM', iv: fromBase64Url(sealed.iv), additionalData: utf8(sealedTo(opId, authorId)) };
  const open = await crypto.subtle.decrypt(bound, await ownKey(keys, own, sealed), fromBase64Url(sealed.ct));
  return JSON.parse(fromUtf8(open)) as unknown;
}
