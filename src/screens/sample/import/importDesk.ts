import { proxy, type Remote, transfer, wrap } from 'comlink';
import type { Label } from '#domain/kernel/label.ts';
import type { ImportContext, ImportField } from '#domain/sample/import/importVerdict.ts';
import type { SheetTally } from '#domain/sample/import/judgedSheet.ts';
import { enterSummary } from '#domain/sample/summary.ts';
import type { SummaryPayload } from '#domain/sample/summaryInput.ts';
import { currentSession, onSessionChange } from '#src/api/session.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { openPersonIndex } from '#src/offline/master/recentPersons.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';
import type { DateCheck } from '#workers/dateCheck.ts';
import type { ImportWorker } from '#workers/excelImport.ts';
import type { OpenAnswer, OpenedSheet, ReadyRows } from '#workers/importSession.ts';
import { deskNow, tellKnownCodes } from './knownCodes.ts';
import { rememberImport, seenImport, type SeenImport } from './seenImports.ts';

export type ImportDefaults = NonNullable<ImportContext['defaults']>;
interface Opened {
  readonly fileName: string;
  readonly sheet: OpenedSheet;
  readonly seen: SeenImport | null;
}
interface Judged extends Opened {
  readonly tally: SheetTally;
  /** The server said which codes it has; else only this computer's own were looked at. */
  readonly isServerAsked: boolean;
  /** Earlier requisitions of the same person were looked for; else the server alone does. */
  readonly isPersonKnown: boolean;
  /** Grows with every correction, so that tables ask again. */
  readonly version: number;
  /** Lines that are in the outbox, with the keys of their acts. */
  readonly saved: ReadonlyMap<number, string>;
  /** Fields at fault anywhere in the sheet: their columns stand first. */
  readonly faultyFields: readonly ImportField[];
}
/** Where the import stands. It outlives the panel: a clerk may look at another pane and come back. */
export type ImportState =
  | { readonly stage: 'choose'; readonly problem: { readonly fileName: string; readonly text: Label } | null }
  | { readonly stage: 'reading'; readonly fileName: string; readonly share: number; readonly rows: number }
  | ({ readonly stage: 'map'; readonly problem: Label | null } & Opened)
  | ({ readonly stage: 'judging'; readonly share: number } & Opened)
  | ({ readonly stage: 'preview'; readonly result: ImportResult | null } & Judged)
  | ({ readonly stage: 'entering'; readonly done: number; readonly total: number } & Judged);

/** What whoever confirms gives for all rows together. */
export interface GivenAnswers {
  /** For every warning but R-08. */
  readonly reason: string;
  /** ℃, for the rows of a cold chain. */
  readonly temperature: string;
  /** To R-08, for rows that bring no answer of their own; null: none is asked for. */
  readonly duplicateAnswer: number | null;
}
export interface ImportResult {
  readonly saved: number;
  readonly stoppedBy: Label | null;
  /** Rows that the rule of entry refuses here, and what it says of the first; they can be corrected and entered again. */
  readonly refused: number;
  readonly refusedBy: Label | null;
  /** Of those: rules that ask for a reason and were not among the preview's, by how many rows. */
  readonly asks: Readonly<Record<string, number>>;
}
/** What is given to the rules that ask: a reason each, and to R-08 the answer that is its reason. */
const answersTo = (rules: readonly string[], { reason, duplicateAnswer }: GivenAnswers): Pick<SummaryPayload, 'reasons' | 'duplicateAnswer'> => ({
  reasons: Object.fromEntries(rules.filter((rule) => rule !== 'R-08').map((rule) => [rule, reason])),
  ...(rules.includes('R-08') ? { duplicateAnswer } : {}),
});
/** Rules that alone stand in the way of a refused row, and take a reason. */
function askedReasons(error: unknown): readonly string[] {
  const problems = (error instanceof OutboxError ? error.refusal?.problems : undefined) ?? [];
  return problems.every(({ params }) => params['severity'] === 'warn') ? problems.map(({ params }) => String(params['rule'])) : [];
}

const start: ImportState = { stage: 'choose', problem: null };
const brokenWorker: Label = ['导入组件无法启动,请刷新页面后重试', 'The import could not start: reload the page and try again'];
const unreadable: Label = ['文件无法读取,可能已被移动或正被其他程序占用', 'The file cannot be read: it may have been moved or be in use'];
const noMaster: Label = [
  '本机还没有主数据,请联网等待下载完成后再校验',
  'This computer has no master data yet: connect, wait for the download, then check again',
];

