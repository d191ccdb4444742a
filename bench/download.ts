import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Setting } from './setting.ts';
import { kilobytes, type Row } from './table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** A screen that needs the network, as a release may change it: a sentence more. */
const onlineScreen = 'src/screens/lab/CancelReceiveScreen.tsx';
const toy = { precached: 365_000, release: 45_000 };

/** What a desk must download before it can work, and again after a release that changed one online screen: two builds, compared. */
export async function measureDownload({ say }: Setting): Promise<Row[]> {
  const tree = copyOfSources();
  try {
    say('first build');
    const before = await buildOnce(tree);
    const screen = join(tree, onlineScreen);
    const source = readFileSync(screen, 'utf8');
    const changed = source.replace(/\n(export function Screen\b[^{]*\{)/, '\n$1\n  document.documentElement.dataset.release = "another release";');
    if (changed === source) throw new Error(`${onlineScreen} has no Screen to change`);
    writeFileSync(screen, changed);
    say('second build');
    const after = await buildOnce(tree);
    const again = after.files.filter(({ url, revision }) => !before.files.some((old) => old.url === url && old.revision === revision));
    const release = total(again) + after.worker;
    const first = total(before.files) + before.worker;
    return [
      {
        what: `a desk's first download, gzip (${before.files.length} files and the worker; ${kilobytes(before.brotli)} as served, brotli)`,
        ours: kilobytes(first),
        yardstick: `toy ${kilobytes(toy.precached)}`,
        ratio: first / toy.precached,
        toy: kilobytes(toy.precached),
      },
      {
        what: `downloaded again after one online screen changed, gzip (${again.length} files and the worker)`,
        ours: kilobytes(release),
        yardstick: `toy ${kilobytes(toy.release)}`,
        ratio: release / toy.release,
        toy: kilobytes(toy.release),
      },
    ];
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

interface Kept {
  readonly url: string;
  readonly revision: string;
  /** Bytes, gzip. */
  readonly size: number;
}
interface Built {
  readonly files: readonly Kept[];
  /** Bytes of the service worker, gzip. */
  readonly worker: number;
  /** Bytes of all of it, brotli. */
  readonly brotli: number;
}
const total = (files: readonly Kept[]): number => files.reduce((sum, { size }) => sum + size, 0);

function copyOfSources(): string {
  const tree = mkdtempSync(join(tmpdir(), 'accession-release-'));
  for (const name of [
    'domain',
    'src',
    'workers',
    'public',
    'index.html',
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'tsconfig.json',
    'tsconfig.base.json',
  ])
    cpSync(join(root, name), join(tree, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}

async function buildOnce(tree: string): Promise<Built> {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], {
    cwd: tree,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the build failed: ${stderr}`);
  const dist = join(tree, 'dist');
  const worker = readFileSync(join(dist, 'serviceWorker.js'));
  // The worker names what it keeps: {url, revision} of every file, with a revision where the name has no hash.
  const named = [...worker.toString().matchAll(/\{["']?(?:revision|url)["']?:[^{}]*\}/g)].map(([entry]) => ({
    url: /["']?url["']?:\s*["'`]([^"'`]+)/.exec(entry)?.[1] ?? '',
    revision: /["']?revision["']?:\s*["'`]([^"'`]+)/.exec(entry)?.[1] ?? '',
  }));
  // And the scripts it imports, which the browser keeps with it.
  const imported = [...worker.toString().matchAll(/importScripts\(["'`]\/([^"'`]+)/g)].map(([, url]) => ({ url: url ?? '', revision: '' }));
  const kept = [...named, ...imported].filter(({ url }) => url !== '');
  if (kept.length < 5) throw new Error('the list of kept files was not found in the service worker');
  const contents = kept.map(({ url }) => readFileSync(join(dist, url)));
  const sizeOf = (url: string, bytes: Uint8Array): number => {
    try {
      return statSync(join(dist, `${url}.gz`)).size;
    } catch {
      return Math.min(bytes.length, gzipSync(bytes).length);
    }
  };
  return {
    files: kept.map(({ url, revision }, index) => ({ url, revision, size: sizeOf(url, contents[index] ?? new Uint8Array()) })),
    worker: gzipSync(worker).length,
    brotli: [...contents, worker].reduce((sum, bytes) => sum + Math.min(bytes.length, brotliCompressSync(bytes).length), 0),
  };
}
