import type { Label, Language } from '#domain/kernel/label.ts';
import { inLanguage } from '#domain/kernel/label.ts';
import { isSheetCode } from '../rules/indexPairs.ts';
import { placeKind, type PlaceKind } from './sheetChoices.ts';
import type { BatchDetail, BatchPlaceRow } from './sheetRows.ts';

type Amount = 'dnaConc' | 'libConc' | 'quantConc' | 'poolConc' | 'volume' | 'dilution' | 'expectedData';
/** What a column of a sheet's file holds. */
export type SheetColumn = 'well' | 'kind' | 'code' | 'lane' | 'libraryCode' | 'index1' | 'index2' | Amount;

/** Columns of our own file, in this order, and what other heads mean the same; lower case, without blanks, dashes and underscores. */
const fileColumns: readonly { readonly key: SheetColumn; readonly title: Label; readonly also: readonly string[] }[] = [
  { key: 'well', title: ['孔位', 'Well'], also: ['wellposition', 'samplewell', '孔', '位置'] },
  { key: 'kind', title: ['类型', 'Kind'], also: ['type', '孔位类型', 'samplekind'] },
  {
    key: 'code',
    title: ['实验室编号', 'Lab code'],
    also: ['labcode', 'sampleid', 'samplecode', 'code', '样本条码', '样本编号', '条码', '实验室编码'],
  },
  { key: 'lane', title: ['通道', 'Lane'], also: [] },
  { key: 'libraryCode', title: ['文库编号', 'Library code'], also: ['libraryid', 'samplename', '文库名称'] },
  { key: 'index1', title: ['接头 i7', 'Index i7'], also: ['index', 'index1', 'i7', '接头1', 'i7index'] },
  { key: 'index2', title: ['接头 i5', 'Index i5'], also: ['index2', 'i5', '接头2', 'i5index'] },
  { key: 'dnaConc', title: ['DNA 浓度', 'DNA conc.'], also: ['dnaconc', 'dna浓度(ng/µl)'] },
  { key: 'libConc', title: ['文库浓度', 'Library conc.'], also: ['libconc'] },
  { key: 'quantConc', title: ['定量浓度', 'qPCR conc.'], also: ['quantconc'] },
  { key: 'poolConc', title: ['混库浓度', 'Pool conc.'], also: ['poolconc'] },
  { key: 'volume', title: ['体积', 'Volume'], also: [] },
  { key: 'dilution', title: ['稀释倍数', 'Dilution'], also: [] },
  { key: 'expectedData', title: ['期望数据量', 'Data wanted'], also: ['expecteddata'] },
];
const plainHead = (head: string): string =>
  head
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/g, '');
const byHead = new Map(fileColumns.flatMap(({ key, title, also }) => [...title, ...also].map((head) => [plainHead(head), key] as const)));

/** What a head of a file stands for; undefined where it means nothing here. */
export const columnOfHead = (head: string): SheetColumn | undefined => byHead.get(plainHead(head));

const kindWords: readonly (readonly [PlaceKind, RegExp])[] = [
  [placeKind.negative, /^(nc|ntc|negative.*|阴性.*|空白对照)([-_ ]?\d+)?$/i],
  [placeKind.positive, /^(pc|positive.*|阳性.*)([-_ ]?\d+)?$/i],
  [placeKind.blank, /^(blank|empty|空白|空)([-_ ]?\d+)?$/i],
];
/** What a line of a file puts into its well, by its kind or, where it has none, by its code: `NC1` is a negative control. */
export function kindOfLine(kind: string, code: string): PlaceKind {
  const said = kind.trim() === '' ? code.trim() : kind.trim();
  return kindWords.find(([, word]) => word.test(said))?.[0] ?? placeKind.sample;
}

/** What a place is called in a file: its library, its tube, or its kind and its well. */
export function nameOfPlace({ libraryCode, labCode, sampleCode, kind, well, seq }: BatchPlaceRow): string {
  const mark = kind === placeKind.negative ? 'NC' : kind === placeKind.positive ? 'PC' : kind === placeKind.blank ? 'BLANK' : 'QC';
  return libraryCode ?? labCode ?? sampleCode ?? `${mark}-${well ?? seq}`;
}

/** Our own file of a sheet: heads, then a line a place; every cell a text, empty where nothing is known. */
export function sheetRows({ places }: Pick<BatchDetail, 'places'>, language: Language): readonly (readonly string[])[] {
  const cell = (place: BatchPlaceRow, key: SheetColumn): string => {
    if (key === 'kind') return inLanguage(placeKind.labelOf(place.kind) ?? ['', ''], language);
    if (key === 'code') return place.kind === placeKind.sample ? (place.labCode ?? place.sampleCode ?? '') : (place.qcLotName ?? '');
    const value = place[key];
    return value === null ? '' : String(value);
  };
  return [fileColumns.map(({ title }) => inLanguage(title, language)), ...places.map((place) => fileColumns.map(({ key }) => cell(place, key)))];
}

/**
 * A sample sheet as Illumina's instruments read it (sample sheet v2): what has an index is a library. Codes a sequencer does not take
 * come back in `badCodes`, and then there is no text. The second index is written as it reads forward: version 2 turns it by itself.
 */
export function illuminaSheet({ batch, places }: Pick<BatchDetail, 'batch' | 'places'>): {
  readonly text: string | null;
  readonly badCodes: readonly string[];
} {
  const libraries = places.filter(({ index1 }) => index1 !== null);
  const badCodes = libraries.map(nameOfPlace).filter((code) => !isSheetCode(code));
  if (badCodes.length > 0) return { text: null, badCodes };
  const hasLanes = libraries.some(({ lane }) => lane !== null);
  const hasSecond = libraries.some(({ index2 }) => index2 !== null);
  const heads = [...(hasLanes ? ['Lane'] : []), 'Sample_ID', 'Index', ...(hasSecond ? ['Index2'] : [])];
  const lines = libraries.map((place) => [
    ...(hasLanes ? [place.lane ?? '1'] : []),
    nameOfPlace(place),
    place.index1 ?? '',
    ...(hasSecond ? [place.index2 ?? ''] : []),
  ]);
  const rows = [['[Header]'], ['FileFormatVersion', '2'], ['RunName', batch], [], ['[BCLConvert_Data]'], heads, ...lines];
  return { text: rows.map((row) => `${row.join(',')}\r\n`).join(''), badCodes: [] };
}
