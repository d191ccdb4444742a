import { wrap } from 'comlink';
import { problemOf, problemText } from '#domain/kernel/check.ts';
import type { Field } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { importPath, type Resource } from '#domain/kernel/resource.ts';
import { cellText } from '#domain/sample/import/sheetCell.ts';
import {
  findHeaders,
  keyOf,
  laterTwins,
  mapHeaders,
  mostRecords,
  type Fixed,
  type RecordAnswer,
  type RecordCells,
  type RecordImport as RecordBody,
  recordsAtOnce,
} from '#domain/sheet/recordSheet.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { onSessionChange } from '#src/api/session.ts';
import type { PreviewCell, PreviewLine, PreviewSource, RowState } from '#src/ui/sheet/sheetPreview.ts';
import type { readSheetFile, SheetAnswer } from '#workers/readSheetFile.ts';
import { noteShare } from './importRuns.ts';

interface Judged {
  readonly fileName: string;
  /** Fields in the order of the file's columns. */
  readonly fields: readonly string[];
  /** Headers that name no field: their columns are left out. */
  readonly ignored: readonly string[];
  readonly tally: Readonly<Record<RowState, number>>;
  /** Rows that are saved when the import goes on: new ones, and known ones that change. */
  readonly ready: number;
  readonly done: Readonly<Record<'created' | 'updated', number>>;
  /** What the good rows will do. */
  readonly planned: Readonly<Record<'created' | 'updated' | 'same', number>>;
  readonly version: number;
  /** What cut judging or saving; it can go on. */
  readonly stoppedBy: Label | null;
  /** Rows nobody has judged yet. */
  readonly unjudged: number;
}
/** Where an import stands. It outlives its drawer. */
export type RecordImportState =
  | { readonly stage: 'choose'; readonly problem: { readonly fileName: string; readonly text: Label } | null }
  | { readonly stage: 'reading'; readonly fileName: string }
  | { readonly stage: 'judging' | 'sending'; readonly fileName: string; readonly done: number; readonly total: number }
  | ({ readonly stage: 'preview' } & Judged);

/** What only the answer to a save told of a row. */
export interface ToldRow {
  readonly cells: RecordCells;
  readonly told: Readonly<Record<string, string>>;
}
/** Reads a file in a thread of its own, so that nothing on the screen waits for it. */
export type ReadFile = (bytes: Uint8Array, rows: number) => Promise<SheetAnswer>;

const noHeaders: Label = [
  '没有找到表头: 第一行应是列名, 可下载模板对照',
  'No header row was found: the first row must name the columns; see the template',
];
const unreadable: Label = ['文件无法读取,可能已被移动或正被其他程序占用', 'The file cannot be read: it may have been moved or be in use'];
const noRecords: Label = ['表头下面没有数据', 'There are no rows below the headers'];
const broken: Label = ['校验中断: 出现意外错误, 请重试', 'Checking was cut by an unexpected error; try again'];

async function readInWorker(bytes: Uint8Array, rows: number): Promise<SheetAnswer> {
  const worker = new Worker(new URL('../../../workers/sheetRead.ts', import.meta.url), { type: 'module', name: 'sheet-read' });
  const died = new Promise<never>((_resolve, reject) => worker.addEventListener('error', () => reject(new Error('worker'))));
  try {
    return await Promise.race([wrap<{ readSheetFile: typeof readSheetFile }>(worker).readSheetFile(bytes, rows), died]);
  } finally {
    worker.terminate();
  }
}

/** One list's import: read here, judged and saved by the server, batch by batch. */
export class RecordImport {
  readonly resource: Resource;
  readonly fixed: Fixed;
  private readonly name: string;
  private readonly readFile: ReadFile;
  private state: RecordImportState = { stage: 'choose', problem: null };
  private readonly listeners = new Set<() => void>();
  private fileName = '';
  private fields: readonly string[] = [];
  private ignored: readonly string[] = [];
  private rows: RecordCells[] = [];
  private rowNumbers: readonly number[] = [];
  private answers: (RecordAnswer | undefined)[] = [];
  private twins: ReadonlyMap<number, number> = new Map();
  private readonly saved = new Map<number, RecordAnswer['outcome']>();
  private version = 0;
  /** Grows when another file is taken or the import is stopped: answers of an older run are dropped. */
  private run = 0;
  told: readonly ToldRow[] = [];

