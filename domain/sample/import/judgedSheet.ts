import type { EarlierRequisition } from '../rules/entryForm.ts';
import { personMarks, type MarkedPerson } from '../rules/personMarks.ts';
import { cleanCode } from '../rules/person.ts';
import type { FaultCode, ImportContext, ImportField, ImportRow, RowState, RowVerdict } from './importVerdict.ts';
import { judgeRow } from './judgeRow.ts';
import { firstLines } from './judgeRows.ts';
import { indexMaster, type MasterIndex } from './masterIndex.ts';
import { personOfRow } from './rowValues.ts';
import { cellText } from './sheetCell.ts';

/** A correction of these says something to other rows. */
const sharedFields: ReadonlySet<ImportField> = new Set(['requisitionCode', 'sampleCode', 'personName', 'telephone', 'credentialNo', 'commodity']);

const states: readonly RowState[] = ['ok', 'warn', 'error'];

/** How a sheet stands: rows by state, rows by fault, and rows by the rule that will ask for a reason at entry. */
export interface SheetTally {
  readonly rows: Readonly<Record<RowState, number>>;
  readonly faults: Readonly<Partial<Record<FaultCode, number>>>;
  readonly warnings: Readonly<Record<string, number>>;
  /** Rows that can be entered once the arrival temperature of their cold chain is given. */
  readonly temperatures: number;
}
/** Looks for earlier requisitions of persons, one answer for each. */
export type FindEarlier = (persons: readonly MarkedPerson[]) => Promise<readonly (readonly EarlierRequisition[])[]>;

/**
 * A sheet under correction. It keeps the rows and one byte of state for each; verdicts are judged again when they are looked at,
 * so that a hundred thousand rows cost no more than their cells.
 */
export class JudgedSheet {
  private readonly rows: ImportRow[];
  private readonly context: ImportContext;
  private readonly master: MasterIndex;
  private first: ReturnType<typeof firstLines>;
  private readonly state: Uint8Array;
  private readonly faults = new Map<FaultCode, number>();
  private readonly warnings = new Map<string, number>();
  private temperatures = 0;
  private readonly findEarlier: FindEarlier | undefined;
  /** By line; a line that is not here has none, where they were looked for. */
  private readonly earlier = new Map<number, readonly EarlierRequisition[]>();
  private correcting: Promise<void> = Promise.resolve();
  private readonly faulty = new Set<ImportField>();
  private judged = 0;

  /** Without `findEarlier` nothing is said of earlier requisitions. */
  constructor(rows: readonly ImportRow[], context: ImportContext, findEarlier?: FindEarlier) {
    this.findEarlier = findEarlier;
    this.rows = [...rows];
    this.context = context;
    this.master = indexMaster(context);
    this.first = firstLines(rows, this.master);
    this.state = new Uint8Array(rows.length);
  }

  get size(): number {
    return this.rows.length;
  }

  /** Judges the next rows; false once all are judged. Called in slices, so that progress can be told between. */
  async judgeSome(count: number): Promise<boolean> {
    const end = Math.min(this.judged + count, this.rows.length);
    const verdicts = this.rows.slice(this.judged, end).map((row, at) => this.judge(row, this.judged + at));
    const found = (await this.findEarlier?.(verdicts.map(personOf))) ?? [];
    for (const [at, verdict] of verdicts.entries()) {
      const earlier = found[at] ?? [];
      if (earlier.length > 0) this.earlier.set(verdict.line, earlier);
      this.count(earlier.length > 0 ? this.verdict(verdict.line) : verdict, 1);
    }
    this.judged = end;
    return this.judged < this.rows.length;
  }

  verdict(line: number): RowVerdict {
    const row = this.rows[line];
    if (!row) throw new RangeError(`no data row ${line}`);
    return this.judge(row, line);
  }
  private judge(row: ImportRow, line: number): RowVerdict {
    const earlier = this.findEarlier ? (this.earlier.get(line) ?? []) : undefined;
    return judgeRow(row, line, this.context, this.master, this.first, earlier);
  }
  row(line: number): ImportRow | undefined {
    return this.rows[line];
  }

