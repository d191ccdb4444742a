import { rmSync } from 'node:fs';
import type { Page } from 'playwright';
import { Api } from '../e2e/support/api.ts';
import { openScreen, signIn, waitUntilReady } from '../e2e/support/console.ts';
import { Desk } from '../e2e/support/desk.ts';
import { readMaster, type Master } from '../e2e/support/prepare.ts';
import { startProduct, type Product } from '../e2e/support/product.ts';

/** A product with a desk at it: Chromium, signed in, the service worker in charge, master data kept. */
export interface House {
  readonly product: Product;
  readonly address: string;
  readonly desk: Desk;
  readonly page: Page;
  readonly admin: Api;
  readonly master: Master;
  readonly goTo: (route: string) => Promise<void>;
}

/** What the TypeScript runner wraps named functions in; pages do not have it. */
export const keepNames = 'globalThis.__name = (made) => made;';

/** Builds the house, hands it over and tears it down, whatever happens. */
export async function withHouse<T>(work: (house: House) => Promise<T>): Promise<T> {
  const product = await startProduct();
  const desk = new Desk();
  try {
    const address = `http://127.0.0.1:${product.port}`;
    const admin = await Api.login(address, 'admin');
    const master = await readMaster(admin);
    const page = await desk.open();
    await page.addInitScript(keepNames);
    await signIn(page, address, 'admin');
    await waitUntilReady(page);
    return await work({ product, address, desk, page, admin, master, goTo: (route) => openScreen(page, address, route) });
  } finally {
    await desk.close();
    await product.stop();
    rmSync(product.dataDir, { recursive: true, force: true });
  }
}

/** Bare strict-durability writes of about an act's size, one transaction each, in a database of their own in this page: ms of each. */
export function bareWrites(page: Page, count: number): Promise<number[]> {
  return page.evaluate(async (wanted) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('bench-bare', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { keyPath: 'id' });
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(new Error(String(opening.error)));
    });
    const took: number[] = [];
    for (let id = 0; id < wanted; id++) {
      const started = performance.now();
      await new Promise<void>((resolve, reject) => {
        const writing = database.transaction('rows', 'readwrite', { durability: 'strict' });
        writing.objectStore('rows').put({ id, body: 'x'.repeat(900) });
        writing.oncomplete = () => resolve();
        writing.onabort = () => reject(new Error(String(writing.error)));
      });
      took.push(performance.now() - started);
    }
    database.close();
    indexedDB.deleteDatabase('bench-bare');
    return took;
  }, count);
}
