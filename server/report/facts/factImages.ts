import type { ReportFacts } from '#domain/report/reportFacts.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';

/** The pictures a report shows, by their SHA-256. One that is gone is a fault: a report is not set without it. */
export async function factImages(blobs: BlobStore, tenantId: string, { signatures }: ReportFacts): Promise<Readonly<Record<string, Uint8Array>>> {
  const names = [...new Set(signatures.flatMap(({ imageSha256 }) => imageSha256 ?? []))];
  const images: Record<string, Uint8Array> = {};
  for (const sha256 of names) {
    const stream = await blobs.read(tenantId, sha256);
    if (!stream) throw new Error(`the picture of a signature is gone: ${sha256}`);
    const pieces: Uint8Array[] = [];
    for await (const piece of stream) pieces.push(piece as Uint8Array);
    images[sha256] = Buffer.concat(pieces);
  }
  return images;
}
