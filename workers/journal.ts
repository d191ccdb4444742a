import { Journal } from '#src/offline/journal/journal.ts';
import type { JournalDisk, JournalFile } from '#src/offline/journal/journalDisk.ts';
import type { DiskCount, JournalAnswers, JournalAsk, JournalReply, JournalRequest } from '#src/offline/journal/journalTalk.ts';
import { newUuid } from '#src/offline/platform/uuid.ts';

declare const self: DedicatedWorkerGlobalScope;

const folder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle('journal', { create: true });
const lockOf = (name: string): string => `journal-file-${name}`;
/** Locks of this page, by file. */
const claims = new Map<string, () => void>();

/** The lock is held until it is released, and dies with the page; false where another page has it. */
const lock = (name: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    navigator.locks
      .request(lockOf(name), { ifAvailable: true }, async (held) => {
        if (held) await new Promise<void>((release) => resolve((claims.set(name, release), true)));
        else resolve(false);
      })
      .catch(reject);
  });
function release(name: string): void {
  claims.get(name)?.();
  claims.delete(name);
}

/** The handle of a page that has just died may go later than its lock; after this its file is looked at only, and taken over the next time. */
const handlePatienceMs = 250;
const handles = new Map<string, FileSystemSyncAccessHandle>();

async function takeHandle(name: string): Promise<void> {
  const file = await (await folder()).getFileHandle(name, { create: true });
  for (const until = performance.now() + handlePatienceMs; ;) {
    try {
      handles.set(name, await file.createSyncAccessHandle());
      return;
    } catch (error) {
      if ((error as DOMException).name !== 'NoModificationAllowedError' || performance.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

const reply = (told: JournalReply): void => self.postMessage(told);
/** Takes the page's answer to the count that is wanted. */
let counting: (counted: number | null) => void = () => undefined;

/** The origin's private files: handles that write in place and flush exist in dedicated workers only. */
const disk: JournalDisk = {
  list: async () => {
    const names: string[] = [];
    for await (const name of (await folder()).keys()) if (/^journal-[\w-]+\.log$/.test(name)) names.push(name);
    return names.toSorted();
  },
  claim: async (name) => {
    if (claims.has(name)) return true;
    if (!(await lock(name))) return false;
    try {
      await takeHandle(name);
      return true;
    } catch (error) {
      release(name);
      if ((error as DOMException).name === 'NoModificationAllowedError') return false;
      throw error;
    }
  },
  release,
  open: async (name) => {
    const handle = handles.get(name);
    if (!handle) throw new Error(`${name} is not claimed`);
    return fileOf(name, handle);
  },
  look: async (name) => {
    try {
      return new Uint8Array(await (await (await (await folder()).getFileHandle(name)).getFile()).arrayBuffer());
    } catch {
      // Its page has just removed it, having copied what it held.
      return null;
    }
  },
  remove: async (name) => (await folder()).removeEntry(name),
  canLose: async (bytes) => {
    const counted = await new Promise<number | null>((resolve) => {
      counting = resolve;
      reply({ wants: 'count' });
    });
    return bytes <= (counted ?? bytes);
  },
  alone: (work) => navigator.locks.request('journal-survey', work),
};

function fileOf(name: string, handle: FileSystemSyncAccessHandle): JournalFile {
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
    close: () => {
      handle.close();
      handles.delete(name);
    },
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

self.addEventListener('message', ({ data }: MessageEvent<JournalRequest | DiskCount>) => {
  if ('counted' in data) return counting(data.counted);
  const { id, ...ask } = data;
  // One after another: an act must not be written into a file that is being taken over.
  last = last
    .then(() => answer(ask))
    .then(
      (told) => reply({ id, answer: told }),
      (error: unknown) => reply({ id, failed: { name: (error as Error | null)?.name ?? '', message: String(error) } }),
    );
});
