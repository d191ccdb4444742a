import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { keyFileName } from './installationKey.ts';

/** What is ours in a data directory; whatever else its owner put there keeps its rights. */
const ours = ['db', 'blobs', 'sent', 'run', keyFileName];
const forOthers = 0o077;
const sticky = 0o1000;
const notOurs = new Set(['EPERM', 'EROFS', 'EACCES']);

/**
 * Makes a data directory and all of ours in it readable for this account alone (directories 0700, files 0600), what was
 * found open included, and lets whatever this process makes from now on be so too. Answers what could not be closed.
 */
export function closeDataDir(dataDir: string, parts: readonly string[] = ours): readonly string[] {
  process.umask(forOthers);
  mkdirSync(dataDir, { recursive: true });
  const open: string[] = [];
  closeEntry(realpathSync(dataDir), open);
  const there = new Set(readdirSync(dataDir));
  // A part may lie on another disk, behind a link.
  for (const name of parts) if (there.has(name)) closeTree(realpathSync(join(dataDir, name)), open);
  return open;
}

/** Without waiting between entries: there may be a million pictures, and nobody is served yet. */
function closeTree(path: string, open: string[]): void {
  if (!closeEntry(path, open)) return;
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) closeTree(join(path, entry.name), open);
    else closeEntry(join(path, entry.name), open);
}

/** True for a directory that can be gone into. One that is shared by all, such as /tmp, stays as it is; so does a link's target. */
function closeEntry(path: string, open: string[]): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink()) return false;
  if ((found.mode & forOthers) === 0) return found.isDirectory();
  try {
    if ((found.mode & sticky) === 0) chmodSync(path, found.mode & 0o7777 & ~forOthers);
    else open.push(path);
  } catch (error) {
    if (!notOurs.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    open.push(path);
    return false;
  }
  return found.isDirectory();
}
