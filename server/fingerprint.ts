import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fingerprint of all files of some folders and of single files below `root`: their paths and what is in them. */
export function fingerprintOf(root: string, folders: readonly string[], files: readonly string[], seed = ''): string {
  const hash = createHash('sha256').update(seed);
  for (const folder of folders) {
    const found = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    for (const file of found) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  for (const file of files) {
    const bytes = readFileSync(join(root, file));
    hash.update(String(bytes.length)).update(bytes);
  }
  return hash.digest('hex');
}
