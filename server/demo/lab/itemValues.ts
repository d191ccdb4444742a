import { sql } from 'drizzle-orm';
import { judgeKind } from '#domain/lab/rules/judging.ts';
import { readRange } from '#domain/lab/rules/referenceRange.ts';
import { gramsOf } from '#server/storage/grams.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';

/** What an item's invented values are drawn from: numbers or a word that speak for nothing, and for something. */
export interface ItemValues {
  readonly item_id: string;
  readonly item_code: string;
  readonly item_name: string;
  readonly unit: string | null;
  readonly reference_range: string | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly word: string | null;
  readonly odd_low: number | null;
  readonly odd_high: number | null;
  readonly odd_word: string | null;
  readonly odd_status: string | null;
  readonly digits: number;
  /** Found organisms are findings, too. */
  readonly is_found: boolean;
  readonly grams: readonly string[];
}
export const itemValuesShape = {
  item_id: 'bigint',
  item_code: 'text',
  item_name: 'text',
  unit: 'text',
  reference_range: 'text',
  low: 'numeric',
  high: 'numeric',
  word: 'text',
  odd_low: 'numeric',
  odd_high: 'numeric',
  odd_word: 'text',
  odd_status: 'text',
  digits: 'int',
  is_found: 'boolean',
  grams: 'text[]',
};

const oddWords: Readonly<Record<string, string>> = { [judgeKind.genotype]: '纯合', [judgeKind.variant]: 'P' };
const nothing = { low: null, high: null, word: null, odd_low: null, odd_high: null, odd_word: null, odd_status: null, digits: 0 };

function drawnFrom(
  unit: string | null,
  referenceRange: string | null,
  kind: string,
): Omit<ItemValues, 'item_id' | 'item_code' | 'item_name' | 'unit' | 'reference_range' | 'is_found' | 'grams'> {
  if (unit === 'Z值') return { ...nothing, low: -1.5, high: 1.5, odd_low: 3.2, odd_high: 14, odd_status: 'high', digits: 2 };
  const range = readRange(referenceRange ?? '');
  if (range === null) return unit ? { ...nothing, low: 20, high: 100, digits: 1 } : { ...nothing, word: '46,XN' };
  if (range.kind === 'words')
    return {
      ...nothing,
      word: range.words[0] ?? '',
      odd_word: oddWords[kind] ?? (range.words.includes('阴性') ? '阳性' : '检出'),
      odd_status: 'high',
    };
  const { from, to } = range.span;
  const digits = Math.max(0, 3 - Math.ceil(Math.log10(Math.max(Math.abs(Number.isFinite(to) ? to : from), 1))));
  if (to === Infinity) return { ...nothing, low: from * 1.2, high: from * 3, odd_low: from * 0.5, odd_high: from * 0.9, odd_status: 'low', digits };
  const low = from === -Infinity ? to * 0.1 : from + (to - from) * 0.1;
  return { ...nothing, low, high: to - (to - low) * 0.1, odd_low: to * 1.15, odd_high: to * 2, odd_status: 'high', digits };
}

/** Of every item that a panel has. */
export async function itemValues(reader: Reader, tenantId: string): Promise<ItemValues[]> {
  const rows = await readRows<{
    itemId: string;
    itemCode: string;
    itemName: string;
    unit: string | null;
    referenceRange: string | null;
    kind: string | null;
  }>(
    reader,
    sql`select distinct on (i.id) i.id as item_id, i.item_code, i.item_name, i.unit, i.reference_range, j.judge_kind as kind from panel p join item i on i.tenant_id = p.tenant_id and i.id = any(p.item_ids)
      left join judge_rule j on j.tenant_id = p.tenant_id and j.panel_group_id = p.panel_group_id and j.is_deleted = 0 where p.tenant_id = ${tenantId} order by i.id`,
  );
  return rows.map(({ itemId, itemCode, itemName, unit, referenceRange, kind }) => ({
    item_id: itemId,
    item_code: itemCode,
    item_name: itemName,
    unit,
    reference_range: referenceRange,
    ...drawnFrom(unit, referenceRange, kind ?? judgeKind.range),
    is_found: kind === judgeKind.pathogen,
    grams: gramsOf([itemName]),
  }));
}
