import { Journal } from '#src/offline/journal/journal.ts';
import type { JournalDisk, JournalFile } from '#src/offline/journal/journalDisk.ts';
import type { JournalAnswers, JournalAsk, JournalReply, JournalRequest } from '#src/offline/journal/journalTalk.ts';
import { newUuid } from '#src/offline/uuid.ts';

declare const self: DedicatedWorkerGlobalScope;

const folder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle('journal', { create: true });
const lockOf = (name: string): string => `journal-file-${name}`;
const claims = new Map<string, () => void>();

/** The origin's private files: handles that write in place and flush exist in dedicated workers only. */
const disk: JournalDisk = {
  list: async () => {
    const names: string[] = [];
    for await (const name of (await folder()).keys()) if (/^journal-[\w-]+\.log$/.test(name)) names.push(name);
    return names.toSorted();
  },
  claim: (name) =>
    new Promise((resolve, reject) => {
      // The lock is held as long as this promise is open, and dies with the page.
      navigator.locks
        .request(lockOf(name), { ifAvailable: true }, async (lock) => {
          resolve(lock !== null);
          if (lock) await new Promise<void>((release) => claims.set(name, release));
        })
        .catch(reject);
    }),
  release: (name) => {
    claims.get(name)?.();
    claims.delete(name);
  },
  open: async (name) => handleOf(await (await (await folder()).getFileHandle(name, { create: true })).createSyncAccessHandle()),
  look: async (name) => {
    try {
      return new Uint8Array(await (await (await (await folder()).getFileHandle(name)).getFile()).arrayBuffer());
    } catch {
      // Its page has just removed it, having copied what it held.
      return null;
    }
  },
  remove: async (name) => (await folder()).removeEntry(name),
  alone: (work) => navigator.locks.request('journal-survey', work),
};

function handleOf(handle: FileSystemSyncAccessHandle): JournalFile {
  return {
    size: () => handle.getSize(),
    read(at, length) {
      const bytes = new Uint8Array(length);
      return bytes.subarray(0, handle.read(bytes, { at }));
    },
    write(bytes, at) {
      const written = handle.write(bytes, { at });
      if (written < bytes.length) throw new DOMException('the disk took only a part', 'QuotaExceededError');
    },
    flush: () => handle.flush(),
    truncate: (size) => handle.truncate(size),
    close: () => handle.close(),
  };
}

const journal = new Journal(disk, () => `journal-${newUuid()}.log`);
let last: Promise<unknown> = Promise.resolve();

async function answer(ask: JournalAsk): Promise<JournalAnswers[JournalAsk['kind']]> {
  if (ask.kind === 'survey') return journal.survey(ask.now);
  if (ask.kind === 'read') return journal.read(ask.opIds);
  const startedAt = performance.now();
  journal.append(ask.entries);
  return performance.now() - startedAt;
}

self.addEventListener('message', ({ data }: MessageEvent<JournalRequest>) => {
  const { id, ...ask } = data;
  const reply = (told: JournalReply): void => self.postMessage(told);
  // One after another: an act must not be written into a file that is being taken over.
  last = last
    .then(() => answer(ask))
    .then(
      (told) => reply({ id, answer: told }),
      (error: unknown) => reply({ id, failed: { name: (error as Error | null)?.name ?? '', message: String(error) } }),
    );
});
