import type { DiskCount, JournalAnswers, JournalAsk, JournalReply, JournalRequest } from './journalTalk.ts';

/** A page's line to its journal. */
export interface JournalLink {
  /** Rejects where the worker, or the disk under it, failed; `name` of the error is the disk's own. */
  readonly ask: <Kind extends JournalAsk['kind']>(ask: Extract<JournalAsk, { kind: Kind }>) => Promise<JournalAnswers[Kind]>;
  readonly close: () => void;
}

/** The private files need a secure page and a browser of 2022 or later (Chromium 102). */
export function canKeepJournal(): boolean {
  const storage = (globalThis.navigator as Navigator | undefined)?.storage as StorageManager | undefined;
  return typeof Worker !== 'undefined' && typeof storage?.getDirectory === 'function' && navigator.locks !== undefined;
}

async function countDisk(): Promise<DiskCount> {
  const { usageDetails } = (await navigator.storage.estimate()) as StorageEstimate & { readonly usageDetails?: { readonly fileSystem?: number } };
  return { counted: usageDetails?.fileSystem ?? null };
}

/** Starts the worker; it holds this page's file until `close` or the page's end. */
export function openJournalLink(): JournalLink {
  const worker = new Worker(new URL('../../../workers/journal.ts', import.meta.url), { type: 'module' });
  const asked = new Map<number, { readonly resolve: (answer: never) => void; readonly reject: (error: Error) => void }>();
  let lastId = 0;
  /** A worker that could not start answers nothing, ever. */
  let broken: string | null = null;
  const failAll = (message: string): void => {
    broken = message;
    for (const { reject } of asked.values()) reject(new Error(message));
    asked.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<JournalReply>) => {
    if ('wants' in data) {
      void countDisk()
        .catch((): DiskCount => ({ counted: null }))
        .then((count) => worker.postMessage(count));
      return;
    }
    const waiting = asked.get(data.id);
    asked.delete(data.id);
    if ('answer' in data) waiting?.resolve(data.answer as never);
    else waiting?.reject(Object.assign(new Error(data.failed.message), { name: data.failed.name }));
  });
  worker.addEventListener('error', ({ message }) => failAll(message || 'the journal worker failed'));
  return {
    ask: (ask) =>
      new Promise((resolve, reject) => {
        if (broken !== null) return reject(new Error(broken));
        const id = ++lastId;
        asked.set(id, { resolve, reject });
        worker.postMessage({ ...ask, id } satisfies JournalRequest);
      }),
    close: () => {
      worker.terminate();
      failAll('the journal was closed');
    },
  };
}
