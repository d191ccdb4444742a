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
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Twelve bits at a time: made for each act before it is saved. */
const pairs = Array.from({ length: 4096 }, (_none, bits) => letters[bits >> 6]! + letters[bits & 63]!);
export function toBase64Url(bytes: ArrayBuffer | Uint8Array): string {
  const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  const whole = view.length - (view.length % 3);
  let text = '';
  for (let at = 0; at < whole; at += 3) {
    text += pairs[(view[at]! << 4) | (view[at + 1]! >> 4)]! + pairs[((view[at + 1]! & 15) << 8) | view[at + 2]!]!;
  }
  if (view.length - whole === 1) text += pairs[view[whole]! << 4]!;
  if (view.length - whole === 2) text += pairs[(view[whole]! << 4) | (view[whole + 1]! >> 4)]! + letters[(view[whole + 1]! & 15) << 2]!;
  return text;
}

/** Reads both kinds. Throws DOMException where it is neither. */
export function fromBase64Url(text: string): Bytes {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(plain.length);
  for (let at = 0; at < plain.length; at++) bytes[at] = plain.charCodeAt(at);
  return bytes;
}

const encoder = new TextEncoder();
export const utf8 = (text: string): Bytes => encoder.encode(text);
export const fromUtf8 = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);