  constructor(name: string, resource: Resource, fixed: Fixed, readFile: ReadFile = readInWorker) {
    this.name = name;
    this.resource = resource;
    this.fixed = fixed;
    this.readFile = readFile;
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly current = (): RecordImportState => this.state;
  private show(state: RecordImportState): void {
    this.state = state;
    noteShare(this.name, 'total' in state ? state.done / Math.max(1, state.total) : null);
    for (const listener of this.listeners) listener();
  }

  /** Forgets the file; what is saved stays saved. */
  reset(): void {
    this.run += 1;
    this.rows = [];
    this.told = [];
    this.show({ stage: 'choose', problem: null });
  }

  async open(file: File): Promise<void> {
    this.reset();
    const { run } = this;
    const fail = (text: Label): void => (run === this.run ? this.show({ stage: 'choose', problem: { fileName: file.name, text } }) : undefined);
    this.show({ stage: 'reading', fileName: file.name });
    let answer: SheetAnswer;
    try {
      answer = await this.readFile(new Uint8Array(await file.arrayBuffer()), mostRecords + 20);
    } catch {
      return fail(unreadable);
    }
    if (run !== this.run) return undefined;
    if (!answer.ok) return fail(answer.text);
    const { rows, rowNumbers } = answer.sheet;
    const at = findHeaders(this.resource, rows, this.fixed);
    if (at < 0) return fail(noHeaders);
    const headers = (rows[at] ?? []).map(cellText);
    const columns = mapHeaders(this.resource, headers, this.fixed);
    this.fileName = file.name;
    this.fields = columns.filter((name) => name !== null);
    this.ignored = headers.filter((header, index) => columns[index] === null && header !== '');
    const read = rows
      .slice(at + 1)
      .map((row) => Object.fromEntries(columns.flatMap((name, index) => (name === null ? [] : [[name, cellText(row[index])]]))));
    const isGiven = read.map((cells) => Object.values(cells).some((text) => text !== ''));
    this.rows = read.filter((_cells, index) => isGiven[index]);
    this.rowNumbers = rowNumbers.slice(at + 1).filter((_number, index) => isGiven[index]);
    if (this.rows.length === 0) return fail(noRecords);
    if (this.rows.length > mostRecords)
      return fail([`数据超过 ${mostRecords} 行,请拆分后导入`, `More than ${mostRecords.toLocaleString('en-US')} rows: split the file`]);
    this.answers = this.rows.map(() => undefined);
    this.saved.clear();
    this.version = 0;
    return this.judge();
  }

  /** Has the server judge every row that has no verdict yet. */
  async judge(): Promise<void> {
    this.twins = laterTwins(this.resource, this.rows, this.fixed);
    await this.inBatches(
      'judging',
      this.rows.flatMap((_cells, line) => (this.answers[line] ? [] : [line])),
      true,
    );
  }

  /** Saves every good row. What is saved stays saved, whatever happens after; then the rest is judged again, for it may refer to what is there now. */
  async send(): Promise<void> {
    const lines = this.rows.flatMap((_cells, line) => (this.isReady(line) ? [line] : []));
    if (!(await this.inBatches('sending', lines, false))) return;
    for (const [line, answer] of this.answers.entries()) if (answer?.outcome === 'refused') this.answers[line] = undefined;
    await this.judge();
  }

  /** Stops behind the batch that is under way. */
  stop(): void {
    this.run += 1;
    this.preview(null);
  }

  async correct(line: number, texts: RecordCells): Promise<void> {
    const { run } = this;
    if (this.state.stage !== 'preview' || this.saved.has(line)) return;
    this.rows[line] = { ...this.rows[line], ...texts };
    const before = this.twins;
    this.twins = laterTwins(this.resource, this.rows, this.fixed);
    const touched = [line, ...this.rows.keys()].filter(
      (one, index) => (one === line ? index === 0 : before.get(one) !== this.twins.get(one)) && !this.saved.has(one),
    );
    try {
      await this.ask(touched.slice(0, recordsAtOnce), true);
      if (run === this.run) this.preview(null);
    } catch (error) {
      this.answers[line] = undefined;
      if (run === this.run) this.preview(error instanceof CallError ? [error.message, error.message] : broken);
    }
  }

  /** True where all went through; else the preview says what cut it. */
  private async inBatches(stage: 'judging' | 'sending', lines: readonly number[], isTrial: boolean): Promise<boolean> {
    const { run, fileName } = this;
    for (let done = 0; done < lines.length; done += recordsAtOnce) {
      if (run !== this.run) return false;
      this.show({ stage, fileName, done, total: lines.length });
      try {
        await this.ask(lines.slice(done, done + recordsAtOnce), isTrial);
      } catch (error) {
        if (run === this.run) this.preview(error instanceof CallError ? [error.message, error.message] : broken);
        return false;
      }
    }
    if (run !== this.run) return false;
    this.preview(null);
    return true;
  }

  private async ask(lines: readonly number[], isTrial: boolean): Promise<void> {
    const { rows, answers } = this;
    const body: RecordBody = { isTrial, fixed: this.fixed, rows: lines.map((line) => ({ line, cells: rows[line] ?? {} })) };
    const path = servicePath(this.resource.service, importPath(this.resource));
    const told = await call<readonly RecordAnswer[]>('POST', path, { body, quiet: true, timeoutMs: 120_000 });
    // Another file has taken its place: what was saved of this one is saved, but there is nothing to show it in.
    if (rows !== this.rows || answers !== this.answers) return;
    for (const answer of told) {
      answers[answer.line] = answer;
      if (isTrial || answer.outcome === 'refused') continue;
      this.saved.set(answer.line, answer.outcome);
      if (answer.told) this.told = [...this.told, { cells: rows[answer.line] ?? {}, told: answer.told }];
    }
  }

  private preview(stoppedBy: Label | null): void {
    this.version += 1;
    const tally = { ok: 0, warn: 0, error: 0 };
    for (const line of this.rows.keys()) tally[this.verdictOf(line)] += 1;
    const outcomes = [...this.saved.values()];
    const of = (wanted: RecordAnswer['outcome']): number => outcomes.filter((outcome) => outcome === wanted).length;
    this.show({
      stage: 'preview',
      fileName: this.fileName,
      fields: this.fields,
      ignored: this.ignored,
      tally,
      ready: [...this.rows.keys()].filter((line) => this.isReady(line)).length,
      done: { created: of('created'), updated: of('updated') },
      planned: this.planned(),
      version: this.version,
      stoppedBy,
      unjudged: this.answers.filter((answer) => answer === undefined).length,
    });
  }

  private planned(): Judged['planned'] {
    const planned = { created: 0, updated: 0, same: 0 };
    for (const line of this.rows.keys()) {
      const outcome = this.saved.has(line) || this.twins.has(line) ? null : this.outcomeOf(line);
      if (outcome !== null && outcome !== 'refused') planned[outcome] += 1;
    }
    return planned;
  }

  readonly isSaved = (line: number): boolean => this.saved.has(line);
  readonly outcomeOf = (line: number): RecordAnswer['outcome'] | null => this.answers[line]?.outcome ?? null;
  private isReady(line: number): boolean {
    const outcome = this.outcomeOf(line);
    return !this.saved.has(line) && !this.twins.has(line) && (outcome === 'created' || outcome === 'updated');
  }
  private verdictOf(line: number): RowState {
    const answer = this.answers[line];
    if (this.saved.has(line)) return 'ok';
    if (this.twins.has(line) || answer?.outcome === 'refused') return 'error';
    return answer === undefined || answer.warnings.length > 0 ? 'warn' : 'ok';
  }

  private cellsOf(line: number): PreviewCell[] {
    if (this.saved.has(line)) return [];
    const answer = this.answers[line];
    const headerOf = (name: string): string => this.resource.fields[name]?.label[0] ?? '';
    const cell = (problem: RecordAnswer['problems'][number], verdict: PreviewCell['verdict']): PreviewCell => ({
      field: problem.field,
      // The sentence names the field itself.
      header: '',
      fault: problem.code,
      verdict,
      text: [problemText(problem, 'zh'), problemText(problem, 'en')],
    });
    const twin = this.twins.get(line);
    const [key = this.fields[0] ?? ''] = keyOf(this.resource);
    const own: PreviewCell[] = answer?.text ? [{ field: '', header: '', fault: 'refused', verdict: 'error', text: answer.text }] : [];
    const same =
      twin === undefined ? [] : [problemOf(key, this.resource.fields[key] as Field, 'sameAsRow', { row: this.rowNumbers[twin] ?? twin + 1 })];
    return [
      ...same.map((problem) => cell(problem, 'error')),
      ...(answer?.problems ?? []).map((problem) => cell(problem, 'error')),
      ...(answer?.warnings ?? []).map((problem) => cell(problem, 'warn')),
      ...own,
    ].filter(({ field }) => field === '' || headerOf(field) !== '');
  }
  private lineOf(line: number): PreviewLine {
    const texts = this.rows[line] ?? {};
    return { line, rowNumber: this.rowNumbers[line] ?? line + 1, verdict: this.verdictOf(line), cells: this.cellsOf(line), texts };
  }
  readonly source: PreviewSource = {
    page: async (states, offset, limit) => {
      const lines = [...this.rows.keys()].filter((line) => states.includes(this.verdictOf(line)));
      return { rows: lines.slice(offset, offset + limit).map((line) => this.lineOf(line)), total: lines.length };
    },
    rowsAt: async (lines) => lines.filter((line) => line < this.rows.length).map((line) => this.lineOf(line)),
    correct: (line, texts) => void this.correct(line, texts),
  };
  /** Rows of a state with what is wrong with each, for a file. */
  faultRows(states: readonly RowState[], index: 0 | 1): string[][] {
    return [...this.rows.keys()]
      .filter((line) => states.includes(this.verdictOf(line)))
      .map((line) => [
        ...this.fields.map((name) => this.rows[line]?.[name] ?? ''),
        this.cellsOf(line)
          .map(({ text }) => text[index])
          .join('; '),
      ]);
  }
}

const known = new Map<string, RecordImport>();
// Another person's file is none of this one's business.
onSessionChange((_session, change) => {
  if (change === 'logout' || change === 'login') for (const one of known.values()) one.reset();
});

/** The one import of a list; the same as long as the page lives. */
export function importOf(name: string, resource: Resource, fixed: Fixed): RecordImport {
  const made = known.get(name) ?? new RecordImport(name, resource, fixed);
  known.set(name, made);
  return made;
}
