import { blobPartBytes } from './sealing.ts';

/** The largest image the server takes, bytes (docs/forms.md#summary-entry: 20 MB); desks make theirs far smaller. */
export const largestBlob = 20 * 1024 * 1024;
/** What a desk makes of a photograph at most, bytes (docs/offline.md#pictures). */
export const reducedBlob = 2 * 1024 * 1024;

/** How many parts `size` bytes travel in; none is empty. */
export const partCount = (size: number): number => Math.ceil(size / blobPartBytes);

/** Bytes of part `part` (from 0) of a blob of `size` bytes. */
export const partLength = (size: number, part: number): number => Math.max(0, Math.min(blobPartBytes, size - part * blobPartBytes));

/** What the server answers about a blob: the parts it holds, and whether it has the whole. */
export interface BlobState {
  readonly parts: readonly number[];
  readonly isWhole: boolean;
}

/** Its parts came whole but do not make what its name says: all of them are gone, send them again. */
export const blobDiffersCode = 'blob.differs';
/** It is no JPEG, PNG, WebP or PDF, whatever it calls itself. */
export const blobNoImageCode = 'blob.noImage';
/** The act came before its images: the desk sends them and then asks again under the same key. Never kept as the act's answer. */
export const blobMissingCode = 'blob.missing';
