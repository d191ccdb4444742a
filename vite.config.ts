import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { build, defineConfig, type Plugin, runnerImport } from 'vite';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { version: string };
const appVersion = JSON.stringify(process.env.APP_VERSION ?? version);
const apiTarget = process.env.API ?? 'http://127.0.0.1:8080';

/** Screens a desk needs without network: they and all they import are precached, nothing else is. */
const deskScreens = [
  'src/app/InsideScreen.tsx',
  'src/screens/sample/SummaryEnterScreen.tsx',
  'src/screens/sample/DetailEnterScreen.tsx',
  'src/screens/sample/UploadRequisitionScreen.tsx',
  'src/screens/sample/HandoverScreen.tsx',
  'src/screens/sample/NoHandoverScreen.tsx',
  'src/screens/sample/reject/RejectScreen.tsx',
  'src/screens/sample/abnormal/AbnormalScreen.tsx',
  'src/screens/sample/partner/PartnerReceiveScreen.tsx',
  'src/screens/lab/LabReceiveScreen.tsx',
  'src/screens/desk/TrayScreen.tsx',
  'src/screens/home/HomeScreen.tsx',
  'src/screens/session/LoginScreen.tsx',
  'src/screens/errors/ErrorScreens.tsx',
];
const precached = new Set<string>();
/** What screens share that need the network. */
const onlineChunks = new Set(['rules-online', 'online', 'charts']);

interface Graph {
  readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null;
}
const root = fileURLToPath(new URL('.', import.meta.url));
const sharedByDesk = new Set<string>();
/** Whether a desk needs a module without network: the entry or a screen of the desk imports it. */
function isOfDesk(id: string, graph: Graph): boolean {
  if (sharedByDesk.size === 0) {
    const left = ['src/main.tsx', ...deskScreens].map((file) => join(root, file));
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (sharedByDesk.has(next)) continue;
      sharedByDesk.add(next);
      left.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
    }
  }
  return sharedByDesk.has(id);
}
/** Names a group of what a desk needs without network, and leaves the rest to the next group. */
const ofDesk =
  (name: string) =>
  (id: string, graph: Graph): string | null =>
    isOfDesk(id, graph) ? name : null;

const tableFile = join(root, 'domain/consoleTable.ts');
/** The console's table is worked out here: its values, and none of the descriptions they come from, go to the desks. */
function workedOutTable(): Plugin {
  return {
    name: 'worked-out-table',
    apply: 'build',
    async load(id) {
      if (id !== tableFile) return null;
      const { module } = await runnerImport<Readonly<Record<string, unknown>>>(tableFile, { configFile: false, root, logLevel: 'error' });
      return Object.entries(module)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

/** Collects the closure of static imports of the entry and the desk screens (globs alone miss shared chunks). */
function deskClosure(): Plugin {
  return {
    name: 'desk-closure',
    apply: 'build',
    generateBundle(_options, bundle) {
      const take = (file: string): void => {
        if (precached.has(file)) return;
        precached.add(file);
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk') return;
        chunk.imports.forEach(take);
        chunk.viteMetadata?.importedCss.forEach(take);
      };
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') {
          // Workers of the import and their like are emitted as assets; the legacy .xls parser is fetched when first needed.
          if (/assets\/.*(excelImport|dateCheck|journal)[^/]*\.js$/.test(chunk.fileName)) take(chunk.fileName);
          continue;
        }
        const source = chunk.facadeModuleId ? relative(process.cwd(), chunk.facadeModuleId) : '';
        if (chunk.isEntry || deskScreens.includes(source) || source.startsWith('src/console/locales/')) take(chunk.fileName);
      }
      // One import more, and every desk would download what only online screens need.
      const strays = Object.values(bundle).filter((chunk) => precached.has(chunk.fileName) && chunk.type === 'chunk' && onlineChunks.has(chunk.name));
      if (strays.length > 0) throw new Error(`a screen of the desk brings ${strays.map(({ fileName }) => fileName).join(', ')}`);
    },
  };
}

const senderFile = fileURLToPath(new URL('src/offline/send/sender.ts', import.meta.url));
let senderUrl = '';

/**
 * The service worker names every kept file, so each release changes it. What sends the outbox, three quarters of its bytes, is a
 * script of its own with a hash in its name: the worker imports it, and desks fetch it again only when it has changed.
 */
function senderScript(): Plugin {
  return {
    name: 'sender-script',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        define: { __APP_VERSION__: 'globalThis.accessionVersion', 'process.env.NODE_ENV': '"production"' },
        build: { write: false, target: 'es2022', minify: true, lib: { entry: senderFile, formats: ['iife'], name: 'accessionSender' } },
      });
      const [script] = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
      if (script?.type !== 'chunk') throw new Error('the sender was not built');
      senderUrl = `/${this.getFileName(this.emitFile({ type: 'asset', name: 'sender.js', source: script.code }))}`;
    },
  };
}

