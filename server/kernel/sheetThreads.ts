import { Worker } from 'node:worker_threads';
import { fillLabel, type Label } from '#domain/kernel/label.ts';
import { sheetFaultTexts } from '#domain/sheet/sheetFault.ts';
import type { ParsedSheet, SheetLimits, SheetRow } from '#domain/sheet/sheetTypes.ts';
import { typescriptWorker } from '#server/storage/typescriptWorker.ts';
import { UserError } from './answers.ts';
import type { SheetOrder, SheetSaid } from './sheetThread.ts';

/** Sheets that are read at once, and that may wait for their turn. */
const atOnce = 2;
const mostWaiting = 20;
/** What one sheet may take; a list of the longest kind takes a tenth of it. */
const allowed = { seconds: 20, megabytes: 384 };
/** An idle thread ends after this long: most hours bring no sheet. */
const idleMs = 60_000;

const refused = (text: Label, code: string): UserError => new UserError(422, text, { refusal: `sheet.${code}` });
const tooHeavy = (): UserError => {
  const [zh, en] = sheetFaultTexts.tooHeavy;
  const params = { seconds: allowed.seconds, limit: allowed.megabytes };
  return refused([fillLabel([zh, en], params, 'zh'), fillLabel([zh, en], params, 'en')], 'tooHeavy');
};

interface Thread {
  readonly worker: Worker;
  idle: NodeJS.Timeout | null;
}
const idle: Thread[] = [];
const waiting: (() => void)[] = [];
let busy = 0;

function takeThread(): Thread {
  const found = idle.pop();
  if (found) {
    if (found.idle) clearTimeout(found.idle);
    return found;
  }
  const worker = new Worker(typescriptWorker(new URL('./sheetThread.ts', import.meta.url)), {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: allowed.megabytes },
  });
  // What a thread that was given up still dies of concerns nobody.
  worker.on('error', () => undefined);
  // Nobody waits for an idle one when the server ends.
  worker.unref();
  const made: Thread = { worker, idle: null };
  worker.on('exit', () => forget(made));
  return made;
}
function forget(thread: Thread): void {
  const at = idle.indexOf(thread);
  if (at >= 0) idle.splice(at, 1);
}
function giveBack(thread: Thread): void {
  thread.idle = setTimeout(() => {
    forget(thread);
    void thread.worker.terminate();
  }, idleMs);
  thread.idle.unref();
  idle.push(thread);
}

/**
 * Reads a sheet in a thread of its own, which has a memory and a time of its own and gives way to everything else: at most two
 * at once, the others wait. Throws UserError 422 with what is wrong with the file, 503 where too many wait already.
 */
export async function readInThread(bytes: Uint8Array, limits: SheetLimits): Promise<ParsedSheet> {
  if (busy >= atOnce) {
    if (waiting.length >= mostWaiting)
      throw new UserError(503, ['正在读取的文件过多, 请稍后再试', 'Too many files are being read: try again in a moment'], { refusal: 'sheet.busy' });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else busy += 1;
  try {
    return await readWith(takeThread(), { bytes, limits });
  } finally {
    // The turn goes to whoever waits longest, or is given up.
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
}

function readWith(thread: Thread, order: SheetOrder): Promise<ParsedSheet> {
  const { worker } = thread;
  return new Promise((resolve, reject) => {
    let head: Omit<ParsedSheet, 'rows' | 'rowNumbers'> | null = null;
    const rows: SheetRow[] = [];
    const rowNumbers: number[] = [];
    const timer = setTimeout(() => end(tooHeavy()), allowed.seconds * 1000);
    const end = (error: Error | null): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      if (error !== null && !(error instanceof Read)) void worker.terminate();
      else giveBack(thread);
      if (error !== null) reject(error instanceof Read ? error.fault : error);
      else if (head) resolve({ ...head, rows, rowNumbers });
    };
    const onMessage = (said: SheetSaid): void => {
      if (said.kind === 'head') head = said.sheet;
      else if (said.kind === 'rows') {
        for (const row of said.rows) rows.push(row);
        for (const number of said.rowNumbers) rowNumbers.push(number);
      } else if (said.kind === 'end') end(null);
      else end(new Read(said.kind === 'fault' ? refused(said.text, said.code) : new Error(said.message)));
    };
    const onError = (error: Error): void => end((error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooHeavy() : error);
    const onExit = (): void => end(tooHeavy());
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(order);
  });
}

/** The thread is well, the file is not. */
class Read extends Error {
  readonly fault: Error;
  constructor(fault: Error) {
    super(fault.message);
    this.fault = fault;
  }
}
