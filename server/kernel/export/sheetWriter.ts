import { Worker } from 'node:worker_threads';
import type { WrittenCell } from '#domain/sheet/writeSheet.ts';
import { typescriptWorker } from '#server/storage/typescriptWorker.ts';
import type { WriteOrder, WriteSaid } from './sheetWriterThread.ts';
import type { WrittenFile } from './xlsxFile.ts';

type Portion = readonly (readonly WrittenCell[])[];

/** What becomes a file: two sheets, the second one known when the first is whole. */
export interface SheetToWrite {
  readonly path: string;
  readonly names: readonly [rows: string, conditions: string];
  readonly heads: readonly WrittenCell[];
  readonly isHeadLocked?: boolean | undefined;
  readonly rows: AsyncIterable<Portion>;
  readonly conditions: () => Portion;
}

/** An idle thread ends after this long: most hours make no file. */
const idleMs = 30_000;
interface Idle {
  readonly worker: Worker;
  readonly timer: NodeJS.Timeout;
}
let idle: Idle | null = null;

function takeWorker(): Worker {
  const found = idle;
  idle = null;
  if (found) {
    clearTimeout(found.timer);
    return found.worker;
  }
  const worker = new Worker(typescriptWorker(new URL('./sheetWriterThread.ts', import.meta.url)), {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // Nobody waits for an idle one when the server ends.
  worker.unref();
  return worker;
}
function giveBack(worker: Worker): void {
  if (idle) return void worker.terminate();
  const timer = setTimeout(() => {
    idle = null;
    void worker.terminate();
  }, idleMs);
  timer.unref();
  idle = { worker, timer };
}

/** Writes a file in a thread of its own, portion by portion: the next one is read when the last one is packed. Throws what the rows throw. */
export async function writeInThread({ path, names, heads, isHeadLocked, rows, conditions }: SheetToWrite): Promise<WrittenFile> {
  const portions = rows[Symbol.asyncIterator]();
  // A list that is refused says so with its first rows: no thread begins for it.
  let portion = await portions.next();
  const worker = takeWorker();
  let [resolve, reject] = [(_said: WriteSaid): void => {}, (_error: Error): void => {}];
  const hear = (): Promise<WriteSaid> => new Promise((yes, no) => ([resolve, reject] = [yes, no]));
  let broken: Error | null = null;
  const fail = (error: Error): void => {
    broken ??= error;
    reject(error);
  };
  const onMessage = (said: WriteSaid): void => (said.kind === 'failed' ? fail(new Error(said.message)) : resolve(said));
  const onError = (error: Error): void => fail(error);
  const onExit = (): void => fail(new Error('the thread that writes sheets ended'));
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  const ask = async (order: WriteOrder): Promise<WriteSaid> => {
    // It may have failed before anybody listened.
    if (broken) throw broken;
    const heard = hear();
    worker.postMessage(order);
    return heard;
  };
  let isWell = false;
  try {
    worker.postMessage({ kind: 'open', path, names, isHeadLocked: isHeadLocked === true } satisfies WriteOrder);
    await ask({ kind: 'rows', rows: [heads] });
    for (; !portion.done; portion = await portions.next()) await ask({ kind: 'rows', rows: portion.value });
    const said = await ask({ kind: 'end', conditions: conditions() });
    if (said.kind !== 'written') throw new Error('the file was not written');
    isWell = true;
    return said.file;
  } finally {
    await portions.return?.();
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    if (isWell) giveBack(worker);
    else {
      worker.on('error', () => undefined);
      void worker.terminate();
    }
  }
}
