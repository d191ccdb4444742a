import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const prefix = 'v1.';
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a nonce of its own; `place` is authenticated with it: moved elsewhere the text does not open. */
export function sealText(key: Buffer, text: string, place: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return prefix + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Throws where the text was sealed under another key, for another place, or is damaged. */
export function openText(key: Buffer, sealed: string, place: string): string {
  if (!sealed.startsWith(prefix)) throw new Error('not a sealed text');
  const bytes = Buffer.from(sealed.slice(prefix.length), 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
}
