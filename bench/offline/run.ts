import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildIfNeeded } from '#server/build.ts';

const folder = fileURLToPath(new URL('./peers/', import.meta.url));

/** The other libraries, at the versions of this folder's own lock; the product needs none of them. */
function installPeers(): void {
  const [lock, installed] = [`${folder}package-lock.json`, `${folder}node_modules/.package-lock.json`];
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  process.stderr.write('installing the libraries to compare with ...\n');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

installPeers();
await buildIfNeeded();
const { main } = await import('./main.ts');
await main(process.argv.slice(2));
