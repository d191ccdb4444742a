import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, loadConfigFromFile, mergeConfig, type InlineConfig, type PluginOption } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface Client {
  /** A folder with the console as it is released, and one file more. */
  readonly dist: string;
  /** Address of that file: page.ts, on the console's own chunks. */
  readonly script: string;
  /** Puts another release in its place: the worker differs, desks are offered it. */
  release(): void;
  remove(): void;
}

/** Builds the console by its own configuration, with the bench's entry beside its own. */
export async function buildClient(): Promise<Client> {
  const dist = mkdtempSync(join(tmpdir(), 'accession-bench-dist-'));
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(root, 'vite.config.ts'), root);
  if (!loaded) throw new Error('no vite.config.ts');
  const { plugins = [], ...config } = loaded.config;
  const more: InlineConfig = {
    root,
    configFile: false,
    logLevel: 'error',
    // Compressed twins would be written into the released folder.
    plugins: [isNot('precompress', plugins)],
    build: {
      outDir: dist,
      emptyOutDir: true,
      rolldownOptions: { input: { index: join(root, 'index.html'), bench: join(root, 'bench/offline/ours/page.ts') } },
    },
  };
  const built = await build(mergeConfig(config, more));
  const files = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  const entry = files.find((file) => file.type === 'chunk' && file.isEntry && file.name === 'bench');
  if (!entry) throw new Error('the entry of the bench was not built');
  return {
    dist,
    script: `/${entry.fileName}`,
    release() {
      const worker = join(dist, 'serviceWorker.js');
      writeFileSync(worker, `${readFileSync(worker, 'utf8')}\n// another release\n`);
    },
    remove: () => rmSync(dist, { recursive: true, force: true }),
  };
}

const isNot = (name: string, plugins: PluginOption[]): PluginOption[] =>
  plugins.filter((plugin) => !(plugin && typeof plugin === 'object' && 'name' in plugin && plugin.name === name));
