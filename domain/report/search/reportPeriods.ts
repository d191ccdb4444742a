import { z } from 'zod';
import { beginNode, dateModel } from '#domain/base/panelTestCycle.ts';
import { choices, yesNo, type CodeOf } from '#domain/kernel/choices.ts';
import { declareCalls, oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, dateTime, flag, integer, text } from '#domain/kernel/fields.ts';
import { describeListing, pick, type CountedIn } from '#domain/kernel/listing.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { labStatusShape } from '#domain/sample/sampleStatus.ts';
import { usualTime } from '#domain/search/usualTime.ts';
import { words } from '#domain/search/vocabulary.ts';
import { periodScreen } from './searchScreens.ts';

export const viewPeriods: Right = {
  code: 'reportperiod_view',
  label: ['查看报告周期', 'View turnaround times'],
  roles: ['lab', 'audit2', 'ops', 'report', 'service', 'quality'],
};

/** Whether a task took longer than its cycle. */
export const periodStatus = choices({ inTime: [0, '正常', 'In time'], late: [1, '超期', 'Late'] });

const word = z.string().nullable();
const minutes = z.int().nullable();
/** How long one task took until its report was out. */
export const periodRow = shape({
  taskId: z.string(),
  labCode: word,
  sampleCode: z.string(),
  requisitionCode: z.string(),
  personName: word,
  panelGroupName: word,
  panelNames: z.string(),
  commodityNames: z.string(),
  sendSampleClientName: word,
  agentName: word,
  laboratoryName: word,
  labStatus: labStatusShape,
  /** 1: its report was taken back, its clock runs. */
  isOpen: z.int(),
  samplingTime: word,
  receiveTime: word,
  receiveServerTime: z.string(),
  labReceiveTime: z.string(),
  labReceiveServerTime: word,
  beginTime: z.string(),
  secondAuditTime: z.string(),
  reportTime: z.string(),
  beginNode: oneOf(beginNode).nullable(),
  dateModel: oneOf(dateModel).nullable(),
  internalTestCycle: minutes,
  externalTestCycle: minutes,
  actuallyConsumeCycle: minutes,
  exceedInternal: minutes,
  exceedExternal: minutes,
  internallyStatus: oneOf(periodStatus).nullable(),
  externallyStatus: oneOf(periodStatus).nullable(),
  internalOverdueTime: word,
  externalOverdueTime: word,
  preTestingCycle: minutes,
  reportingCycle: z.int(),
});
export type PeriodRow = RowOf<typeof periodRow>;

const own = {
  internallyStatus: choice('内部状态', 'Internal status', periodStatus),
  externallyStatus: choice('外部状态', 'External status', periodStatus),
  isOpen: flag('已撤回重开', 'Taken back, running again'),
  /** Tasks a turnaround statistic counts that begins there, or with `isCounted` 0 those it leaves out. */
  countedFrom: choice('周转起算', 'Turnaround from', beginNode),
  isCounted: flag('计入周转', 'Counted in turnaround'),
};

/** What it answers nothing without. */
const needed = ['laboratoryId'] as const;

