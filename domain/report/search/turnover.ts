import { z } from 'zod';
import { beginNode, dateModel } from '#domain/base/panelTestCycle.ts';
import { choices, yesNo, type CodeOf } from '#domain/kernel/choices.ts';
import { declareCalls, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, decimal, flag, integer, text } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { describeListing, pick, type CountedIn } from '#domain/kernel/listing.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { timeType } from '#domain/lab/labRows.ts';
import { usualMonth } from '#domain/search/usualTime.ts';
import { words } from '#domain/search/vocabulary.ts';
import { reportPeriods } from './reportPeriods.ts';
import { labTurnoverScreen, preTurnoverScreen } from './searchScreens.ts';

export const viewLabTurnover: Right = {
  code: 'labturnoverpercentiles_view',
  label: ['查看实验室周转百分位', 'View lab turnaround percentiles'],
  roles: ['lab', 'audit2', 'ops', 'report', 'service', 'quality'],
};
export const viewPreTurnover: Right = {
  code: 'pretestingturnoverpercentiles_view',
  label: ['查看检验前周转百分位', 'View pre-testing turnaround percentiles'],
  roles: ['lab', 'audit2', 'ops', 'report', 'service', 'quality'],
};

/** Which percentile `testCycle` is. */
export const percentileType = choices({ p50: [1, '中位数', 'Median'], p90: [2, 'P90', 'P90'] });
/** What a period is parted by, beside time. */
export const turnoverDimension = choices({
  none: ['none', '不分', 'Not parted'],
  panelGroup: ['panelGroup', '项目组', 'Panel group'],
  client: ['client', '送检单位', 'Sending client'],
});

const minutes = z.int().nullable();
const figures = {
  /** Tasks that are counted. */
  n: z.int(),
  /** Tasks without a begin, or whose end stands before it: not counted. */
  leftOut: z.int(),
  /** Median, interpolated; P90 by the nearest rank, a real task's; minutes. null: no task is counted. */
  p50: minutes,
  p90: minutes,
  max: minutes,
};
/** The times of one period, and of one part of it. */
export const turnoverRow = shape({
  /** A day, a week (its Monday), a month or a year, as was asked. */
  countTime: z.string(),
  /** The period's first and last second as far as they were asked for, yyyy-MM-dd HH:mm:ss. */
  fromTime: z.string(),
  toTime: z.string(),
  /** Of the dimension; null: not parted by any, or unknown. */
  dimensionId: z.string().nullable(),
  dimensionName: z.string().nullable(),
  ...figures,
  /** The percentile that was asked for. */
  testCycle: minutes,
  /** Percent of the tasks with an outer limit that kept it; null: none has one. */
  inTimeRate: z.number().nullable(),
});
export type TurnoverRow = RowOf<typeof turnoverRow>;

/** How long one task waited before its clock began. */
export const preTurnoverRow = shape({
  taskId: z.string(),
  labCode: z.string().nullable(),
  sampleCode: z.string(),
  laboratoryName: z.string().nullable(),
  commodityName: z.string(),
  panelName: z.string(),
  samplingTime: z.string().nullable(),
  beginTime: z.string().nullable(),
  reportTime: z.string(),
  /** Sampling to begin, minutes; null: cannot be told. */
  sampleCycle: minutes,
});
export type PreTurnoverRow = RowOf<typeof preTurnoverRow>;

