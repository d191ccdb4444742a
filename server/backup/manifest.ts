import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { keyFileName } from '#server/storage/installationKey.ts';

/** A backup cannot be made or put back; says what to do. */
export class BackupError extends Error {}

export const manifestName = 'manifest.json';
/** The database's own files in a backup: a folder of the embedded engine's, or one dump of PostgreSQL's. */
export const databaseFolder = 'db';
export const dumpName = 'database.dump';

const keptFile = z.object({ path: z.string(), size: z.number(), sha256: z.string() });
const manifest = z.object({
  format: z.literal(1),
  engine: z.enum(['embedded', 'postgres']),
  /** yyyy-MM-dd HH:mm:ss of Shanghai: what was acknowledged before it is in the backup. */
  takenAt: z.string(),
  /** How long the database stood still for it, ms; 0 where it did not run or need not stand. */
  heldMs: z.number(),
  files: z.array(keptFile),
  /** Folders of these, the empty ones too: the embedded engine wants them, and copies of a backup lose them. */
  folders: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifest>;
export type KeptFile = z.infer<typeof keptFile>;

/** Whether the installation's key is in it. */
export const hasKey = ({ files }: Manifest): boolean => files.some(({ path }) => path === keyFileName);

/** Bytes of its files, without the pictures that all backups share. */
export const bytesOf = ({ files }: Manifest): number => files.reduce((sum, { size }) => sum + size, 0);

/** What a backup says of itself. Throws BackupError where it is not whole. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => null);
  if (text === null) throw new BackupError(`不是完整的备份 / no whole backup: ${join(folder, manifestName)} is missing`);
  const read = manifest.safeParse(parsed(text));
  if (!read.success) throw new BackupError(`备份说明无法读取 / its manifest cannot be read: ${z.prettifyError(read.error)}`);
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The hash (hex) of a file as it lies there; null where there is none. */
export async function hashOf(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return hash.digest('hex');
}

/** Has the disk keep a file or a folder's names for good. */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}
