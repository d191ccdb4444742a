import { resultKind } from '#domain/base/item.ts';
import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import type { SheetCell, SheetRow } from '#domain/sheet/sheetTypes.ts';
import { faultOf, isLost, nameKey, textOf, type CellFault } from './cellText.ts';
import { judgeKind } from './judging.ts';
import { metric as metrics, metricNames } from './metrics.ts';
import { findingOf, isFound, tellsFindings, withDoubles, type FileFinding, type FindingRole } from './resultFindings.ts';
import { notFoundWord } from './resultValues.ts';

/** How a file lays out its results (docs/lab.md#result-files). */
export const resultLayout = choices({
  wide: [1, '一行一样本', 'A row a sample'],
  long: [2, '一行一检测项或检出', 'A row an item or a finding'],
  firstRow: [3, '样本信息仅在首行', 'A sample’s facts on its first row alone'],
  noHeader: [4, '无表头', 'No header'],
});

/** A stored layout; a row a sample where none was said. */
export const layoutOf = (stored: number | null): CodeOf<typeof resultLayout> =>
  ([resultLayout.long, resultLayout.firstRow, resultLayout.noHeader] as const).find((code) => code === stored) ?? resultLayout.wide;

/** What a column says of a sample beside its values. */
export type SampleRole = 'labCode' | 'sampleCode' | 'personName' | 'well' | 'index' | 'instrument';
/** In a long file: which item a row is about, what it says of it, and how sure the call is. */
export type ItemRole = 'itemName' | 'value' | 'callStatus';

/** A column of a file, as its template names it; the first thing that is not null counts. */
export interface ResultColumn {
  /** From 0. */
  readonly at: number;
  readonly title: string;
  readonly role: SampleRole | ItemRole | FindingRole | null;
  readonly itemId: string | null;
  readonly metric: string | null;
}
/** An item as a file may name it. */
export interface ResultItem {
  readonly itemId: string;
  readonly names: readonly string[];
  readonly kind: CodeOf<typeof resultKind>;
  /** Words it may have; empty: any. */
  readonly words: readonly string[];
}
export interface ResultTemplate {
  readonly layout: CodeOf<typeof resultLayout>;
  /** Index of the header among the rows that hold anything; -1 without one. */
  readonly headRow: number;
  readonly columns: readonly ResultColumn[];
}

/** One value of a sample; one of `itemId` and `metric` is not null, or both where the file names an item nobody knows. */
export interface ResultCell {
  readonly itemId: string | null;
  readonly metric: string | null;
  /** The column, or the item a long file names. */
  readonly title: string;
  readonly value: string;
  readonly fault: CellFault | null;
}
export interface ResultRow {
  /** As a spreadsheet counts, from 1; of several rows of one sample the first. */
  readonly line: number;
  readonly code: string;
  readonly codeRole: 'labCode' | 'sampleCode';
  /** The code came as a number that has lost digits (1.2E+12): whose row it was cannot be known. */
  readonly isCodeLost: boolean;
  readonly personName: string;
  readonly well: string;
  readonly index: string;
  /** What it was measured on, as the file calls it; absent: the file has no such column, or nothing in it. */
  readonly instrument?: string;
  readonly cells: readonly ResultCell[];
  /** What was found in it; absent: the file tells of no findings. */
  readonly findings?: readonly FileFinding[];
}

/** A header that says its shares are written from 0 to 1; what is kept is percent. */
const isShare = (title: string): boolean => /[(（]\s*(0\s*[-~–]\s*1|小数|fraction)\s*[)）]/i.test(title);

/**
 * A cell as its column means it. Files without a header name each value in its cell (`FF 0.1112`, `Z21 0.846`): the name is left out where it
 * is one of its column's, else the cell is told as no number.
 */
function cellIn(cell: SheetCell | undefined, title: string, names: readonly string[], layout: ResultTemplate['layout']): SheetCell | undefined {
  const text = typeof cell === 'object' && cell !== null ? null : textOf(cell);
  if (text === null) return cell;
  const [, name, value] = /^(\S+)\s+([-−+<>≤≥]?\d\S*)$/.exec(text) ?? [];
  const isNamed = layout === resultLayout.noHeader && name !== undefined && [title, ...names].some((one) => nameKey(one) === nameKey(name));
  const own = isNamed ? value : text;
  const share = Number(own?.replace('−', '-'));
  if (!isShare(title) || own === undefined || own === '' || !Number.isFinite(share)) return isNamed ? own : cell;
  return Number((share * 100).toPrecision(12));
}

/** What a mass array says of a call that is none (MALDI-TOF typing software), with or without its letter. */
const noCall = /^([din][.\s]*)?(low\s*probability|bad\s*spectrum|no[\s-]*alleles)$/i;

/** A measure of quality is a number, but for the sex that was read; a share may be written with its sign. */
const metricText = (cell: SheetCell | undefined): string => textOf(cell).replace(/\s*%$/, '');
const metricFault = (name: string, cell: SheetCell | undefined): CellFault | null =>
  name === metrics.sexCall ? null : faultOf(typeof cell === 'string' ? metricText(cell) : cell, { kind: resultKind.quantitative, words: [] });

const isAbout = (one: ResultCell, other: ResultCell): boolean =>
  one.itemId === other.itemId && one.metric === other.metric && (one.itemId !== null || one.metric !== null || one.title === other.title);

/** A sample whose further rows may follow. */
type Growing = Omit<ResultRow, 'cells' | 'findings'> & { cells: readonly ResultCell[]; found: readonly FileFinding[] };

