import { fromBase64Url, fromUtf8, toBase64Url, utf8 } from './bytes.ts';

const ivBytes = 12;
const aes = (iv: Uint8Array<ArrayBuffer>, boundTo: string): AesGcmParams => ({ name: 'AES-GCM', iv, additionalData: utf8(boundTo) });

/** Bytes under a person's data key: base64url of iv (12) and ciphertext. `boundTo`: what it is, so that it cannot stand in another's place. */
export async function sealBytes(dataKey: CryptoKey, bytes: BufferSource, boundTo: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const sealed = new Uint8Array(await crypto.subtle.encrypt(aes(iv, boundTo), dataKey, bytes));
  const whole = new Uint8Array(ivBytes + sealed.length);
  whole.set(iv);
  whole.set(sealed, ivBytes);
  return toBase64Url(whole);
}

/** Throws OperationError where the key or what it is bound to is another. */
export async function openBytes(dataKey: CryptoKey, sealed: string, boundTo: string): Promise<ArrayBuffer> {
  const whole = fromBase64Url(sealed);
  return crypto.subtle.decrypt(aes(whole.slice(0, ivBytes), boundTo), dataKey, whole.slice(ivBytes));
}

/** A value as JSON under a person's data key: for drafts, lists and whatever else of a patient is kept on this desk. */
export const sealValue = (dataKey: CryptoKey, value: unknown, boundTo: string): Promise<string> =>
  sealBytes(dataKey, utf8(JSON.stringify(value) ?? 'null'), boundTo);

/** Throws OperationError where the key or what it is bound to is another. */
export const openValue = async (dataKey: CryptoKey, sealed: string, boundTo: string): Promise<unknown> =>
  JSON.parse(fromUtf8(await openBytes(dataKey, sealed, boundTo))) as unknown;

const ownBoundTo = (epk: string): string => `accession-own-1|${epk}`;

/** An act's sealing key under its author's data key (`DeskKeys.own`). `sealKey` must be extractable. */
export const wrapOwn = async (dataKey: CryptoKey, sealKey: CryptoKey, epk: string): Promise<string> =>
  sealBytes(dataKey, await crypto.subtle.exportKey('raw', sealKey), ownBoundTo(epk));

/** The key that opens an act of their own. Throws OperationError where they are not its author. */
export async function unwrapOwn(dataKey: CryptoKey, own: string, epk: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', await openBytes(dataKey, own, ownBoundTo(epk)), 'AES-GCM', false, ['encrypt', 'decrypt']);
}