/** 报告周期: how long each task took, against both of its limits. */
export const reportPeriods = describeListing({
  name: 'reportPeriod',
  title: ['报告周期查询', 'Turnaround'],
  at: 'search/comprehensive-query/report-period-page',
  permission: viewPeriods.code,
  row: periodRow,
  id: 'taskId',
  columns: {
    ...pick(words, 'labCode', 'personName', 'panelGroupId', 'actuallyConsumeCycle'),
    internallyStatus: own.internallyStatus,
    externallyStatus: own.externallyStatus,
    ...pick(words, 'internalTestCycle', 'externalTestCycle'),
    exceedInternal: integer('超内部周期', 'Over the internal cycle', { isDuration: true }),
    exceedExternal: integer('超外部周期', 'Over the external cycle', { isDuration: true }),
    ...pick(words, 'preTestingCycle', 'reportingCycle', 'samplingTime', 'receiveTime', 'labReceiveTime', 'beginTime'),
    secondAuditTime: dateTime('二审时间', 'Second audit time'),
    ...pick(words, 'reportTime'),
    internalOverdueTime: dateTime('内部应发时间', 'Internal due time'),
    externalOverdueTime: dateTime('外部应发时间', 'External due time'),
    beginNode: choice('起算节点', 'Counts from', beginNode),
    dateModel: choice('计日方式', 'Days', dateModel),
    panelNames: text('检测项目', 'Panels'),
    ...pick(words, 'commodityNames', 'sendSampleClientId', 'agentId', 'labStatus', 'sampleCode', 'requisitionCode', 'laboratoryId'),
    isOpen: own.isOpen,
  },
  search: {
    ...pick(words, 'laboratoryId', 'reportTime', 'labCode', 'panelGroupId', 'commodityId', 'sendSampleClientId'),
    internallyStatus: own.internallyStatus,
    externallyStatus: own.externallyStatus,
    isOpen: own.isOpen,
    countedFrom: own.countedFrom,
    isCounted: own.isCounted,
    ...pick(words, 'labReceiveTime'),
  },
  /** A stretch of minutes, and which of its colours: what a bar counts; 1 or 0: whether it can be counted at all. */
  parameters: ['cycleFrom', 'cycleBelow', 'limit', 'hasCycle'],
  needed,
  sortable: ['reportTime', 'labReceiveTime', 'actuallyConsumeCycle'],
  screens: [{ route: periodScreen, title: ['报告周期查询', 'Turnaround'] }],
});

type Query = Readonly<Record<string, unknown>>;
/** What the list wants to be told first; null: nothing. */
export const missingInPeriods = (query: Query): Label | null =>
  needed.some((name) => String(query[name] ?? '') === '') ? ['请选择检验所', 'Choose a laboratory'] : null;

export const usualPeriods = usualTime('reportTime', { moments: ['reportTime', 'labReceiveTime'], texts: ['labCode'] });

/** The colours of the histogram: how a task stands to its limits, each in one alone. */
export const limitKind = choices({
  inTime: ['inTime', '两限以内', 'Within both limits'],
  overInternal: ['overInternal', '超内部周期', 'Over the internal cycle'],
  overExternal: ['overExternal', '超外部周期', 'Over the external cycle'],
  unlimited: ['unlimited', '未设周期', 'No cycle set'],
});
const opensBar = (limit: CodeOf<typeof limitKind>): CountedIn => ({
  list: reportPeriods,
  by: { cycleFrom: 'cycleFrom', cycleBelow: 'cycleBelow' },
  fixed: { limit },
});
/** What each bar of the histogram counts, told where it begins and ends. */
export const opensBars = {
  inTime: opensBar(limitKind.inTime),
  overInternal: opensBar(limitKind.overInternal),
  overExternal: opensBar(limitKind.overExternal),
  unlimited: opensBar(limitKind.unlimited),
} as const;

/** What stands beside the bars: all of them, and what none counts. */
export const opensMeasured: CountedIn = { list: reportPeriods, fixed: { hasCycle: yesNo.yes } };
export const opensUnmeasured: CountedIn = { list: reportPeriods, fixed: { hasCycle: yesNo.no } };

/** Widths of a histogram's bars in minutes: the smallest that makes fewer than 40 of them. */
const widths = [15, 30, 60, 120, 240, 480, 720, 1440, 2880] as const;
export const widthFor = (longest: number): number => widths.find((width) => longest / width < 40) ?? 2880;

/** The limits of the tasks that are counted: one, or from the shortest to the longest. */
const limits = shape({ least: minutes, most: minutes });
export const periodChart = shape({
  /** Minutes of a bar. */
  width: z.int(),
  /** Bars that have any, by their number from 0. */
  bins: z.array(shape({ bin: z.int(), inTime: z.int(), overInternal: z.int(), overExternal: z.int(), unlimited: z.int() })),
  count: z.int(),
  /** Without a cycle: not counted. */
  leftOut: z.int(),
  p50: z.number().nullable(),
  p90: minutes,
  internal: limits,
  external: limits,
});
export type PeriodChart = RowOf<typeof periodChart>;

export const periodContracts = declareCalls({
  'GET search/comprehensive-query/report-period-chart': {
    title: ['报告周期分布', 'How turnaround times are spread'],
    permission: viewPeriods.code,
    query: reportPeriods.contracts['GET search/comprehensive-query/report-period-page'].query,
    answer: periodChart,
  },
});
