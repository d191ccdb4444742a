import { fork, type ChildProcess } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { fillLabel, type Label } from '#domain/kernel/label.ts';
import { sheetFaultTexts } from '#domain/sheet/sheetFault.ts';
import type { ParsedSheet, SheetLimits, SheetRow } from '#domain/sheet/sheetTypes.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { SheetOrder, SheetSaid } from './sheetProcess.ts';

export interface ReadFile {
  /** SHA-256, hex. */
  readonly fileHash: string;
  readonly sheet: ParsedSheet;
}

/** What was judged in the process that read it. */
export interface JudgedFile<Sum> {
  /** SHA-256, hex. */
  readonly fileHash: string;
  /** The rows' verdicts in portions, each a JSON array. */
  readonly portions: readonly string[];
  readonly sum: Sum;
}

/** Sheets that are read at once, and that may wait for their turn: on a small machine one, so that a processor is left to whoever scans. */
const atOnce = availableParallelism() > 2 ? 2 : 1;
const mostWaiting = 20;
/** What one sheet may take; a list of the longest kind takes seconds alone, and a minute on a machine whose processors are all taken: it gives way. */
const allowed = { seconds: 120, megabytes: 384 };
/** An idle process ends after this long: most hours bring no sheet. */
const idleMs = 60_000;

const refused = (text: Label, code: string): UserError => new UserError(422, text, { refusal: code });
const tooHeavy = (): UserError => {
  const [zh, en] = sheetFaultTexts.tooHeavy;
  const params = { seconds: allowed.seconds, limit: allowed.megabytes };
  return refused([fillLabel([zh, en], params, 'zh'), fillLabel([zh, en], params, 'en')], 'sheet.tooHeavy');
};

interface Reader {
  readonly child: ChildProcess;
  idle: NodeJS.Timeout | null;
}
const idle: Reader[] = [];
const waiting: (() => void)[] = [];
let busy = 0;

function takeReader(): Reader {
  const found = idle.pop();
  if (found) {
    if (found.idle) clearTimeout(found.idle);
    return found;
  }
  const file = fileURLToPath(new URL('./sheetProcess.ts', import.meta.url));
  const child = fork(file, {
    serialization: 'advanced',
    execArgv: [...(file.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : []), `--max-old-space-size=${allowed.megabytes}`],
  });
  try {
    // Before it makes threads of its own, which take it over: whoever scans goes first, and on a busy machine a tenth of a processor is left to read with.
    if (child.pid !== undefined) setPriority(child.pid, 10);
  } catch {
    // A system that does not let us is no reason not to read; a process that did not begin has its own error.
  }
  // What a process that was given up still dies of concerns nobody.
  child.on('error', () => undefined);
  // Nobody waits for an idle one when the server ends.
  child.unref();
  child.channel?.unref();
  const made: Reader = { child, idle: null };
  child.on('exit', () => forget(made));
  return made;
}
function forget(reader: Reader): void {
  const at = idle.indexOf(reader);
  if (at >= 0) idle.splice(at, 1);
}
function giveBack(reader: Reader): void {
  reader.idle = setTimeout(() => {
    forget(reader);
    reader.child.kill('SIGKILL');
  }, idleMs);
  reader.idle.unref();
  idle.push(reader);
}

/**
 * Reads a sheet in a process of its own, which has a memory and a time of its own and gives way to everything else, as a thread
 * cannot: the helpers that collect its garbage are the server's. At most two at once, the others wait. Throws UserError 422 with what is wrong with the file, 503 where too many wait already.
 */
export const readApart = (path: string, limits: SheetLimits): Promise<ReadFile> =>
  inTurn(() => readWith(takeReader(), { kind: 'read', path, limits, judge: null }));

/**
 * Reads a sheet and judges its rows there: `judge` is the address of a module with a `SheetJudge`, `lookUp` finds what it
 * needs. Throws as `readApart` does, what the judge refuses and what `lookUp` throws.
 */
export const judgeApart = <Sum, Needs, Facts>(
  path: string,
  limits: SheetLimits,
  judge: URL,
  lookUp: (needs: Needs) => Promise<Facts>,
): Promise<JudgedFile<Sum>> => inTurn(() => judgeWith(takeReader(), { kind: 'read', path, limits, judge: judge.href }, lookUp));

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (busy >= atOnce) {
    if (waiting.length >= mostWaiting)
      throw new UserError(503, ['正在读取的文件过多, 请稍后再试', 'Too many files are being read: try again in a moment'], { refusal: 'sheet.busy' });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else busy += 1;
  try {
    return await work();
  } finally {
    // The turn goes to whoever waits longest, or is given up.
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
}

type Reading = Extract<SheetOrder, { kind: 'read' }>;

async function readWith(reader: Reader, order: Reading): Promise<ReadFile> {
  let head: Extract<SheetSaid, { kind: 'head' }> | undefined;
  const rows: SheetRow[] = [];
  const rowNumbers: number[] = [];
  await talk(reader, order, (said) => {
    if (said.kind === 'head') head = said;
    if (said.kind !== 'rows') return;
    for (const row of said.rows) rows.push(row);
    for (const number of said.rowNumbers) rowNumbers.push(number);
  });
  if (!head) throw new Error('the process that reads sheets named none');
  return { fileHash: head.fileHash, sheet: { ...head.sheet, rows, rowNumbers } };
}

async function judgeWith<Sum, Needs, Facts>(reader: Reader, order: Reading, lookUp: (needs: Needs) => Promise<Facts>): Promise<JudgedFile<Sum>> {
  let fileHash = '';
  const portions: string[] = [];
  const sum = await talk(reader, order, (said, fail) => {
    if (said.kind === 'verdicts') portions.push(said.portion);
    if (said.kind !== 'needs') return;
    fileHash = said.fileHash;
    lookUp(said.needs as Needs).then((facts) => reader.child.send({ kind: 'judge', facts } satisfies SheetOrder), fail);
  });
  return { fileHash, portions, sum: sum as Sum };
}

/** Gives the order and listens until the end; what the last word sums up. A process that did not answer well is given up. */
function talk(reader: Reader, order: Reading, hear: (said: SheetSaid, fail: (error: unknown) => void) => void): Promise<unknown> {
  const { child } = reader;
  return new Promise((resolve, reject) => {
    const stop = (isWell: boolean): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('error', onError).off('exit', onExit);
      if (isWell) giveBack(reader);
      else child.kill('SIGKILL');
    };
    const fail = (error: unknown): void => {
      stop(false);
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const timer = setTimeout(() => fail(tooHeavy()), allowed.seconds * 1000);
    const onMessage = (said: SheetSaid): void => {
      if (said.kind === 'end') {
        stop(true);
        resolve(said.sum);
      } else if (said.kind === 'fault' || said.kind === 'failed') {
        // The process is well, the file is not.
        stop(true);
        reject(said.kind === 'fault' ? refused(said.text, said.code) : new Error(said.message));
      } else hear(said, fail);
    };
    const onError = (error: Error): void => fail(error);
    const onExit = (): void => fail(tooHeavy());
    child.on('message', onMessage).on('error', onError).on('exit', onExit);
    child.send(order, (error) => error && fail(error));
  });
}
