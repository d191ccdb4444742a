import { createHash, randomBytes, webcrypto } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { partCount, type BlobState } from '#domain/kernel/blobParts.ts';
import { offlinePaths, type SentBlob } from '#domain/kernel/offlineWire.ts';
import { blobPartBytes, blobSealedTo } from '#domain/kernel/sealing.ts';
import { callPath } from '#domain/kernel/services.ts';
import type { PageSeal } from './sealedTesting.ts';

/** Bytes that begin as a JPEG does; no two alike. */
export const madeJpeg = (size: number): Buffer => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(size - 4)]);

export const blobOf = (bytes: Uint8Array, mime = 'image/jpeg'): SentBlob => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
  mime,
});

/** A part as a desk sends it: iv, ciphertext, tag. */
export async function sealedPart({ key }: PageSeal, bytes: Uint8Array, sha256: string, part: number): Promise<Buffer> {
  const iv = randomBytes(12);
  const open = bytes.subarray(part * blobPartBytes, (part + 1) * blobPartBytes);
  const additionalData = Buffer.from(blobSealedTo(sha256, part));
  return Buffer.concat([iv, Buffer.from(await webcrypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, open))]);
}

interface Sending {
  /** Session or device credential. */
  readonly headers: Readonly<Record<string, string>>;
  readonly seal: PageSeal;
  readonly query?: Readonly<Record<string, string>>;
  /** Instead of what the part should be. */
  readonly body?: Buffer;
}

/** Sends one part as a desk does. */
export async function putPart(app: FastifyInstance, bytes: Buffer, blob: SentBlob, part: number, { headers, seal, query = {}, body }: Sending) {
  const answer = await app.inject({
    method: 'PUT',
    url: `${callPath('sample', offlinePaths.blobs, 'accession')}/${blob.sha256}/${part}`,
    query: { size: String(blob.size), parts: String(partCount(blob.size)), mime: blob.mime, ...query },
    headers: { 'content-type': 'application/octet-stream', 'x-seal-key': seal.kid, 'x-seal-epk': seal.epk, ...headers },
    payload: body ?? (await sealedPart(seal, bytes, blob.sha256, part)),
  });
  return { status: answer.statusCode, ...answer.json<{ data: BlobState | null; refusal?: string }>() };
}
