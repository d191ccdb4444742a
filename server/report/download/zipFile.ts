import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Zip, ZipPassThrough } from 'fflate';
import { toMs } from '#domain/kernel/dates.ts';

/** A file as it lies in the archive. `time`: yyyy-MM-dd HH:mm:ss. */
export interface ZipEntry {
  readonly name: string;
  readonly time: string;
  readonly bytes: Uint8Array;
}
export interface WrittenFile {
  readonly sha256: string;
  readonly size: number;
}

/** Writes an archive of less than 4 GB, one entry after another and stored as it is: a PDF is compressed already. Null where there was none. */
export async function writeZip(path: string, entries: AsyncIterable<ZipEntry>): Promise<WrittenFile | null> {
  const file = await open(path, 'wx');
  const hash = createHash('sha256');
  const pieces: Uint8Array[] = [];
  let [size, count] = [0, 0];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const flush = async (): Promise<void> => {
    for (const piece of pieces.splice(0)) {
      hash.update(piece);
      size += piece.length;
      await file.appendFile(piece);
    }
  };
  try {
    for await (const { name, time, bytes } of entries) {
      const entry = new ZipPassThrough(name);
      entry.mtime = toMs(time);
      zip.add(entry);
      entry.push(bytes, true);
      count += 1;
      await flush();
    }
    if (count === 0) return null;
    zip.end();
    await flush();
    await file.sync();
    return { sha256: hash.digest('hex'), size };
  } finally {
    await file.close();
  }
}
