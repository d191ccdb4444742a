import { resultKind } from '#domain/base/item.ts';
import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { SheetCell, SheetRow } from '#domain/sheet/sheetTypes.ts';
import { metric as metrics } from './metrics.ts';
import { readNumber } from './referenceRange.ts';

/** How a file lays out its results (docs/lab.md#result-files). */
export const resultLayout = choices({
  wide: [1, '一行一样本', 'A row a sample'],
  long: [2, '一行一检测项', 'A row an item'],
  firstRow: [3, '样本信息仅在首行', 'A sample’s facts on its first row alone'],
  noHeader: [4, '无表头', 'No header'],
});

/** A stored layout; a row a sample where none was said. */
export const layoutOf = (stored: number | null): CodeOf<typeof resultLayout> =>
  ([resultLayout.long, resultLayout.firstRow, resultLayout.noHeader] as const).find((code) => code === stored) ?? resultLayout.wide;

/** What a column says of a sample beside its values. */
export type SampleRole = 'labCode' | 'sampleCode' | 'personName' | 'well' | 'index';
/** In a long file: which item a row is about, and what it says of it. */
export type ItemRole = 'itemName' | 'value';

/** A column of a file, as its template names it; the first thing that is not null counts. */
export interface ResultColumn {
  /** From 0. */
  readonly at: number;
  readonly title: string;
  readonly role: SampleRole | ItemRole | null;
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

export const cellFaults = {
  notNumber: ['“{value}”不是数值', '"{value}" is no number'],
  dateInText: ['“{value}”被表格软件改成了日期，请以文本格式重新导出', '"{value}" was turned into a date by a spreadsheet: export it as text'],
  excelError: ['单元格出错：{value}', 'The cell holds an error: {value}'],
  unknownWord: ['“{value}”不是该项可取的结果', '"{value}" is no result of this item'],
  noItem: ['“{value}”不是该项目组的检测项', '"{value}" is no item of the panel group'],
  saidTwice: ['文件中有两个不同的值：{value}', 'The file says two different things: {value}'],
} as const satisfies Record<string, Label>;
export type CellFault = keyof typeof cellFaults;

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
  readonly cells: readonly ResultCell[];
}

/** Control characters and half letters stand in no text that is kept. */
const textOf = (cell: SheetCell | undefined): string =>
  cell === null || cell === undefined
    ? ''
    : (typeof cell === 'object' ? cell.text : String(cell))
        .replace(/[\t\r\n]+/g, ' ')
        .replace(/\p{Cc}|\p{Cs}/gu, '')
        .normalize('NFKC')
        .trim();
const nameKey = (name: string): string => name.normalize('NFKC').replace(/[\s_]/g, '').toLowerCase();

/** A spreadsheet keeps fifteen digits of a number, and shows a long one by its power. */
const isLost = (cell: SheetCell | undefined): boolean =>
  typeof cell === 'number' ? !Number.isSafeInteger(cell) || Math.abs(cell) >= 1e15 : /^\d+(\.\d+)?e\+?\d+$/i.test(textOf(cell));

/** Genes whose names spreadsheets take for dates (SEPT9, MARCH1, DEC1) and the like: what is left of them is a date. */
function faultOf(cell: SheetCell | undefined, item: Pick<ResultItem, 'kind' | 'words'>): CellFault | null {
  const text = textOf(cell);
  if (text === '') return null;
  if (typeof cell === 'object' && cell !== null) return 'isError' in cell ? 'excelError' : 'dateInText';
  if (/^#(N\/A|REF!|DIV\/0!|VALUE!|NAME\?|NULL!|NUM!)$/.test(text)) return 'excelError';
  if (/^\d{1,2}-(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)$/i.test(text) || /^\d{1,2}月\d{1,2}日$/.test(text)) return 'dateInText';
  if (item.kind === resultKind.quantitative) return readNumber(text) ? null : 'notNumber';
  return item.words.length > 0 && !item.words.some((word) => nameKey(word) === nameKey(text)) ? 'unknownWord' : null;
}

/** A measure of quality is a number, but for the sex that was read; a share may be written with its sign. */
const metricText = (cell: SheetCell | undefined): string => textOf(cell).replace(/\s*%$/, '');
const metricFault = (name: string, cell: SheetCell | undefined): CellFault | null =>
  name === metrics.sexCall ? null : faultOf(typeof cell === 'string' ? metricText(cell) : cell, { kind: resultKind.quantitative, words: [] });

const isAbout = (one: ResultCell, other: ResultCell): boolean =>
  one.itemId === other.itemId && one.metric === other.metric && (one.itemId !== null || one.metric !== null || one.title === other.title);

/** A sample whose further rows may follow. */
type Growing = Omit<ResultRow, 'cells'> & { cells: readonly ResultCell[] };

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

/**
 * The samples of a file in its order: those of a file with a row a sample as they stand there, those of another layout each once.
 * Rows without a code belong to the sample above them in files that say so, and are left out elsewhere.
 */
export function readResultRows(
  { rows, rowNumbers }: { readonly rows: readonly SheetRow[]; readonly rowNumbers: readonly number[] },
  { layout, headRow, columns }: ResultTemplate,
  items: readonly ResultItem[],
): ResultRow[] {
  const byId = new Map(items.map((item) => [item.itemId, item]));
  const byName = new Map(items.flatMap((item) => item.names.filter(Boolean).map((name) => [nameKey(name), item] as const)));
  const columnOf = (role: SampleRole | ItemRole): ResultColumn | undefined => columns.find((column) => column.role === role);
  const codeColumn = columnOf('labCode') ?? columnOf('sampleCode');
  if (!codeColumn) throw new Error('a template without a column of codes');
  const codeRole = codeColumn.role === 'labCode' ? 'labCode' : 'sampleCode';

  function cellsOf(row: SheetRow): ResultCell[] {
    const said = columns.flatMap(({ at, title, itemId, metric }): ResultCell[] => {
      const cell = row[at];
      const item = itemId === null ? undefined : byId.get(itemId);
      if (item) return [{ itemId, metric: null, title, value: textOf(cell), fault: faultOf(cell, item) }];
      return metric === null ? [] : [{ itemId: null, metric, title, value: metricText(cell), fault: metricFault(metric, cell) }];
    });
    const name = textOf(row[columnOf('itemName')?.at ?? -1]);
    if (layout !== resultLayout.long || name === '') return said;
    const item = byName.get(nameKey(name));
    const cell = row[columnOf('value')?.at ?? -1];
    const value = textOf(cell);
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
    const cells = cellsOf(row);
    const same = isLostHere ? undefined : earlier(code);
    if (same) {
      same.cells = joined(same.cells, cells);
      return;
    }
    if (code === '') return;
    const said = (role: SampleRole): string => textOf(row[columnOf(role)?.at ?? -1]);
    const line = rowNumbers[at] ?? at + 1;
    const sample: Growing = {
      line,
      code,
      codeRole,
      isCodeLost: isLostHere,
      personName: said('personName'),
      well: said('well'),
      index: said('index'),
      cells,
    };
    found.push(sample);
    if (!isLostHere) byCode.set(code, sample);
  });
  return found;
}
