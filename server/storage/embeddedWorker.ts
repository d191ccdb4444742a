import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { DurableNodeFS, syncCount } from './embeddedFiles.ts';
import { EmbeddedFront } from './embeddedFront.ts';

/** The embedded engine in a thread of its own: in the main thread every query would stop the server. */
export interface EmbeddedStart {
  readonly dir: string;
  readonly socketPath: string;
  readonly idleMs: number;
}

const { dir, socketPath, idleMs } = workerData as EmbeddedStart;
const db = await PGlite.create({
  fs: new DurableNodeFS(dir),
  // -F would switch fsync off; the engine's own fdatasync is a stub that does nothing.
  startParams: PGlite.defaultStartParams
    .filter((param) => param !== '-F')
    .concat(['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'TimeZone=Asia/Shanghai']),
});
const front = new EmbeddedFront({ run: (messages, onRawData) => db.execProtocolRawStream(messages, { onRawData }) }, { idleMs });
await front.listen(socketPath);

parentPort?.on('message', (order: 'close' | 'syncs') => {
  if (order === 'syncs') parentPort?.postMessage({ syncs: syncCount.value });
  // The engine's own exit ends this thread.
  else
    void front
      .close()
      .then(() => db.close())
      .finally(() => process.exit());
});
parentPort?.postMessage({ isReady: true });
