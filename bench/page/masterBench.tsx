import { useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { call, servicePath } from '#src/api/call.ts';
import { emptyCache } from '#src/offline/store/cacheDb.ts';
import { masterAge, searchMaster, syncMasterData } from '#src/offline/master/masterData.ts';
import { pickerSourcesFor } from '#src/resource/pickerSources.ts';
import { ResourcePicker } from '#src/ui/ResourcePicker.tsx';
import { UiProvider } from '#src/ui/UiProvider.tsx';

export interface Synced {
  readonly ms: number;
  readonly rows: number;
  /** The longest time this page did not answer, ms. */
  readonly longestStop: number;
}

/** Work, its time, and the longest while in which nothing else ran on this page. */
async function watched(work: () => Promise<unknown>): Promise<{ ms: number; longestStop: number }> {
  const started = performance.now();
  let [longestStop, last, isRunning] = [0, started, true];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const now = performance.now();
    longestStop = Math.max(longestStop, now - last);
    last = now;
    if (isRunning) setTimeout(() => port2.postMessage(null), 2);
  };
  port2.postMessage(null);
  await work();
  const now = performance.now();
  isRunning = false;
  return { ms: now - started, longestStop: Math.max(longestStop, now - last) };
}

/** A desk that has nothing takes all master data in; `isNew: false`: what changed since. */
async function takeMaster(isNew: boolean): Promise<Synced> {
  if (isNew) await emptyCache();
  const found = await watched(syncMasterData);
  return { ...found, rows: (await masterAge()).rowCount };
}

interface Page {
  readonly cursor: string;
  readonly hasMore: boolean;
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** The yardstick: the same pages fetched by the same call and put into a store with nothing but a key, all on this page. */
async function takeBare(resources: readonly string[], limit: number): Promise<Synced> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('bench-bare-master', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { autoIncrement: true });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error(String(opening.error)));
  });
  let rows = 0;
  const found = await watched(async () => {
    for (let since = '', hasMore = true; hasMore;) {
      const page = await call<Page>('GET', servicePath('base', 'offline/changes'), { query: { resources, since, limit } });
      ({ cursor: since, hasMore } = page);
      await new Promise<void>((resolve, reject) => {
        const writing = database.transaction('rows', 'readwrite');
        const store = writing.objectStore('rows');
        for (const row of Object.values(page.rows).flat()) {
          store.put(row);
          rows += 1;
        }
        writing.oncomplete = () => resolve();
        writing.onabort = () => reject(new Error(String(writing.error)));
      });
    }
  });
  database.close();
  indexedDB.deleteDatabase('bench-bare-master');
  return { ...found, rows };
}

/** One search of the desk's copy, and the longest stop while it ran. */
async function searchOnce(resource: string, query: string): Promise<Synced> {
  let rows = 0;
  const found = await watched(async () => {
    rows = (await searchMaster(resource, query, { limit: 20 })).length;
  });
  return { ...found, rows };
}

let root: Root | null = null;

/** The product's picker over a resource, alone in the page. */
function mountPicker(resource: string): void {
  const source = pickerSourcesFor(() => true)(resource);
  if (!source) throw new Error(`no picker for ${resource}`);
  const given = source;
  function Alone() {
    const [value, setValue] = useState<string | null>(null);
    return <ResourcePicker source={given} value={value} onChange={setValue} ariaLabel="选择" id="picker" />;
  }
  root ??= createRoot(document.getElementById('root') as HTMLElement);
  root.render(
    <UiProvider language="zh">
      <Alone />
    </UiProvider>,
  );
}
function unmountPicker(): void {
  root?.unmount();
  root = null;
}

export const masterBench = { takeMaster, takeBare, searchOnce, mountPicker, unmountPicker };