/** In the service worker: the sender is what the imported script has defined. */
function importedSender(): Plugin {
  const id = '\0imported-sender';
  return {
    name: 'imported-sender',
    enforce: 'pre',
    resolveId: (source) => (source === '#src/offline/send/sender.ts' ? id : null),
    load: (wanted) =>
      wanted === id
        ? `self.accessionVersion = ${appVersion};\nimportScripts(${JSON.stringify(senderUrl)});\nexport const drain = (...given) => accessionSender.drain(...given);\nexport const sendImages = (...given) => accessionSender.sendImages(...given);`
        : null,
  };
}

/** The release stands in the page alone: in a chunk it would rename that chunk, and all that import it, with every release. */
const versionInPage: Plugin = {
  name: 'version-in-page',
  transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'accession-version', content: JSON.parse(appVersion) as string }, injectTo: 'head' }],
};
const versionOfPage = `globalThis.document?.querySelector('meta[name="accession-version"]')?.content`;

/** The addresses of readers without account (server/kernel/http/staticFiles.ts). */
const readerPath = /^\/(verify|r)\//;
/** Their page is built by itself: it shares no file with the console, so that it stays small and no desk keeps it. */
function readerPage(): Plugin {
  return {
    name: 'reader-page',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (readerPath.test(request.url ?? '')) request.url = '/reader.html';
        next();
      });
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (this.environment.config.command !== 'build') return;
        await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          worker: { format: 'es' },
          build: { target: 'es2022', sourcemap: false, emptyOutDir: false, rolldownOptions: { input: 'reader.html' } },
        });
      },
    },
  };
}