/** What a further row of a sample adds. Two values of one thing are told, neither is chosen. */
function joined(cells: readonly ResultCell[], more: readonly ResultCell[]): ResultCell[] {
  const said = more.filter(({ value }) => value !== '');
  const kept = cells.flatMap((cell): ResultCell[] => {
    const again = said.find((one) => isAbout(one, cell));
    if (!again || again.value === cell.value) return [cell];
    return cell.value === '' ? [] : [{ ...cell, value: `${cell.value} / ${again.value}`, fault: 'saidTwice' }];
  });
  return [...kept, ...said.filter((one) => !kept.some((cell) => isAbout(one, cell)))];
}

/** What a sample's rows say together: nothing found and a finding are two different things. */
function settled(cells: readonly ResultCell[], own: readonly FileFinding[]): Pick<ResultRow, 'cells' | 'findings'> {
  const findings = withDoubles(own);
  const isDenied = ({ itemId, metric, title, fault, value }: ResultCell): boolean =>
    itemId === null && metric === null && fault === null && findings.some(({ name }) => value === notFoundWord || nameKey(name) === nameKey(title));
  return {
    cells: cells.map((cell) => (isDenied(cell) ? { ...cell, value: `${cell.value} / ${findings[0]?.name ?? ''}`, fault: 'saidTwice' } : cell)),
    findings,
  };
}

/**
 * The samples of a file in its order: those of a file with a row a sample as they stand there, those of another layout each once.
 * Rows without a code belong to the sample above them in files that say so, and are left out elsewhere, but for what was found in nobody knows whom.
 */
export function readResultRows(
  { rows, rowNumbers }: { readonly rows: readonly SheetRow[]; readonly rowNumbers: readonly number[] },
  { layout, headRow, columns }: ResultTemplate,
  items: readonly ResultItem[],
  kind: CodeOf<typeof judgeKind> | null = null,
): ResultRow[] {
  const byId = new Map(items.map((item) => [item.itemId, item]));
  const byName = new Map(items.flatMap((item) => item.names.filter(Boolean).map((name) => [nameKey(name), item] as const)));
  const columnOf = (role: SampleRole | ItemRole): ResultColumn | undefined => columns.find((column) => column.role === role);
  const codeColumn = columnOf('labCode') ?? columnOf('sampleCode');
  if (!codeColumn) throw new Error('a template without a column of codes');
  const codeRole = codeColumn.role === 'labCode' ? 'labCode' : 'sampleCode';
  const hasFindings = tellsFindings(columns);

  function cellsOf(row: SheetRow): ResultCell[] {
    const said = columns.flatMap(({ at, title, itemId, metric }): ResultCell[] => {
      const item = itemId === null ? undefined : byId.get(itemId);
      const cell = cellIn(row[at], title, item?.names ?? metricNames[metric ?? ''] ?? [], layout);
      if (item) return [{ itemId, metric: null, title, value: textOf(cell), fault: faultOf(cell, item) }];
      return metric === null ? [] : [{ itemId: null, metric, title, value: metricText(cell), fault: metricFault(metric, cell) }];
    });
    const name = textOf(row[columnOf('itemName')?.at ?? -1]);
    if (layout !== resultLayout.long || name === '') return said;
    const item = byName.get(nameKey(name));
    const cell = row[columnOf('value')?.at ?? -1];
    const value = textOf(cell);
    const isNoCall = columns.some(({ role, at }) => role === 'callStatus' && noCall.test(textOf(row[at])));
    // A genotype without a call is a result of its own; of anything else nothing was measured.
    if (item && isNoCall) {
      const noneOf = { itemId: item.itemId, metric: null, title: name };
      return [
        ...said,
        kind === judgeKind.genotype ? { ...noneOf, value: notFoundWord, fault: null } : { ...noneOf, value: value || '-', fault: 'noCall' },
      ];
    }
    const own: ResultCell = item
      ? { itemId: item.itemId, metric: null, title: name, value, fault: faultOf(cell, item) }
      : { itemId: null, metric: null, title: name, value, fault: 'noItem' };
    return [...said, own];
  }

  const found: Growing[] = [];
  const byCode = new Map<string, Growing>();
  /** The sample a further row tells of; of a file with a row an item wherever its rows stand. */
  function earlier(code: string): Growing | undefined {
    if (layout === resultLayout.long) return byCode.get(code);
    const above = found.at(-1);
    return layout === resultLayout.firstRow && above && (code === '' || (code === above.code && !above.isCodeLost)) ? above : undefined;
  }
  rows.forEach((row, at) => {
    if (at <= headRow) return;
    const code = textOf(row[codeColumn.at]);
    const isLostHere = isLost(row[codeColumn.at]);
    const line = rowNumbers[at] ?? at + 1;
    const told = hasFindings ? findingOf(row, columns, line, kind === judgeKind.variant) : null;
    const own = isFound(told) ? [told] : [];
    // That nothing was found is seen, too, and a finding beside it contradicts it.
    const nothing = told === null || isFound(told) ? [] : [{ itemId: null, metric: null, title: told.title, value: told.value, fault: null }];
    const cells = [...cellsOf(row), ...nothing];
    const same = isLostHere ? undefined : earlier(code);
    if (same) {
      same.cells = joined(same.cells, cells);
      same.found = [...same.found, ...own];
      return;
    }
    if (code === '' && own.length === 0) return;
    const said = (role: SampleRole): string => textOf(row[columnOf(role)?.at ?? -1]);
    const sample: Growing = {
      line,
      code,
      codeRole,
      isCodeLost: isLostHere,
      personName: said('personName'),
      well: said('well'),
      index: said('index'),
      ...(said('instrument') === '' ? {} : { instrument: said('instrument') }),
      cells,
      found: own,
    };
    found.push(sample);
    if (!isLostHere && code !== '') byCode.set(code, sample);
  });
  return found.map(({ found: own, cells, ...sample }) => (hasFindings ? { ...sample, ...settled(cells, own) } : { ...sample, cells }));
}
