import { PDF } from '@libpdf/core';

/** One document of all that could be read, and the places of those that could not; no document where none could. */
export interface Merged {
  readonly pdf: Uint8Array | null;
  readonly unreadable: readonly number[];
}

const merge = async (files: readonly Uint8Array[]): Promise<Uint8Array | null> => {
  try {
    return await (await PDF.merge([...files])).save();
  } catch {
    return null;
  }
};

/** Merges files page by page, as they are; one that cannot be read keeps none of the others back. */
export async function mergePdfs(files: readonly Uint8Array[]): Promise<Merged> {
  const whole = await merge(files);
  if (whole) return { pdf: whole, unreadable: [] };
  const unreadable: number[] = [];
  for (const [at, file] of files.entries()) if ((await merge([file])) === null) unreadable.push(at);
  const readable = files.filter((_file, at) => !unreadable.includes(at));
  return { pdf: readable.length === 0 ? null : await merge(readable), unreadable };
}
