import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildServerIfNeeded } from './buildServer.ts';
import { fingerprintOf } from './fingerprint.ts';

const root = new URL('..', import.meta.url).pathname;
const stampFile = join(root, 'dist/.built-from');

/** Builds the client and the server, each unless it was built from exactly these sources. */
export async function buildIfNeeded(): Promise<void> {
  await buildServerIfNeeded();
  const wanted = fingerprintOf(
    root,
    ['domain', 'src', 'workers', 'public'],
    ['index.html', 'reader.html', 'vite.config.ts', 'package-lock.json'],
    process.env.APP_VERSION,
  );
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  console.log('正在构建客户端 / building the client ...');
  const { build } = await import('vite');
  await build({ root, logLevel: 'warn' });
  writeFileSync(stampFile, wanted);
}

if (process.argv[1] === new URL(import.meta.url).pathname) await buildIfNeeded();