const clock = {
  beginNode: choice('起算节点', 'Counts from', beginNode),
  dateModel: choice('计日方式', 'Days', dateModel),
};
const parting = {
  timeType: choice('统计周期', 'Count by', timeType),
  dimension: choice('统计维度', 'Part by', turnoverDimension),
  percentileType: choice('百分位', 'Percentile', percentileType),
};
const filters = pick(words, 'laboratoryId', 'reportTime', 'panelGroupId', 'commodityId', 'sendSampleClientId');
const opensTasks = (isCounted: CodeOf<typeof yesNo>): CountedIn => ({
  list: reportPeriods,
  by: { reportTimeBegin: 'fromTime', reportTimeEnd: 'toTime' },
  asked: { countedFrom: 'beginNode' },
  fixed: { isOpen: yesNo.no, isCounted },
  part: {
    parameter: 'dimension',
    id: 'dimensionId',
    as: { [turnoverDimension.panelGroup]: 'panelGroupId', [turnoverDimension.client]: 'sendSampleClientId' },
  },
  count: isCounted === yesNo.yes ? 'n' : 'leftOut',
});
/** 实验室周转: from the begin of the clock to the report, by period (docs/search.md#turnaround-percentiles). */
export const labTurnover = describeListing({
  name: 'labTurnover',
  title: ['实验室周转百分位', 'Lab percentiles'],
  at: 'search/comprehensive-query/labTurnoverPercentiles',
  permission: viewLabTurnover.code,
  row: turnoverRow,
  id: 'countTime',
  columns: {
    ...pick(words, 'countTime'),
    dimensionName: text('统计维度', 'Part by'),
    n: integer('任务数', 'Tasks'),
    p50: integer('中位数(插值)', 'Median (interpolated)', { isDuration: true }),
    p90: integer('P90(最近秩)', 'P90 (nearest rank)', { isDuration: true }),
    max: integer('最长', 'Longest', { isDuration: true }),
    inTimeRate: decimal('按时率(%)', 'In time (%)'),
    leftOut: integer('不计', 'Not counted'),
  },
  search: { ...filters, ...parting, ...clock },
  needed: ['laboratoryId'],
  totals: ['n', 'leftOut', 'p50', 'p90', 'max', 'inTimeRate'],
  opens: { n: opensTasks(yesNo.yes), leftOut: opensTasks(yesNo.no), p50: opensTasks(yesNo.yes), p90: opensTasks(yesNo.yes) },
  chart: {
    by: 'countTime',
    also: ['fromTime', 'toTime', 'n'],
    figures: { p50: { tone: 'accent', kind: 'line' }, p90: { tone: 'warning', kind: 'line' } },
  },
  screens: [{ route: labTurnoverScreen, title: ['实验室周转百分位', 'Lab percentiles'] }],
});

/** The tasks whose times before testing are counted. */
export const preTurnover = describeListing({
  name: 'preTurnover',
  title: ['检验前周转百分位', 'Pre-lab percentiles'],
  at: 'search/comprehensive-query/preTestingTurnoverPercentiles',
  permission: viewPreTurnover.code,
  row: preTurnoverRow,
  id: 'taskId',
  columns: {
    ...pick(words, 'labCode', 'sampleCode', 'laboratoryId'),
    commodityName: text('产品', 'Commodities'),
    panelName: words.panelName,
    ...pick(words, 'samplingTime', 'beginTime', 'reportTime'),
    sampleCycle: integer('检验前周期', 'Pre-testing cycle', { isDuration: true }),
  },
  search: { ...filters, timeType: parting.timeType, ...clock, isCounted: flag('计入周转', 'Counted in turnaround') },
  needed: ['laboratoryId'],
  sortable: ['sampleCycle', 'reportTime'],
  screens: [{ route: preTurnoverScreen, title: ['检验前周转百分位', 'Pre-lab percentiles'] }],
});

/** Of fewer tasks a percentile says little: it is drawn back (docs/search.md#turnaround-percentiles). */
export const fewTasks = 10;

/** The time before testing by period, and of all of them. */
export const preTurnoverChart = shape({
  periods: z.array(shape({ countTime: z.string(), fromTime: z.string(), toTime: z.string(), ...figures })),
  summary: shape(figures),
});
/** What a point of it counts: the tasks of its period. */
export const opensPreTurnover: CountedIn = {
  list: preTurnover,
  by: { reportTimeBegin: 'fromTime', reportTimeEnd: 'toTime' },
  fixed: { isCounted: yesNo.yes },
};
/** What stands beside it as not counted. */
export const opensPreLeftOut: CountedIn = { list: preTurnover, fixed: { isCounted: yesNo.no } };
export type PreTurnoverChart = RowOf<typeof preTurnoverChart>;
export const turnoverContracts = declareCalls({
  'GET search/comprehensive-query/preTestingTurnoverChart': {
    title: ['检验前周转分布', 'Pre-testing turnaround by period'],
    permission: viewPreTurnover.code,
    query: preTurnover.contracts['GET search/comprehensive-query/preTestingTurnoverPercentiles'].query,
    answer: preTurnoverChart,
  },
});

type Query = Readonly<Record<string, unknown>>;
const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
/** What the lists want to be told first; null: nothing. */
export const missingInTurnover = (query: Query): Label | null =>
  asText(query['laboratoryId']) === '' ? ['请选择检验所', 'Choose a laboratory'] : null;
/** Reports of this month, where no time is asked for. */
export const usualTurnover = usualMonth('reportTime');
