import { resultKind } from '#domain/base/item.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { SheetCell } from '#domain/sheet/sheetTypes.ts';
import { readNumber } from './referenceRange.ts';

export const cellFaults = {
  notNumber: ['“{value}”不是数值', '"{value}" is no number'],
  dateInText: ['“{value}”被表格软件改成了日期，请以文本格式重新导出', '"{value}" was turned into a date by a spreadsheet: export it as text'],
  excelError: ['单元格出错：{value}', 'The cell holds an error: {value}'],
  unknownWord: ['“{value}”不是该项可取的结果', '"{value}" is no result of this item'],
  noItem: ['“{value}”不是该项目组的检测项', '"{value}" is no item of the panel group'],
  noCall: ['“{value}”判读失败，须复检', '"{value}" is no call: have it done again'],
  percent: ['“{value}”不是 0 到 100 之间的百分比', '"{value}" is no percentage from 0 to 100'],
  noName: ['检出没有名称', 'What was found has no name'],
  noClass: ['变异没有评级，或评级无法读取：{value}', 'The variant has no class, or none that can be read: {value}'],
  foundTwice: ['该样本已有“{value}”一行', 'The sample has a row of "{value}" already'],
  saidTwice: ['文件中有两个不同的值：{value}', 'The file says two different things: {value}'],
} as const satisfies Record<string, Label>;
export type CellFault = keyof typeof cellFaults;

/** Control characters and half letters stand in no text that is kept. */
export const textOf = (cell: SheetCell | undefined): string =>
  cell === null || cell === undefined
    ? ''
    : (typeof cell === 'object' ? cell.text : String(cell))
        .replace(/[\t\r\n]+/g, ' ')
        .replace(/\p{Cc}|\p{Cs}/gu, '')
        .normalize('NFKC')
        .trim();
export const nameKey = (name: string): string => name.normalize('NFKC').replace(/[\s_]/g, '').toLowerCase();

/** A spreadsheet keeps fifteen digits of a number, and shows a long one by its power. */
export const isLost = (cell: SheetCell | undefined): boolean =>
  typeof cell === 'number' ? !Number.isSafeInteger(cell) || Math.abs(cell) >= 1e15 : /^\d+(\.\d+)?e\+?\d+$/i.test(textOf(cell));

/** Genes whose names spreadsheets take for dates (SEPT9, MARCH1, DEC1) and the like: what is left of them is a date. */
export function faultOf(
  cell: SheetCell | undefined,
  item: { readonly kind: CodeOf<typeof resultKind>; readonly words: readonly string[] },
): CellFault | null {
  const text = textOf(cell);
  if (text === '') return null;
  if (typeof cell === 'object' && cell !== null) return 'isError' in cell ? 'excelError' : 'dateInText';
  if (/^#(N\/A|REF!|DIV\/0!|VALUE!|NAME\?|NULL!|NUM!)$/.test(text)) return 'excelError';
  if (/^\d{1,2}-(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)$/i.test(text) || /^\d{1,2}月\d{1,2}日$/.test(text)) return 'dateInText';
  if (item.kind === resultKind.quantitative) return readNumber(text) ? null : 'notNumber';
  return item.words.length > 0 && !item.words.some((word) => nameKey(word) === nameKey(text)) ? 'unknownWord' : null;
}
