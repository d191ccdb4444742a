import { readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { fingerprintOf } from './fingerprint.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Where the built server lies: `main.js`, and beside it what its threads run. */
const builtDir = join(root, 'dist-server');
const stampFile = join(builtDir, '.built-from');

/** What begins on its own: the server, its threads, and what a thread is told to load. */
const entries = [
  'server/main.ts',
  'server/storage/embeddedWorker.ts',
  'server/kernel/import/sheetProcess.ts',
  'server/kernel/export/sheetWriterThread.ts',
  'server/sample/summaryJudge.ts',
  'server/report/engine/reportThread.ts',
  'server/report/download/mergeThread.ts',
  'server/report/upload/pdfThread.ts',
];
const nameOf = (file: string): string => basename(file, '.ts');

/**
 * Builds the server into `dist-server/` unless it was built from exactly these sources: one file of JavaScript starts in
 * half of the processor time of a thousand of TypeScript. Packages stay where they are installed; the folder moves with the whole tree.
 */
export async function buildServerIfNeeded(): Promise<void> {
  const wanted = fingerprintOf(root, ['domain', 'server'], ['package-lock.json', 'package.json']);
  if (stampOf() === wanted) return;
  const files = await bundled(entries);
  await mkdir(builtDir, { recursive: true });
  // Another process may build the same at once, or start what is there: each file is replaced whole.
  const put = async (name: string, text: string | Uint8Array): Promise<void> => {
    const draft = join(builtDir, `.${name}.${process.pid}`);
    await writeFile(draft, text);
    await rename(draft, join(builtDir, name));
  };
  for (const file of files) await put(file.fileName, file.type === 'chunk' ? file.code : file.source);
  await put('.built-from', wanted);
  const kept = new Set(files.map(({ fileName }) => fileName));
  for (const name of await readdir(builtDir)) if (!name.startsWith('.') && !kept.has(name)) await rm(join(builtDir, name), { force: true });
}

/**
 * A file of tests that runs in a process of its own, built as the server is and beside it: its address. A process that lives for
 * one step would else spend three seconds of the processor on reading TypeScript. `remove` takes it away again.
 */
export async function builtForTest(file: string): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> {
  const path = join(builtDir, `.${nameOf(file)}.${process.pid}.js`);
  const [main] = await bundled([file], { codeSplitting: false });
  if (main?.type !== 'chunk') throw new Error(`${file} could not be built`);
  await writeFile(path, main.code);
  return { path, remove: () => rm(path, { force: true }) };
}

async function bundled(inputs: readonly string[], output: Rolldown.OutputOptions = {}): Promise<(Rolldown.OutputChunk | Rolldown.OutputAsset)[]> {
  const { build } = await import('vite');
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [builtThreads('import.meta.url')],
    ssr: { external: true },
    build: {
      ssr: true,
      write: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(inputs.map((file) => [nameOf(file), join(root, file)])),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', ...output },
      },
    },
  });
  return (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
}

function stampOf(): string | null {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return null;
  }
}

/**
 * Where a file of the server names a file by its own address (`import.meta.url`): what runs in threads is the built one,
 * beside `at` (an expression; the built files' own address, or from outside `builtAddress`), all else lies where the source does.
 */
export function builtThreads(at: string): Plugin {
  const serverDir = join(root, 'server/');
  return {
    name: 'built-threads',
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?')[0] ?? id;
      if (!file.startsWith(serverDir) || !code.includes('import.meta.url')) return null;
      const changed = code.replaceAll(/(new URL\('\.\/(\w+)\.ts', )?\bimport\.meta\.url\b/g, (_whole, head?: string, name?: string) => {
        if (head && name) {
          if (entries.some((entry) => nameOf(entry) === name)) return `new URL('./${name}.js', ${at}`;
          if (at === 'import.meta.url') throw new Error(`${file} names ${name}.ts: add it to the entries of server/buildServer.ts`);
        }
        const ownAddress = at === 'import.meta.url' ? `new URL(${JSON.stringify(`../${relative(root, file)}`)}, ${at}).href` : 'import.meta.url';
        return `${head ?? ''}${ownAddress}`;
      });
      return { code: changed, map: null };
    },
  };
}

/** The built server's address as an expression, for code that runs elsewhere. */
export const builtAddress = JSON.stringify(`${pathToFileURL(builtDir).href}/`);
/** The file that starts the built server. */
export const builtMain = join(builtDir, 'main.js');
