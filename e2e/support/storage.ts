import { closeSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Where Chromium keeps the databases of an origin. */
export function databaseFolder(profile: string, address: string): string {
  const { protocol, hostname, port } = new URL(address);
  return join(profile, 'Default', 'IndexedDB', `${protocol.slice(0, -1)}_${hostname}_${port}.indexeddb.leveldb`);
}

/** The databases are gone, as after a cleaning tool; only while the browser is down. */
export function loseDatabases(profile: string, address: string): void {
  const folder = databaseFolder(profile, address);
  if (readdirSync(folder).length === 0) throw new Error(`${folder} is empty`);
  rmSync(folder, { recursive: true });
}

/** Nothing of any site is left, as after 清除浏览数据: databases, caches, workers, cookies, copies; only while the browser is down. */
export function loseEverything(profile: string): void {
  rmSync(join(profile, 'Default'), { recursive: true });
}

/** Turns over bytes throughout the files of the databases that match; only while the browser is down. Answers how many files. */
export function spoilDatabases(profile: string, address: string, which: RegExp): number {
  const folder = databaseFolder(profile, address);
  const names = readdirSync(folder).filter((name) => which.test(name) && statSync(join(folder, name)).size > 0);
  for (const name of names) {
    const path = join(folder, name);
    const { size } = statSync(path);
    const file = openSync(path, 'r+');
    const byte = Buffer.alloc(1);
    for (let at = 0; at < size; at += 61) {
      readSync(file, byte, 0, 1, at);
      byte[0]! ^= 0xa5;
      writeSync(file, byte, 0, 1, at);
    }
    closeSync(file);
  }
  return names.length;
}

/** The text of the second copies on this desk, as it lies on the disk. */
export function journalText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('journal');
    let text = '';
    for await (const [, handle] of folder as unknown as AsyncIterable<[string, FileSystemFileHandle]>)
      text += new TextDecoder().decode(await (await handle.getFile()).arrayBuffer());
    return text;
  });
}

/** True when the browser refuses to write for want of room: it goes on for half a minute on what it has allotted before. */
export const refusesWrites = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open('probe', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { autoIncrement: true });
        opening.onerror = () => reject(opening.error ?? new Error('probe'));
        opening.onsuccess = () => {
          const end = (isRefused: boolean): void => {
            opening.result.close();
            resolve(isRefused);
          };
          const transaction = opening.result.transaction('rows', 'readwrite', { durability: 'strict' });
          transaction.objectStore('rows').add('x'.repeat(10_000));
          transaction.oncomplete = () => end(false);
          transaction.onabort = () => end(true);
        };
      }),
  );
