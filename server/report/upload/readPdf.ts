import { Worker } from 'node:worker_threads';
import { isPdf, paperMimeOf } from '#domain/kernel/imageKind.ts';
import type { ReadPdf } from '#domain/report/upload/uploadRule.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { typescriptWorker } from '#server/storage/typescriptWorker.ts';

/** What one file may take; a report of a hundred pages takes two seconds, and twenty on a machine whose processors are all taken: it gives way. */
const allowed = { seconds: 90, megabytes: 256 };
const mostWaiting = 50;

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Reads an uploaded PDF in a thread of its own, one at a time, with a memory and a time of its own: a file that outlasts either is
 * unreadable, and takes nobody along. Throws UserError 503 where too many wait already.
 */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const kind = paperMimeOf(bytes);
  if (kind === null || !isPdf(kind)) return { fault: 'noPdf', what: '', pages: 0, text: '' };
  if (waiting >= mostWaiting)
    throw new UserError(503, ['正在读取的文件过多, 请稍后再试', 'Too many files are being read: try again in a moment'], { refusal: 'upload.busy' });
  waiting += 1;
  const own = last.then(() => readAlone(new Uint8Array(bytes)));
  last = own.catch(() => undefined);
  try {
    return await own;
  } finally {
    waiting -= 1;
  }
}

/** A thread for one file: what one document leaves behind reaches no other. */
function readAlone(bytes: Uint8Array<ArrayBuffer>): Promise<ReadPdf> {
  const worker = new Worker(typescriptWorker(new URL('./pdfThread.ts', import.meta.url)), {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: allowed.megabytes },
  });
  return new Promise((resolve) => {
    const end = (said: ReadPdf): void => {
      clearTimeout(timer);
      resolve(said);
      void worker.terminate();
    };
    const giveUp = (): void => end({ fault: 'unreadable', what: '', pages: 0, text: '' });
    const timer = setTimeout(giveUp, allowed.seconds * 1_000);
    worker.on('message', end).on('error', giveUp).on('exit', giveUp);
    worker.postMessage(bytes, [bytes.buffer]);
  });
}
