import { sealInfo } from '#domain/kernel/sealing.ts';
import { fromBase64Url, toBase64, toBase64Url, utf8 } from './bytes.ts';
import type { DeskKeys } from './deskKeys.ts';
import { wrapOwn } from './sealValue.ts';

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** A person's signing pair on this device: the private half never leaves the browser's key store. */
export async function makeSignPair(): Promise<{ readonly signKey: CryptoKey; readonly publicKey: string }> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  return { signKey: pair.privateKey, publicKey: toBase64(await crypto.subtle.exportKey('spki', pair.publicKey)) };
}

/** The data key as the server derives it (32 bytes). Extractable, so that a password can wrap it. */
export const importDataKey = (raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', true, ['encrypt', 'decrypt']);

/** Seals to the server's public key (raw point, base64url) with a pair that lives as long as this page (docs/offline.md#signed-and-sealed). */
async function makeSealKey(serverPublicKey: string): Promise<{ readonly sealKey: CryptoKey; readonly epk: string }> {
  const server = await crypto.subtle.importKey('raw', fromBase64Url(serverPublicKey), curve, false, []);
  const pair = await crypto.subtle.generateKey(curve, false, ['deriveBits']);
  const epk = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: server }, pair.privateKey, 256);
  const root = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: epk, info: utf8(sealInfo) };
  // Extractable for one purpose: to be kept under the author's data key (`own`).
  const sealKey = await crypto.subtle.deriveKey(derivation, root, { name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']);
  return { sealKey, epk: toBase64Url(epk) };
}

export interface KeyParts extends Pick<DeskKeys, 'userId' | 'tenantId' | 'keyId' | 'signKey' | 'serverKeyId' | 'dataKey'> {
  /** Raw P-256 point, base64url. */
  readonly serverPublicKey: string;
}

/** All keys a page needs to write acts for one person. */
export async function makeDeskKeys({ userId, tenantId, keyId, signKey, serverKeyId, dataKey, serverPublicKey }: KeyParts): Promise<DeskKeys> {
  const { sealKey, epk } = await makeSealKey(serverPublicKey);
  return { userId, tenantId, keyId, signKey, serverKeyId, sealKey, epk, own: await wrapOwn(dataKey, sealKey, epk), dataKey };
}