  tally(): SheetTally {
    const rows = { ok: 0, warn: 0, error: 0 };
    for (let line = 0; line < this.judged; line += 1) rows[states[this.state[line] ?? 0] ?? 'ok'] += 1;
    return { rows, faults: Object.fromEntries(this.faults), warnings: Object.fromEntries(this.warnings), temperatures: this.temperatures };
  }
  /** Fields that were at fault anywhere, in the order in which they were met; a correction takes none away. */
  faultyFields(): ImportField[] {
    return [...this.faulty];
  }

  /** Lines in these states, from a place on. */
  lines(wanted: readonly RowState[], offset = 0, limit = Number.POSITIVE_INFINITY): number[] {
    const codes = new Set(wanted.map((state) => states.indexOf(state)));
    const found: number[] = [];
    let skip = offset;
    for (let line = 0; line < this.judged && found.length < limit; line += 1) {
      if (!codes.has(this.state[line] ?? 0)) continue;
      if (skip > 0) skip -= 1;
      else found.push(line);
    }
    return found;
  }

  /** Puts a text into a cell and judges again what depends on it: the row, and rows that share its old or new codes or person. One after another. */
  correct(line: number, field: ImportField, text: string): Promise<void> {
    this.correcting = this.correcting.then(() => this.correctNow(line, field, text));
    return this.correcting;
  }
  /** Waits for the corrections that are under way. */
  settled(): Promise<void> {
    return this.correcting;
  }
  private async correctNow(line: number, field: ImportField, text: string): Promise<void> {
    const row = this.rows[line];
    if (!row) return;
    const corrected: ImportRow = { headers: row.headers, cells: { ...row.cells, [field]: text } };
    // Another name or product may be another person.
    const [earlier = []] = (await this.findEarlier?.([personOf(this.judge(corrected, line))])) ?? [];
    const isShared = sharedFields.has(field);
    const touched = new Set([line, ...(isShared ? this.sharing([row, corrected]) : [])]);
    for (const other of touched) this.count(this.verdict(other), -1);
    this.rows[line] = corrected;
    if (earlier.length > 0) this.earlier.set(line, earlier);
    else this.earlier.delete(line);
    if (isShared) this.first = firstLines(this.rows, this.master);
    for (const other of touched) this.count(this.verdict(other), 1);
  }

  /** Lines with a requisition code, a sample code or a person in common with one of these rows. */
  private sharing(those: readonly ImportRow[]): number[] {
    const wanted = new Set(those.flatMap((row) => this.sharedBy(row)));
    return this.rows.flatMap((row, line) => (this.sharedBy(row).some((one) => wanted.has(one)) ? [line] : []));
  }
  private sharedBy(row: ImportRow): string[] {
    const codes = (['requisitionCode', 'sampleCode'] as const).map((field) => ({ field, code: cleanCode(cellText(row.cells[field])) }));
    return [...codes.filter(({ code }) => code !== '').map(({ field, code }) => `${field} ${code}`), ...personMarks(personOfRow(row, this.master))];
  }

  private count({ line, verdict, cells, warnings, isTemperatureNeeded }: RowVerdict, by: 1 | -1): void {
    if (by === 1) this.state[line] = states.indexOf(verdict);
    for (const fault of new Set(cells.map((cell) => cell.fault))) add(this.faults, fault, by);
    for (const { field } of cells) this.faulty.add(field);
    if (isTemperatureNeeded) this.temperatures += by;
    if (verdict !== 'error') for (const rule of new Set(warnings.map((warning) => warning.rule))) add(this.warnings, rule, by);
  }
}

const personOf = ({ values }: RowVerdict): MarkedPerson => values as { commodityIds: readonly string[] };

function add<Key>(tally: Map<Key, number>, key: Key, by: number): void {
  const count = (tally.get(key) ?? 0) + by;
  if (count > 0) tally.set(key, count);
  else tally.delete(key);
}
