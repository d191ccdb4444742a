import { Worker } from 'node:worker_threads';
import { fillLabel, type Label } from '#domain/kernel/label.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { typescriptWorker } from '#server/storage/typescriptWorker.ts';
import type { RenderOrder, RenderSaid } from './setReport.ts';

export interface RenderedReport {
  readonly pdf: Uint8Array;
  readonly pages: number;
  /** Of programme, typesetter and fonts: what the bytes follow from, beside facts and template. */
  readonly engineVersion: string;
}

/** A report that takes longer than this has a fault nobody foresaw: tenths of a second alone, half a minute for the first on a machine whose processors are all taken. */
const allowedMs = 120_000;
/** An idle thread ends after this long and gives its memory back. */
const idleMs = 120_000;
/** Previews that may wait: whoever comes later is told. */
const mostWaiting = 30;

interface Waiting {
  readonly order: RenderOrder;
  readonly resolve: (said: RenderSaid) => void;
  readonly reject: (error: Error) => void;
}
const waiting: Waiting[] = [];
let worker: Worker | null = null;
let isBusy = false;
let idle: NodeJS.Timeout | null = null;

const refused = (status: number, [zh, en]: Label, code: string, params: Readonly<Record<string, string>> = {}): UserError =>
  new UserError(status, [fillLabel([zh, en], params, 'zh'), fillLabel([zh, en], params, 'en')], { refusal: code });

/** Why a report could not be set, in words. */
const faults = {
  noGlyph: (char: string) => refused(422, ['字库缺少“{char}”', 'No glyph for {char}'], 'report.noGlyph', { char }),
  noCode: (text: string) => refused(422, ['“{text}”不能印成条码', '"{text}" cannot be printed as a code'], 'report.noCode', { text }),
  headTooTall: () =>
    refused(422, ['页眉和页脚过高, 请减少其中的内容', 'Head and foot of the page are too tall; put less into them'], 'report.headTooTall'),
};

/**
 * Sets a report in a thread of its own, one at a time. Throws UserError 422 with the character no font has, the text no code can
 * carry, or a head that leaves no page; 503 where too many wait already.
 */
export async function renderReport(order: RenderOrder): Promise<RenderedReport> {
  if (waiting.length >= mostWaiting)
    throw refused(503, ['正在排版的报告过多, 请稍后再试', 'Too many reports are being set; try again in a moment'], 'report.engineBusy');
  const said = await new Promise<RenderSaid>((resolve, reject) => {
    waiting.push({ order, resolve, reject });
    next();
  });
  switch (said.kind) {
    case 'rendered':
      return { pdf: said.pdf, pages: said.pages, engineVersion: said.engineVersion };
    case 'noGlyph':
      throw faults.noGlyph(said.char);
    case 'noCode':
      throw faults.noCode(said.text);
    case 'headTooTall':
      throw faults.headTooTall();
    case 'failed':
      throw new Error(`a report could not be set: ${said.message}`);
  }
}

function openWorker(): Worker {
  if (worker) return worker;
  const made = new Worker(typescriptWorker(new URL('./reportThread.ts', import.meta.url)), {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // What an idle thread dies of concerns the next report alone: it gets a new one.
  made.on('error', () => undefined);
  made.on('exit', () => {
    if (worker === made) worker = null;
  });
  // Nobody waits for an idle one when the server ends.
  made.unref();
  worker = made;
  return made;
}

function next(): void {
  if (isBusy) return;
  const turn = waiting.shift();
  if (!turn) return rest();
  isBusy = true;
  if (idle) clearTimeout(idle);
  const thread = openWorker();
  const end = (): void => {
    clearTimeout(timer);
    thread.off('message', onMessage).off('error', onError).off('exit', onExit);
    isBusy = false;
    next();
  };
  const fail = (error: Error): void => {
    if (worker === thread) worker = null;
    void thread.terminate();
    turn.reject(error);
    end();
  };
  const timer = setTimeout(() => fail(new Error('a report was not set in time')), allowedMs);
  const onMessage = (said: RenderSaid): void => {
    turn.resolve(said);
    end();
  };
  const onError = (error: Error): void => fail(error);
  const onExit = (): void => fail(new Error('the thread that sets reports ended'));
  thread.on('message', onMessage).on('error', onError).on('exit', onExit);
  thread.postMessage(turn.order);
}

function rest(): void {
  idle = setTimeout(() => {
    const thread = worker;
    worker = null;
    void thread?.terminate();
  }, idleMs);
  idle.unref();
}
