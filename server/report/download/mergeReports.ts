import { Worker } from 'node:worker_threads';
import { typescriptWorker } from '#server/storage/typescriptWorker.ts';
import type { Merged } from './mergePdfs.ts';

/** Merges files in a thread that ends with it: two hundred reports hold up nobody's audit. Rejects where the thread dies or is stopped. */
export function mergeReports(files: readonly Uint8Array[], signal: AbortSignal): Promise<Merged> {
  const thread = new Worker(typescriptWorker(new URL('./mergeThread.ts', import.meta.url)), { eval: true, execArgv: [], workerData: files });
  return new Promise<Merged>((resolve, reject) => {
    const stop = (): void => void thread.terminate();
    signal.addEventListener('abort', stop, { once: true });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => {
      signal.removeEventListener('abort', stop);
      reject(new Error('the thread that merges reports ended'));
    });
  });
}
