import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** A file beside the database, and what has come of it so far. Names are checked: a tenant and a hash, never a path. */
export interface BlobFiles {
  /** Bytes of the whole file; null where it is not there. */
  readonly sizeOf: (tenantId: string, sha256: string) => Promise<number | null>;
  readonly read: (tenantId: string, sha256: string) => Promise<Buffer>;
  /** Bytes `from` to `to`, both included, of a file that is there. */
  readonly stream: (tenantId: string, sha256: string, range?: { readonly from: number; readonly to: number }) => Promise<Readable>;
  readonly write: (tenantId: string, sha256: string, bytes: Uint8Array) => Promise<void>;
  /** The path of a file to be written aside; what is not moved in within a day is dropped. */
  readonly draft: () => Promise<string>;
  /** A draft, flushed by whoever wrote it, takes its place. */
  readonly moveIn: (tenantId: string, sha256: string, draft: string) => Promise<void>;
  readonly remove: (tenantId: string, sha256: string) => Promise<void>;
  /** Numbers of the parts that are there, ascending. */
  readonly parts: (tenantId: string, sha256: string) => Promise<readonly number[]>;
  readonly writePart: (tenantId: string, sha256: string, part: number, bytes: Uint8Array) => Promise<void>;
  readonly readPart: (tenantId: string, sha256: string, part: number) => Promise<Buffer>;
  readonly removeParts: (tenantId: string, sha256: string) => Promise<void>;
  /** Drops what a killed server left half written, where it is older than `before` (ms since 1970). */
  readonly dropUnfinished: (before: number) => Promise<void>;
  /** Bytes that are left where they are kept; null where nobody knows. */
  readonly freeBytes: () => Promise<number | null>;
}
/** Those of a disk. */
export interface LocalBlobFiles extends BlobFiles {
  readonly pathOf: (tenantId: string, sha256: string) => string;
}

/** The name of a file among all others, with `/` between its parts: a tenant and a hash. Throws for what is neither. */
export function blobName(tenantId: string, sha256: string): string {
  if (!/^[\w-]{1,32}$/.test(tenantId) || !/^[0-9a-f]{64}$/.test(sha256)) throw new Error('malformed name of a blob');
  return `${tenantId}/${sha256.slice(0, 2)}/${sha256}`;
}

/** Files under `dir`, by tenant and hash. A file stands whole or not at all: written aside, flushed, then renamed. */
export function blobFiles(dir: string): LocalBlobFiles {
  const unfinished = join(dir, 'unfinished');
  const pathOf = (tenantId: string, sha256: string): string => join(dir, blobName(tenantId, sha256));
  const partsOf = (tenantId: string, sha256: string): string => `${pathOf(tenantId, sha256)}.parts`;

  async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
    await mkdir(unfinished, { recursive: true });
    const draft = join(unfinished, randomUUID());
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await mkdir(dirname(path), { recursive: true });
    await rename(draft, path);
    await syncDirectory(dirname(path));
  }

  return {
    pathOf,
    sizeOf: async (tenantId, sha256) => orMissing(stat(pathOf(tenantId, sha256)).then(({ size }) => size)),
    read: (tenantId, sha256) => readFile(pathOf(tenantId, sha256)),
    stream: async (tenantId, sha256, range) => createReadStream(pathOf(tenantId, sha256), range ? { start: range.from, end: range.to } : {}),
    write: (tenantId, sha256, bytes) => writeWhole(pathOf(tenantId, sha256), bytes),
    async draft() {
      await mkdir(unfinished, { recursive: true });
      return join(unfinished, randomUUID());
    },
    async moveIn(tenantId, sha256, draft) {
      const path = pathOf(tenantId, sha256);
      await mkdir(dirname(path), { recursive: true });
      await rename(draft, path);
      await syncDirectory(dirname(path));
    },
    remove: (tenantId, sha256) => rm(pathOf(tenantId, sha256), { force: true }),
    async parts(tenantId, sha256) {
      const names = (await orMissing(readdir(partsOf(tenantId, sha256)))) ?? [];
      return names.map(Number).sort((a, b) => a - b);
    },
    writePart: (tenantId, sha256, part, bytes) => writeWhole(join(partsOf(tenantId, sha256), String(part)), bytes),
    readPart: (tenantId, sha256, part) => readFile(join(partsOf(tenantId, sha256), String(part))),
    removeParts: (tenantId, sha256) => rm(partsOf(tenantId, sha256), { recursive: true, force: true }),
    async dropUnfinished(before) {
      for (const name of (await orMissing(readdir(unfinished))) ?? []) {
        const path = join(unfinished, name);
        const found = await orMissing(stat(path));
        if (found && found.mtimeMs < before) await rm(path, { force: true });
      }
    },
    async freeBytes() {
      const disk = await statfs(dir).catch(() => null);
      return disk ? disk.bavail * disk.bsize : null;
    },
  };
}

/** The new name itself must be on the disk before anything is acknowledged. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
}

async function orMissing<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return null;
    throw error;
  }
}
