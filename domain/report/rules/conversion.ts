import { qualitativeResult } from '#domain/base/conclusion.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import type { Label } from '#domain/kernel/label.ts';
import { saysNothing } from '#domain/lab/rules/resultValues.ts';
import { multiplied } from './exactDecimal.ts';

export type ResultClass = CodeOf<typeof qualitativeResult>;

/** How a client wants one item's result worded or measured, for one class of result (docs/report.md#conversion). */
export interface ConversionRow {
  readonly itemId: string;
  readonly qualitativeResult: ResultClass;
  /** The word it is for; null: a span of numbers. */
  readonly from: string | null;
  /** The span: `low` included, `high` not; null: without end. */
  readonly low: number | null;
  readonly high: number | null;
  /** The word it is shown as; null: the number, multiplied. */
  readonly show: string | null;
  /** A decimal; what a number is multiplied by. */
  readonly factor: string | null;
  readonly decimals: number | null;
  readonly unit: string | null;
}

export const conversionFaults = {
  'reportConvert.noCondition': ['第{row}行: 请填写原结果或数值范围, 二者之一', 'Row {row}: give the result or a span of numbers, one of the two'],
  'reportConvert.span': ['第{row}行: 数值范围的下限须小于上限', 'Row {row}: the span must begin below its end'],
  'reportConvert.nothing': ['第{row}行: 请填写显示内容、倍数或小数位数', 'Row {row}: give what is shown, a factor or decimals'],
  'reportConvert.factor': ['第{row}行: 倍数须为正的小数', 'Row {row}: the factor is a positive decimal'],
  'reportConvert.meaning': ['第{row}行: “{show}”改变了结果的含义', 'Row {row}: “{show}” changes what the result means'],
  'reportConvert.two': ['第{row}行与第{other}行适用于同一结果', 'Rows {row} and {other} fit the same result'],
} as const satisfies Readonly<Record<string, Label>>;
export type ConversionFault = keyof typeof conversionFaults;

const { negative, positive, suspected } = qualitativeResult;
/** What words say; one that holds another stands before it: “未检出” is no “检出”, “不正常” not “正常”. */
const meanings: readonly (readonly [meaning: ResultClass, words: readonly string[]])[] = [
  [negative, ['未检出', '未见异常', '未见突变', 'not detected']],
  [positive, ['不正常', '非阴性', 'abnormal']],
  [suspected, ['弱阳性', '可疑', '临界', '复查', '复检', '灰区', 'suspected', 'equivocal', 'borderline']],
  [negative, ['低风险', '野生型', '阴性', '正常', 'negative', 'normal']],
  [positive, ['检出', '阳性', '高风险', '异常', '突变', '杂合', '纯合', 'positive', 'detected']],
];

/** What classes of result the words of a text speak of. */
function meaningsOf(text: string): ReadonlySet<ResultClass> {
  let left = text.normalize('NFKC').toLowerCase();
  const said = new Set<ResultClass>(left.trim() !== '' && saysNothing(left) ? [negative] : []);
  for (const [meaning, words] of meanings) {
    for (const word of words) {
      if (!left.includes(word)) continue;
      said.add(meaning);
      left = left.replaceAll(word, ' ');
    }
  }
  return said;
}

/** True where a text can be read as another class of result than the one it stands for. */
export const changesMeaning = (show: string, result: ResultClass): boolean => [...meaningsOf(show)].some((meaning) => meaning !== result);

/** The class a value is worded by: within its range negative, outside positive, a word of doubt suspected; without a range its own words tell. */
export function resultClassOf(value: string, status: string | null): ResultClass {
  const said = meaningsOf(value);
  if (status === 'normal') return negative;
  if (said.has(suspected)) return suspected;
  return status === 'high' || status === 'low' || said.has(positive) ? positive : negative;
}

/** True where the word shown says something that the result's own word does not. */
function saysAnother({ from, show }: ConversionRow): boolean {
  const said = meaningsOf(from ?? '');
  return said.size > 0 && [...meaningsOf(show ?? '')].some((meaning) => !said.has(meaning));
}

const isDecimal = (text: string): boolean => /^\d{1,9}(?:\.\d{1,9})?$/.test(text) && Number(text) > 0;
const meet = (one: ConversionRow, other: ConversionRow): boolean => {
  if (one.itemId !== other.itemId || one.qualitativeResult !== other.qualitativeResult) return false;
  if (one.from !== null || other.from !== null) return one.from === other.from;
  return (one.low ?? -Infinity) < (other.high ?? Infinity) && (other.low ?? -Infinity) < (one.high ?? Infinity);
};

function faultOf(row: ConversionRow): ConversionFault | null {
  const isSpan = row.low !== null || row.high !== null;
  if ((row.from !== null) === isSpan) return 'reportConvert.noCondition';
  if (row.low !== null && row.high !== null && row.low >= row.high) return 'reportConvert.span';
  if (row.factor !== null && !isDecimal(row.factor)) return 'reportConvert.factor';
  if (row.show === null && row.factor === null && row.decimals === null) return 'reportConvert.nothing';
  return row.show !== null && (changesMeaning(row.show, row.qualitativeResult) || saysAnother(row)) ? 'reportConvert.meaning' : null;
}

export interface FoundConversionFault {
  readonly code: ConversionFault;
  readonly params: Readonly<Record<string, string | number>>;
}
/** What stands in the way of saving a table of wordings; rows are counted from 1. Empty: nothing. */
export function checkConversion(rows: readonly ConversionRow[]): readonly FoundConversionFault[] {
  return rows.flatMap((row, at): FoundConversionFault[] => {
    const fault = faultOf(row);
    if (fault) return [{ code: fault, params: { row: at + 1, show: row.show ?? '' } }];
    const other = rows.findIndex((one, index) => index < at && meet(one, row));
    return other < 0 ? [] : [{ code: 'reportConvert.two', params: { row: at + 1, other: other + 1 } }];
  });
}

/** A result as a report would print it. */
export interface PrintedValue {
  readonly itemId: string;
  readonly value: string;
  readonly unit: string;
  readonly referenceRange: string;
  readonly qualitativeResult: ResultClass;
}
const number = /^([<>≤≥]=?\s*)?(-?\d+(?:\.\d+)?)$/;

/** The result as the client wants it; as it is where no row fits. The range is measured in what the value is measured in. */
export function converted(printed: PrintedValue, rows: readonly ConversionRow[]): PrintedValue {
  const value = printed.value.trim();
  const [, sign = '', digits] = number.exec(value) ?? [];
  const row = rows.find(
    (one) =>
      one.itemId === printed.itemId &&
      one.qualitativeResult === printed.qualitativeResult &&
      (one.from === null
        ? digits !== undefined && Number(digits) >= (one.low ?? -Infinity) && Number(digits) < (one.high ?? Infinity)
        : one.from.trim() === value),
  );
  if (!row) return printed;
  // “<5” is a bound: no word of a span speaks of it.
  if (row.show !== null) return sign === '' ? { ...printed, value: row.show, unit: row.unit ?? printed.unit } : printed;
  if (digits === undefined) return printed;
  const factor = row.factor ?? '1';
  const inUnit = (text: string, decimals: number | null): string => multiplied(text, factor, decimals);
  return {
    ...printed,
    value: `${sign}${inUnit(digits, row.decimals)}`,
    unit: row.unit ?? printed.unit,
    referenceRange: row.factor === null ? printed.referenceRange : printed.referenceRange.replace(/\d+(?:\.\d+)?/g, (bound) => inUnit(bound, null)),
  };
}