interface Workers {
  readonly remote: Remote<ImportWorker>;
  /** Rejects where a worker cannot be loaded or dies. */
  readonly broken: Promise<never>;
  readonly end: () => void;
}
function startWorkers(): Workers {
  const sheets = new Worker(new URL('../../../../workers/excelImport.ts', import.meta.url), { type: 'module', name: 'excel-import' });
  const dates = new Worker(new URL('../../../../workers/dateCheck.ts', import.meta.url), { type: 'module', name: 'date-check' });
  const broken = new Promise<never>((_resolve, reject) => {
    for (const worker of [sheets, dates]) worker.addEventListener('error', () => reject(new Error('worker')));
  });
  broken.catch(() => undefined);
  const remote = wrap<ImportWorker>(sheets);
  const { port1, port2 } = new MessageChannel();
  void wrap<DateCheck>(dates).connect(transfer(port1, [port1]));
  void remote.connectDates(transfer(port2, [port2]));
  return { remote, broken, end: () => [sheets, dates].forEach((worker) => worker.terminate()) };
}

/** The one import of this page: state to be shown, acts to be done. */
class ImportDesk {
  private state: ImportState = start;
  private readonly listeners = new Set<() => void>();
  private workers: Workers | null = null;
  /** Whose import it is; another person's is ended. */
  private userId = '';
  private hash = '';
  /** Grows when an import is begun or given up: answers of an older one are dropped. */
  private run = 0;
  private isStopping = false;
  /** The correction under way: what is counted and entered comes behind it. */
  private correcting: Promise<unknown> = Promise.resolve();
  /** What the person confirming gave last, so that a second go need not ask again. */
  given: GivenAnswers | null = null;
  private abort = new AbortController();

