/** Bytes as texts: base64url without padding in acts and rows, base64 where the contract says so (SPKI). */
type Bytes = Uint8Array<ArrayBuffer>;
const chunk = 0x8000;

export function toBase64(bytes: ArrayBuffer | Uint8Array): string {
  const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  let text = '';
  // In pieces: a list of a thousand rows is more arguments than a call takes.
  for (let at = 0; at < view.length; at += chunk) text += String.fromCharCode(...view.subarray(at, at + chunk));
  return btoa(text);
}
export const toBase64Url = (bytes: ArrayBuffer | Uint8Array): string => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Reads both kinds. Throws DOMException where it is neither. */
export function fromBase64Url(text: string): Bytes {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(plain.length);
  for (let at = 0; at < plain.length; at++) bytes[at] = plain.charCodeAt(at);
  return bytes;
}

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
export const fromUtf8 = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);
