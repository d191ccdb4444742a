import { createHmac, randomBytes } from 'node:crypto';

/* One-time codes by the clock: RFC 6238 over RFC 4226, SHA-1, six digits, half a minute, as every authenticator reads them. */

const stepMs = 30_000;
const digits = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 160 bits. */
export const newTotpSecret = (): Buffer => randomBytes(20);

/** RFC 4648 without padding: how a secret is typed. */
export function base32(bytes: Uint8Array): string {
  let [text, bits, held] = ['', 0, 0];
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text;
}

/** The code of a moment's number. */
export function hotp(secret: Uint8Array, step: number, length: number = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 10 ** length).padStart(length, '0');
}

export const stepAt = (now: number): number => Math.floor(now / stepMs);

/** The step whose code this is, of the present one and its neighbours (a phone's clock is a little off); null where it is none's. */
export function stepOfCode(secret: Uint8Array, code: string, now: number): number | null {
  const present = stepAt(now);
  return [present, present - 1, present + 1].find((step) => hotp(secret, step) === code) ?? null;
}

/** What the QR code says. */
export function totpAddress(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepMs / 1000}`;
}