/** Writes .br and .gz beside every text file, so that the server never compresses while desks wait. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const entries = await readdir('dist', { recursive: true, withFileTypes: true }).catch(() => []);
        for (const entry of entries) {
          if (!entry.isFile() || !/\.(m?js|css|html|svg|json|webmanifest|wasm)$/.test(entry.name)) continue;
          const file = join(entry.parentPath, entry.name);
          const bytes = await readFile(file);
          if (bytes.length < 1024) continue;
          await writeFile(
            `${file}.br`,
            brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
          );
          await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
        }
      },
    },
  };
}

export default defineConfig(({ command }) => ({
  define: { __APP_VERSION__: command === 'build' ? versionOfPage : appVersion },
  plugins: [
    react(),
    versionInPage,
    deskClosure(),
    workedOutTable(),
    senderScript(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'workers',
      filename: 'serviceWorker.ts',
      injectRegister: false,
      includeManifestIcons: false,
      devOptions: { enabled: false },
      injectManifest: {
        rollupFormat: 'iife',
        buildPlugins: { vite: [importedSender()] },
        // Not the pictures: the system keeps the icon it shows, a page has none.
        globPatterns: ['**/*.{js,css,html,svg,woff2}'],
        maximumFileSizeToCacheInBytes: 4_000_000,
        manifestTransforms: [
          (entries) => ({ manifest: entries.filter((entry) => !entry.url.startsWith('assets/') || precached.has(entry.url)), warnings: [] }),
        ],
      },
      manifest: {
        name: '接样台 Accession',
        short_name: '接样台',
        lang: 'zh-CN',
        theme_color: '#409EFF',
        background_color: '#ffffff',
        display: 'standalone',
        start_url: '/',
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
        ],
      },
    }),
    readerPage(),
    precompress(),
  ],
  worker: { format: 'es' },
  server: { proxy: { '/api': apiTarget } },
  build: {
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // What is true everywhere only says so: a file of `domain` that nobody reads from does nothing and is left out, the schemas of calls above all.
      treeshake: { moduleSideEffects: [{ test: /[\\/]domain[\\/](?!.*node_modules)/, sideEffects: false }] },
      output: {
        // A changed file renames every file that imports it. So what many import stands in chunks that import only what is below them
        // (the import walls), and the table of screens, which names all their files, is in the entry, which nobody imports.
        codeSplitting: {
          groups: [
            {
              name: 'v-react',
              test: /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler|i18next|react-i18next|use-sync-external-store)[\\/]/,
              priority: 90,
            },
            {
              name: 'v-ui',
              test: /node_modules[\\/](@chakra-ui|@ark-ui|@zag-js|@emotion|@internationalized|@floating-ui|lucide-react)[\\/]/,
              tags: ['$initial'],
              priority: 80,
            },
            {
              name: 'v-data',
              test: /node_modules[\\/](dexie|dexie-react-hooks|@tanstack|zod|react-hook-form|date-fns|comlink|workbox-window)[\\/]/,
              tags: ['$initial'],
              priority: 70,
            },
            // What tables and the first page's neighbours need of them.
            {
              name: 'v-desk',
              test: /node_modules[\\/](@chakra-ui|@ark-ui|@zag-js|@emotion|@internationalized|@floating-ui|lucide-react|dexie|dexie-react-hooks|@tanstack|zod|react-hook-form|date-fns|comlink|workbox-window)[\\/]/,
              priority: 65,
            },
            { name: 'domain', test: /[\\/]domain[\\/](?!.*node_modules)/, tags: ['$initial'], priority: 60 },
            {
              name: 'kit',
              test: /[\\/]src[\\/]((ui|api|offline|console)[\\/](?!locales[\\/]en\.)|resource[\\/]pickerSources)|preload-helper/,
              tags: ['$initial'],
              priority: 50,
            },
            { name: ofDesk('rules'), debugName: 'rules', test: /[\\/]domain[\\/](?!.*node_modules)/, priority: 46 },
            { name: 'rules-online', test: /[\\/]domain[\\/](?!.*node_modules)/, priority: 45, minShareCount: 2 },
            // Drawn by who looks at figures: before the screens' shared parts, because a group also takes what its files import.
            { name: 'charts', test: /node_modules[\\/](echarts|zrender)[\\/]/, priority: 42 },
            // What screens share but the first page does not show: tables, forms, the scan box.
            {
              name: ofDesk('desk'),
              debugName: 'desk',
              test: /[\\/]src[\\/](ui|api|offline|console)[\\/](?!label[\\/]|locales[\\/]en\.)/,
              priority: 41,
            },
            {
              name: 'online',
              test: /[\\/]src[\\/](ui|api|offline|console)[\\/](?!label[\\/]|locales[\\/]en\.)/,
              priority: 40,
              minShareCount: 2,
            },
            // Drawing labels takes the symbologies with it: fetched by who prints or designs one.
            { name: 'label', test: /src[\\/]ui[\\/]label[\\/]|node_modules[\\/]bwip-js[\\/]/, priority: 35 },
            // The frame around the pages: apart from the table of screens, which each release changes.
            { name: 'frame', test: /[\\/]src[\\/]shell[\\/]/, priority: 25 },
            { name: 'shell', test: /[\\/]src[\\/](shell|screens[\\/](session|errors))[\\/]/, tags: ['$initial'], priority: 30 },
          ],
        },
      },
    },
  },
}));
