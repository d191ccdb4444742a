import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { WrittenCell } from '#domain/sheet/writeSheet.ts';
import { writeXlsxFile, type WrittenFile } from './xlsxFile.ts';

type Portion = readonly (readonly WrittenCell[])[];
/** What the thread is asked: a file, its rows by portions, then its second sheet. */
export type WriteOrder =
  | { readonly kind: 'open'; readonly path: string; readonly names: readonly [rows: string, conditions: string]; readonly isHeadLocked: boolean }
  | { readonly kind: 'rows'; readonly rows: Portion }
  | { readonly kind: 'end'; readonly conditions: Portion };
/** What it says: `taken` of each portion, then the file or why there is none. */
export type WriteSaid =
  | { readonly kind: 'taken' }
  | { readonly kind: 'written'; readonly file: WrittenFile }
  | { readonly kind: 'failed'; readonly message: string };

const say = (said: WriteSaid): void => parentPort?.postMessage(said);

let waiting: ((order: WriteOrder) => void) | null = null;
const orders: WriteOrder[] = [];
const next = (): Promise<WriteOrder> => {
  const order = orders.shift();
  return order ? Promise.resolve(order) : new Promise((resolve) => (waiting = resolve));
};

async function write({ path, names: [rowsName, conditionsName], isHeadLocked }: Extract<WriteOrder, { kind: 'open' }>): Promise<void> {
  let conditions: Portion = [];
  async function* portions(): AsyncGenerator<Portion> {
    for (let order = await next(); ; order = await next()) {
      if (order.kind === 'end') return void (conditions = order.conditions);
      if (order.kind !== 'rows') continue;
      yield order.rows;
      say({ kind: 'taken' });
    }
  }
  async function* asked(): AsyncGenerator<Portion> {
    yield conditions;
  }
  try {
    say({
      kind: 'written',
      file: await writeXlsxFile(path, [
        { name: rowsName, rows: portions(), isHeadLocked },
        { name: conditionsName, rows: asked() },
      ]),
    });
  } catch (error) {
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

try {
  // On Linux this is the thread's own: whoever scans goes first.
  setPriority(0, 19);
} catch {
  // A system that does not let us is no reason not to write.
}
parentPort?.on('message', (order: WriteOrder) => {
  if (order.kind === 'open') {
    orders.length = 0;
    waiting = null;
    return void write(order);
  }
  const take = waiting;
  waiting = null;
  if (take) take(order);
  else orders.push(order);
});
