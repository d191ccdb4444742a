import { qualitativeResult } from '#domain/base/conclusion.ts';
import { choice, code, decimal, integer, ref, text, type Field } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { checkConversion, conversionFaults, type ConversionFault, type ConversionRow } from '#domain/report/rules/conversion.ts';

/** What is asked of one wording, in the order of its cells. */
export const cells = {
  itemId: ref('检测项', 'Item', 'item', { required: true }),
  qualitativeResult: choice('结果类别', 'Class', qualitativeResult, { required: true }),
  from: text('原结果', 'Result', { max: 100 }),
  low: decimal('数值 ≥', 'Number ≥', { scale: 6 }),
  high: decimal('数值 <', 'Number <', { scale: 6 }),
  show: text('显示为', 'Shown as', { max: 100 }),
  factor: code('乘以', 'Times', { max: 20 }),
  decimals: integer('小数位', 'Decimals', { min: 0, max: 8 }),
  unit: text('单位', 'Unit', { max: 20 }),
} as const satisfies Readonly<Record<string, Field>>;
export type CellName = keyof typeof cells;
export const cellNames = Object.keys(cells) as readonly CellName[];

/** A wording while it is typed: texts, as inputs hold them. */
export type TypedConversion = Readonly<Record<CellName, string | number | null>>;
export const blankConversion: TypedConversion = {
  itemId: null,
  qualitativeResult: qualitativeResult.negative,
  from: '',
  low: '',
  high: '',
  show: '',
  factor: '',
  decimals: '',
  unit: '',
};
export const typedOf = (row: Readonly<Record<CellName, string | number | null>>): TypedConversion =>
  Object.fromEntries(cellNames.map((name) => [name, row[name] ?? (name === 'itemId' ? null : '')])) as TypedConversion;

const numbers: ReadonlySet<CellName> = new Set(['low', 'high', 'decimals']);
/** What is sent of a typed row; a number that is none stays text. */
export const sentOf = (row: TypedConversion): Readonly<Record<CellName, string | number | null>> =>
  Object.fromEntries(
    cellNames.map((name) => {
      const value = row[name];
      const typed = typeof value === 'string' ? value.trim() : value;
      if (typed === '') return [name, null];
      return [name, numbers.has(name) && typeof typed === 'string' && Number.isFinite(Number(typed)) ? Number(typed) : typed];
    }),
  ) as Readonly<Record<CellName, string | number | null>>;

/** What stands in the way of saving, and the cell to go to. */
export interface RowFault {
  readonly row: number;
  readonly cell: CellName;
  readonly text: Label;
  readonly params: Readonly<Record<string, unknown>>;
}
/** Where a fault of the rule is mended. */
const cellOf: Readonly<Record<ConversionFault, CellName>> = {
  'reportConvert.noCondition': 'from',
  'reportConvert.span': 'low',
  'reportConvert.nothing': 'show',
  'reportConvert.factor': 'factor',
  'reportConvert.meaning': 'show',
  'reportConvert.two': 'from',
};

/** The first fault of a table of wordings: what is no value at all, else what the rule of saving says. */
export function firstFault(rows: readonly TypedConversion[]): RowFault | null {
  const sent = rows.map(sentOf);
  for (const [at, row] of sent.entries()) {
    for (const cell of ['itemId', 'qualitativeResult'] as const) {
      if (row[cell] === null)
        return { row: at, cell, text: ['第{row}行: 请选择{field}', 'Row {row}: choose {field}'], params: { row: at + 1, field: cells[cell].label } };
    }
    const odd = (['low', 'high', 'decimals'] as const).find((cell) => typeof row[cell] === 'string' || isOutside(cell, row[cell]));
    if (odd)
      return {
        row: at,
        cell: odd,
        text: ['第{row}行: {field}的数字无效', 'Row {row}: {field} is no valid number'],
        params: { row: at + 1, field: cells[odd].label },
      };
  }
  const [fault] = checkConversion(sent as unknown as readonly ConversionRow[]);
  return fault ? { row: Number(fault.params['row']) - 1, cell: cellOf[fault.code], text: conversionFaults[fault.code], params: fault.params } : null;
}
const isOutside = (cell: CellName, value: string | number | null): boolean =>
  cell === 'decimals' && value !== null && !(Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 8);
