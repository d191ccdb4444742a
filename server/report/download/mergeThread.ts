import { parentPort, workerData } from 'node:worker_threads';
import { mergePdfs } from './mergePdfs.ts';

parentPort?.postMessage(await mergePdfs(workerData as readonly Uint8Array[]));
