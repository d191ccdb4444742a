import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { setReport, type RenderOrder, type RenderSaid } from './setReport.ts';

const say = (said: RenderSaid): void => parentPort?.postMessage(said);

async function hear(order: RenderOrder): Promise<void> {
  try {
    say(setReport(order));
  } catch (error) {
    say({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
  // What the engine holds of a report is given back when finalizers run, and they run between turns.
  await new Promise(setImmediate);
}

try {
  // On Linux this is the thread's own: whoever scans goes first.
  setPriority(0, 10);
} catch {
  // A system that does not let us is no reason not to render.
}
let turn: Promise<void> = Promise.resolve();
parentPort?.on('message', (order: RenderOrder) => {
  turn = turn.then(() => hear(order));
});
