import { partCount } from '#domain/kernel/blobParts.ts';
import type { SentBlob } from '#domain/kernel/offlineWire.ts';
import { blobPartBytes, blobSealedTo } from '#domain/kernel/sealing.ts';
import { toBase64, utf8 } from '../keys/bytes.ts';
import type { DeskKeys } from '../keys/deskKeys.ts';
import { openBytes, sealBytes, unwrapOwn } from '../keys/sealValue.ts';
import type { BlobRow } from '#src/offline/store/outboxDb.ts';

type Bytes = Uint8Array<ArrayBuffer>;
const ivBytes = 12;

/** A picture as it goes to the disk: its name and its sealed parts, for the same transaction as its act. */
export interface SealedImage {
  readonly sent: SentBlob;
  readonly rows: readonly BlobRow[];
}

export const partId = (sha256: string, part: number): string => `${sha256}:${part}`;
export const thumbId = (sha256: string): string => `${sha256}:thumb`;
const thumbBoundTo = (sha256: string): string => `image-thumb|${sha256}`;

export async function sha256Of(bytes: Bytes): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Hashes, cuts and seals a picture: each part to the server's key and to its place, the likeness under its author's own. Nothing of it is ever written open. */
export async function sealImage(
  { bytes, thumb, mime }: { readonly bytes: Bytes; readonly thumb: Bytes | null; readonly mime: string },
  opId: string,
  keys: DeskKeys,
): Promise<SealedImage> {
  const sha256 = await sha256Of(bytes);
  const common = { opId, sha256, kid: keys.serverKeyId, epk: keys.epk, own: keys.own, savedAt: Date.now() };
  const rows: BlobRow[] = [];
  for (let part = 0; part < partCount(bytes.length); part++) {
    const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
    const bound = { name: 'AES-GCM', iv, additionalData: utf8(blobSealedTo(sha256, part)) };
    const open = bytes.subarray(part * blobPartBytes, (part + 1) * blobPartBytes);
    const sealed = new Uint8Array(await crypto.subtle.encrypt(bound, keys.sealKey, open));
    const whole = new Uint8Array(ivBytes + sealed.length);
    whole.set(iv);
    whole.set(sealed, ivBytes);
    rows.push({ ...common, id: partId(sha256, part), part, bytes: whole });
  }
  if (thumb)
    rows.push({ id: thumbId(sha256), opId, sha256, thumb: await sealBytes(keys.dataKey, thumb, thumbBoundTo(sha256)), savedAt: common.savedAt });
  return { sent: { sha256, size: bytes.length, mime }, rows };
}

/** The picture again, for its own author. Throws OperationError for anybody else, and where a part is missing or damaged. */
export async function openImage({ sha256, size }: SentBlob, rows: readonly BlobRow[], keys: DeskKeys): Promise<Bytes> {
  const whole = new Uint8Array(size);
  for (let part = 0; part < partCount(size); part++) {
    const row = rows.find((one) => one.part === part);
    if (!row?.bytes) throw new Error(`part ${part} is not here`);
    const key = row.epk === keys.epk ? keys.sealKey : await unwrapOwn(keys.dataKey, row.own ?? '', row.epk ?? '');
    const bound = { name: 'AES-GCM', iv: row.bytes.slice(0, ivBytes), additionalData: utf8(blobSealedTo(sha256, part)) };
    whole.set(new Uint8Array(await crypto.subtle.decrypt(bound, key, row.bytes.slice(ivBytes))), part * blobPartBytes);
  }
  return whole;
}

/** The likeness as an address an <img> shows. Throws OperationError where it is another's. */
export async function openThumb(row: BlobRow, keys: DeskKeys): Promise<string> {
  const bytes = await openBytes(keys.dataKey, row.thumb ?? '', thumbBoundTo(row.sha256 ?? ''));
  return `data:image/jpeg;base64,${toBase64(bytes)}`;
}
