import { z } from 'zod';
import { goalSide, indexPhase } from '#domain/base/qualityIndex.ts';
import { choices } from '#domain/kernel/choices.ts';
import { declareCalls, oneOf, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, dateTime, flag, integer, ref, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import type { HandScreen } from '#domain/kernel/resource.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { words } from './vocabulary.ts';

export const qualityScreen = '/search/qualityIndicator';
export const viewQuality: Right = {
  code: 'qualityIndexValue_view',
  label: ['查看质量指标统计', 'View quality indicators'],
  roles: ['lab', 'audit2', 'report', 'quality', 'ops'],
};
export const qualityScreens: readonly HandScreen[] = [
  { route: qualityScreen, title: ['质量指标统计', 'Quality indicators'], icon: 'chart-column', view: viewQuality },
];

export const valueSource = choices({ computed: [1, '计算', 'Computed'], typed: [2, '填报', 'Typed'] });
export const monthState = choices({ open: [0, '未关闭', 'Open'], closed: [1, '已关闭', 'Closed'] });

/** What an index was in a month: numerator and denominator, or a median of so many (`denominator`) times. */
const qualityCell = shape({
  month: z.string(),
  numerator: z.int().nullable(),
  denominator: z.int().nullable(),
  /** A median, in minutes. */
  value: z.number().nullable(),
  source: oneOf(valueSource),
  version: z.int(),
  updateTime: z.string(),
});
export type QualityCell = RowOf<typeof qualityCell>;
const qualityRow = shape({
  qualityIndexId: z.string(),
  indexCode: z.string(),
  indexName: z.string(),
  phase: oneOf(indexPhase),
  numeratorText: z.string().nullable(),
  denominatorText: z.string().nullable(),
  unit: z.string().nullable(),
  goalSide: oneOf(goalSide).nullable(),
  goal: z.number().nullable(),
  /** Those of its months that have a figure. */
  cells: z.array(qualityCell),
});
export type QualityRow = RowOf<typeof qualityRow>;
const qualityMonth = shape({
  month: z.string(),
  state: oneOf(monthState),
  closeUserName: z.string().nullable(),
  closeTime: z.string().nullable(),
  /** Why it was opened again. */
  reason: z.string().nullable(),
  /** Who typed a figure of it: none of them closes it. */
  typistIds: z.array(z.string()),
  /** Indexes that are counted here and were not yet. */
  uncounted: z.array(z.string()),
});
export type QualityMonth = RowOf<typeof qualityMonth>;
/** A laboratory's year: each index with a goal by month. */
export const qualityYear = shape({ laboratoryId: z.string(), year: z.string(), months: z.array(qualityMonth), rows: z.array(qualityRow) });
export type QualityYear = RowOf<typeof qualityYear>;

export const qualityContracts = declareCalls({
  'GET search/quality-index-value/page': {
    title: ['质量指标统计', 'Quality indicators'],
    permission: viewQuality.code,
    query: texts('laboratoryId', 'year'),
    answer: qualityYear,
  },
});

/** What of a figure is listed. */
export const figurePart = choices({ numerator: ['numerator', '分子', 'Numerator'], denominator: ['denominator', '分母', 'Denominator'] });
const word = z.string().nullable();
const countedRow = shape({
  countedId: z.string(),
  sampleCode: word,
  requisitionCode: word,
  reportNo: word,
  personName: word,
  sendSampleClientId: word,
  sendSampleClientName: word,
  countedTime: z.string(),
  isNumerator: z.int(),
  minutes: z.int().nullable(),
});
export type CountedRow = RowOf<typeof countedRow>;
/** The tubes or reports a figure counts: as many as it says. */
export const countedTubes = describeListing({
  name: 'qualityCounted',
  title: ['质量指标明细', 'What an indicator counts'],
  at: 'search/quality-index-value/tubes',
  permission: viewQuality.code,
  row: countedRow,
  id: 'countedId',
  columns: {
    ...pick(words, 'sampleCode', 'requisitionCode'),
    reportNo: code('报告编号', 'Report number'),
    ...pick(words, 'personName', 'sendSampleClientId'),
    countedTime: dateTime('计入时间', 'Counted at'),
    isNumerator: flag('计入分子', 'In the numerator'),
    minutes: integer('时长', 'Duration', { isDuration: true }),
  },
  search: {
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { required: true }),
    indexCode: code('指标编号', 'Code'),
    month: text('月份', 'Month', { max: 7 }),
    part: choice('部分', 'Part', figurePart),
  },
  needed: ['laboratoryId'],
  sortable: ['countedTime', 'minutes'],
});
