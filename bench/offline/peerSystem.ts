import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, CDPSession, Page } from 'playwright';
import { build } from 'vite';
import { receptionBody } from './acts.ts';
import { openOrigin } from './origin.ts';
import type { PeerPage } from './peers/peer.ts';
import type { Act, Choice, Rig, System } from './system.ts';
import { openWire } from './wire.ts';

const folder = fileURLToPath(new URL('./peers/', import.meta.url));
const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(`${folder}node_modules/${name}/package.json`, 'utf8')) as { version: string }).version;

/** Without a request for so long, a replay is over. */
const quietMs = 2000;

interface Described {
  readonly key: string;
  readonly title: string;
  readonly module: string;
  readonly setting: string;
  /** Part of the line of requests that carry acts; `sends`: of all its requests to the server, where that is more. */
  readonly carries: string;
  readonly sends?: string;
  readonly hasWorker?: boolean;
  readonly hasHandlers?: boolean;
}

const described: readonly Described[] = [
  {
    key: 'workbox',
    title: 'Workbox',
    module: 'workbox-background-sync',
    carries: '/ops',
    hasWorker: true,
    setting:
      'NetworkOnly with BackgroundSyncPlugin (24 h retention) in a service worker, as in "Basic usage"; it sends no key. The `sync` event is brought forward by the debugger every 5 s: the browser itself would wait minutes',
  },
  {
    key: 'tanstack',
    title: 'TanStack offline-transactions',
    module: '@tanstack/offline-transactions',
    hasHandlers: true,
    carries: '/ops',
    setting:
      'defaults, IndexedDB; mutation function as its guide: `Idempotency-Key` sent, 4xx is a NonRetriableError. @tanstack/db is the very copy it pins (0.8.7): beside another copy its transactions capture nothing and report success',
  },
  {
    key: 'rxdb',
    title: 'RxDB',
    module: 'rxdb',
    carries: '/push',
    setting:
      'Dexie storage, HTTP replication upwards only, push batch 100, retry 5 s, leader election: defaults; the server compares the assumed state',
  },
  {
    key: 'pouchdb',
    title: 'PouchDB',
    module: 'pouchdb-browser',
    carries: '/_bulk_docs',
    sends: '/db/',
    setting: 'replicate.to live with retry, batches of 100: defaults; server express-pouchdb 4.2 on the memory adapter',
  },
];

export const peerKeys = described.map(({ key }) => key);

/** The public queues, each bundled once. */
export async function peerSystems(wanted: readonly string[]): Promise<System[]> {
  const systems: System[] = [];
  for (const one of described.filter(({ key }) => wanted.includes(key))) systems.push(await systemOf(one));
  return systems;
}

async function systemOf(one: Described): Promise<System> {
  const files = new Map([
    ['/', { type: 'text/html; charset=utf-8', body: '<!doctype html><meta charset="utf-8"><title>bench</title><script src="/page.js"></script>' }],
    ['/page.js', { type: 'text/javascript; charset=utf-8', body: await bundle(`${one.key}.ts`) }],
  ]);
  if (one.hasWorker) files.set('/worker.js', { type: 'text/javascript; charset=utf-8', body: await bundle(`${one.key}Worker.ts`) });
  return {
    key: one.key,
    title: one.title,
    version: versionOf(one.module),
    setting: one.setting,
    hasHandlers: one.hasHandlers ?? false,
    isOneByOne: one.carries === '/ops',
    prepare: (choice) => prepare(one, files, choice),
    close: () => Promise.resolve(null),
  };
}

async function bundle(entry: string): Promise<string> {
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    build: { write: false, target: 'es2022', minify: true, lib: { entry: `${folder}${entry}`, formats: ['iife'], name: 'bench' } },
  });
  const [script] = (Array.isArray(built) ? built : [built]).flatMap((made) => ('output' in made ? made.output : []));
  if (script?.type !== 'chunk') throw new Error(`${entry} was not built`);
  return script.code;
}

async function prepare(one: Described, files: ReadonlyMap<string, { type: string; body: string }>, { ownTimeoutMs, backend }: Choice): Promise<Rig> {
  const origin = await openOrigin(files, backend);
  const wire = await openWire(origin.port);
  const act = (record: number, edit = 0): Act => ({
    record: `BENR${String(record).padStart(6, '0')}`,
    edit,
    body: backend?.bodyOf(record) ?? receptionBody(record, edit),
  });
  let context: BrowserContext | null = null;
  let pages: Page[] = [];
  let page: Page | undefined;
  let query = ownTimeoutMs ? `?timeout=${ownTimeoutMs}` : '';
  let syncing: Promise<CDPSession> | null = null;
  let registration = '';
  const inPage = (): Page => {
    if (!page) throw new Error(`${one.key}: not open`);
    return page;
  };
  const openPage = async (): Promise<void> => {
    if (!context) throw new Error(`${one.key}: no browser`);
    page = await context.newPage();
    pages.push(page);
    await page.goto(`${wire.address}/${query}`);
    await page.evaluate(() => (globalThis as unknown as { peer: PeerPage }).peer.start());
  };
  const closePages = async (): Promise<void> => {
    for (const open of pages) await open.close().catch(() => undefined);
    pages = [];
  };
  const watchWorkers = async (): Promise<CDPSession> => {
    const session = await inPage().context().newCDPSession(inPage());
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, scopeURL } of registrations) if (scopeURL.startsWith(wire.address)) registration = registrationId;
    });
    await session.send('ServiceWorker.enable');
    return session;
  };
  return {
    wire,
    carries: (line) => line.includes(one.carries),
    sends: (line) => line.includes(one.sends ?? one.carries),
    isAnsweredByWire: true,
    async open(next) {
      await closePages();
      context = next;
      syncing = null;
      await openPage();
    },
    openSecondTab: openPage,
    useTab: (index) => void (page = pages[index]),
    async update() {
      query = '?handler=sendActRenamed';
      await inPage().goto(`${wire.address}/${query}`);
      await inPage().evaluate(() => (globalThis as unknown as { peer: PeerPage }).peer.start());
    },
    act,
    refusable: (records) => Promise.resolve(records.map((record) => act(record))),
    save: (acts: readonly Act[]) => inPage().evaluate((given) => (globalThis as unknown as { peer: PeerPage }).peer.saveAll(given), acts),
    poison: (acts) => Promise.resolve(origin.poison(acts.map(({ record }) => record))),
    resume: () => inPage().evaluate(() => (globalThis as unknown as { peer: PeerPage }).peer.resume()),
    async nudge() {
      // The browser has one `sync` event of a tag at a time.
      const last = wire.requests.at(-1);
      const isBusy = wire.requests.some(({ isOpen }) => isOpen) || (last && performance.now() - (last.endedAt ?? last.at) < quietMs);
      if (!one.hasWorker || isBusy) return;
      const session = await (syncing ??= watchWorkers());
      const asked = { origin: wire.address, registrationId: registration, tag: 'workbox-background-sync:acts', lastChance: false };
      if (registration) await session.send('ServiceWorker.dispatchSyncEvent', asked).catch(() => undefined);
    },
    ledger: () => origin.ledger(),
    held: async () => ({ waiting: await inPage().evaluate(() => (globalThis as unknown as { peer: PeerPage }).peer.held()), tray: [] }),
    async close() {
      await closePages();
      await wire.close();
      await origin.close();
    },
  };
}
