import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { EmbeddedStart } from './embeddedWorker.ts';
import { typescriptWorker } from './typescriptWorker.ts';

export interface Embedded {
  /** How often files were synced to the disk so far. */
  readonly syncs: () => Promise<number>;
  readonly close: () => Promise<void>;
}

interface Said {
  readonly isReady?: true;
  readonly syncs?: number;
}

/**
 * Starts the embedded engine in a worker thread, listening on `.s.PGSQL.5432` in `runDir`.
 * If it dies later, the process ends with an error: to go on without the database would be to lie.
 */
export async function startEmbedded({ dir, runDir, idleMs }: { dir: string; runDir: string; idleMs: number }): Promise<Embedded> {
  const socketPath = join(runDir, '.s.PGSQL.5432');
  if (existsSync(socketPath)) rmSync(socketPath);
  const workerData: EmbeddedStart = { dir, socketPath, idleMs };
  const worker = new Worker(typescriptWorker(new URL('./embeddedWorker.ts', import.meta.url)), { workerData, eval: true, execArgv: [] });
  let isReady = false;
  let isClosing = false;
  let answer: (said: Said) => void = () => {};
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (said: Said) => {
      if (said.isReady) isReady = true;
      if (said.isReady) resolve();
      else answer(said);
    });
    worker.on('error', (error) => {
      if (isReady) throw error;
      reject(error);
    });
    worker.on('exit', (code) => {
      if (isReady && !isClosing) throw new Error(`The embedded database stopped (${code})`);
      reject(new Error(`The embedded database stopped while starting (${code})`));
    });
  });
  const ask = (order: 'syncs'): Promise<Said> =>
    new Promise((resolve) => {
      answer = resolve;
      worker.postMessage(order);
    });
  return {
    syncs: async () => (await ask('syncs')).syncs ?? 0,
    close: async () => {
      isClosing = true;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('close');
      await ended;
    },
  };
}