  constructor() {
    onSessionChange((session, change) => {
      if (change === 'logout' || (change === 'login' && session?.userId !== this.userId)) this.reset();
    });
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly current = (): ImportState => this.state;
  private show(state: ImportState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }

  /** Ends whatever is under way and forgets the file. */
  reset(): void {
    this.run += 1;
    this.given = null;
    this.isStopping = true;
    this.abort.abort();
    this.workers?.end();
    this.workers = null;
    this.show(start);
  }
  get remote(): Remote<ImportWorker> {
    this.workers ??= startWorkers();
    return this.workers.remote;
  }
  /** Waits for a worker's answer, or for its death. */
  private async ask<T>(answer: Promise<T>): Promise<T> {
    return Promise.race([answer, this.workers?.broken ?? answer]);
  }

  async open(file: File): Promise<void> {
    this.reset();
    const { run } = this;
    const { name: fileName } = file;
    this.show({ stage: 'reading', fileName, share: 0, rows: 0 });
    const fail = (text: Label): void => (run === this.run ? this.show({ stage: 'choose', problem: { fileName, text } }) : undefined);
    try {
      this.userId = (await currentSession())?.userId ?? '';
      const onProgress = proxy(({ done, total, rows }: { done: number; total: number; rows: number }) => {
        if (run === this.run && this.state.stage === 'reading') this.show({ stage: 'reading', fileName, rows, share: total > 0 ? done / total : 0 });
      });
      const answer = await this.ask<OpenAnswer & { readonly fileHash: string }>(this.remote.openFile(file, onProgress));
      if (run !== this.run) return;
      this.hash = answer.fileHash;
      if (answer.ok) this.show({ stage: 'map', fileName, sheet: answer.sheet, seen: seenImport(this.userId, answer.fileHash), problem: null });
      else fail(answer.text);
    } catch (error) {
      fail((error as Error).message === 'worker' ? brokenWorker : unreadable);
    }
  }

  /** Another sheet of the workbook, another header row, another field of a column; back from the preview too. */
  async remap(change: (remote: Remote<ImportWorker>) => Promise<OpenedSheet | OpenAnswer>): Promise<void> {
    const { state, run } = this;
    if (state.stage !== 'map') return;
    const answer = await this.ask(change(this.remote));
    if (run !== this.run) return;
    if (!('ok' in answer)) this.show({ ...state, sheet: answer, problem: null });
    else if (answer.ok) this.show({ ...state, sheet: answer.sheet, problem: null });
    else this.show({ ...state, problem: answer.text });
  }
  backToMap(): void {
    const { state } = this;
    if (state.stage === 'preview') this.show({ stage: 'map', fileName: state.fileName, sheet: state.sheet, seen: state.seen, problem: null });
  }

  async judge(defaults: ImportDefaults): Promise<void> {
    const { state } = this;
    if (state.stage !== 'map') return;
    const run = (this.run += 1);
    this.abort = new AbortController();
    const { fileName, sheet, seen } = state;
    const opened: Opened = { fileName, sheet, seen };
    this.show({ stage: 'judging', share: 0, ...opened });
    try {
      const counts = await this.ask(this.remote.prepare());
      if (run !== this.run) return;
      if (!counts) {
        this.show({ stage: 'map', ...opened, problem: noMaster });
        return;
      }
      const isServerAsked = await this.ask(tellKnownCodes(this.remote, counts, this.abort.signal));
      if (run !== this.run) return;
      const onProgress = proxy((done: number, total: number) => {
        if (run === this.run && this.state.stage === 'judging') this.show({ stage: 'judging', share: total > 0 ? done / total : 1, ...opened });
      });
      const permissions = (await currentSession())?.permissions ?? [];
      const persons = (await openPersonIndex()) ?? null;
      const tally = await this.ask(this.remote.judgeAll({ defaults, now: await deskNow(), permissions }, persons, onProgress));
      const faultyFields = await this.ask<readonly ImportField[]>(this.remote.faultyFields());
      if (run === this.run)
        this.show({
          stage: 'preview',
          ...opened,
          tally,
          faultyFields,
          isServerAsked,
          isPersonKnown: persons !== null,
          version: 0,
          saved: new Map(),
          result: null,
        });
    } catch (error) {
      if (run === this.run) this.show({ stage: 'map', ...opened, problem: (error as Error).message === 'worker' ? brokenWorker : unreadable });
    }
  }
  /** Gives up checking: the worker keeps its file, and what it still answers is not listened to. */
  stopJudging(): void {
    const { state } = this;
    if (state.stage !== 'judging') return;
    this.run += 1;
    this.abort.abort();
    this.show({ stage: 'map', fileName: state.fileName, sheet: state.sheet, seen: state.seen, problem: null });
  }

  async correct(line: number, texts: Readonly<Partial<Record<ImportField, string>>>): Promise<void> {
    const { state, run } = this;
    if (state.stage !== 'preview' || state.saved.has(line)) return;
    const corrected = this.ask(this.remote.correct(line, texts));
    this.correcting = corrected.catch(() => undefined);
    const tally = await corrected;
    const now = this.state;
    if (run === this.run && now.stage === 'preview') this.show({ ...now, tally, version: now.version + 1 });
  }

  /** Saves every good row as an act of its own. What is saved stays saved, whatever happens after. */
  async enter(given: GivenAnswers): Promise<void> {
    await this.correcting;
    const { state, run } = this;
    if (state.stage !== 'preview') return;
    this.given = given;
    this.isStopping = false;
    const saved = new Map(state.saved);
    const total = state.tally.rows.ok + state.tally.rows.warn - saved.size;
    const { result: _result, ...judged } = state;
    let stoppedBy: Label | null = null;
    let refused = 0;
    let refusedBy: Label | null = null;
    const asks: Record<string, number> = {};
    const isTold = (rule: string): boolean => rule in (state.result?.asks ?? {});
    let done = 0;
    this.show({ ...judged, stage: 'entering', done, total });
    for (let next: number | null = 0; next !== null && !this.isStopping && !stoppedBy;) {
      const { rows, nextLine }: ReadyRows = await this.ask<ReadyRows>(this.remote.ready(next, 50));
      for (const { line, values, rules, isTemperatureNeeded } of rows) {
        if (this.isStopping || stoppedBy) break;
        if (saved.has(line)) continue;
        try {
          const added = isTemperatureNeeded ? { arrivalTemperature: Number(given.temperature) } : {};
          const row = (more: readonly string[]): SummaryPayload =>
            ({ ...values, ...added, ...answersTo([...rules, ...more], given), isCodeJudged: true }) as SummaryPayload;
          const { opId } = await enqueue(enterSummary, row([])).catch((error: unknown) => {
            const open = askedReasons(error);
            // The reason was given in the knowledge of these, too.
            if (open.length > 0 && open.every(isTold)) return enqueue(enterSummary, row(open));
            for (const rule of new Set(open)) asks[rule] = (asks[rule] ?? 0) + 1;
            throw error;
          });
          saved.set(line, opId);
        } catch (error) {
          // One row's refusal is no other's affair.
          if (error instanceof OutboxError && error.refusal) {
            refused += 1;
            refusedBy ??= error.label;
          } else
            stoppedBy =
              error instanceof OutboxError
                ? error.label
                : ['本机存储不可用,其余内容未保存', 'The storage of this computer is not available; the rest was not saved'];
        }
        done += 1;
        if (run === this.run && (done % 5 === 0 || done === total)) this.show({ ...judged, stage: 'entering', done, total });
      }
      next = nextLine;
    }
    const added = saved.size - state.saved.size;
    if (added > 0) rememberImport(this.userId, { hash: this.hash, at: Date.now(), rows: saved.size });
    if (run === this.run)
      this.show({ ...judged, stage: 'preview', saved, version: state.version + 1, result: { saved: added, stoppedBy, refused, refusedBy, asks } });
  }
  /** Stops after the row that is being saved. */
  stopEntering(): void {
    this.isStopping = true;
  }
}

export const importDesk = new ImportDesk();
