import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const stampFile = join(root, 'dist/.built-from');

/** A fingerprint of everything the client is built from: paths, sizes and times. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(process.env.APP_VERSION ?? '');
  for (const folder of ['domain', 'src', 'workers', 'public']) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  for (const file of ['index.html', 'vite.config.ts', 'package-lock.json'])
    hash.update(String((await stat(join(root, file))).size)).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Builds the client unless dist/ was built from exactly these sources. */
export async function buildIfNeeded(): Promise<void> {
  const wanted = await fingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  console.log('正在构建客户端 / building the client ...');
  const { build } = await import('vite');
  await build({ root, logLevel: 'warn' });
  writeFileSync(stampFile, wanted);
}

if (process.argv[1] === new URL(import.meta.url).pathname) await buildIfNeeded();
