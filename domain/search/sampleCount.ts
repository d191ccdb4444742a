import { z } from 'zod';
import { shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, dateTime, text } from '#domain/kernel/fields.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { describeListing, pick, type CountedIn } from '#domain/kernel/listing.ts';
import { timeType } from '#domain/lab/labRows.ts';
import { countedFigure, countedSamples, viewSampleCounts } from './countedSamples.ts';
import { usualMonth } from './usualTime.ts';
import { words } from './vocabulary.ts';

export const sampleCountScreen = '/search/sampleCount';
export const clientCountScreen = '/search/clientSampleCount';

const word = z.string().nullable();
const counted = {
  /** A day, a week (its Monday), a month or a year, as was asked. */
  countTime: z.string(),
  /** The period's first and last second as far as they were asked for, yyyy-MM-dd HH:mm:ss. */
  fromTime: z.string(),
  toTime: z.string(),
  laboratoryId: word,
  laboratoryName: word,
  commodityId: z.string(),
  commodityName: word,
  receiveCount: z.int(),
  receivedRejectCount: z.int(),
  /** Percent of what was received; null: nothing was. */
  rejectRate: z.number().nullable(),
  reportCount: z.int(),
  rejectCount: z.int(),
  gobackCount: z.int(),
  overdueCount: z.int(),
};
/** What happened to one commodity of one contract laboratory in one period. */
export const sampleCountRow = shape(counted);
export type SampleCountRow = RowOf<typeof sampleCountRow>;
/** The same of one sending client. */
export const clientCountRow = shape({
  ...counted,
  sendSampleClientId: word,
  sendSampleClientName: word,
  agentClientName: word,
  provinceName: word,
  salesmanName: word,
});
export type ClientCountRow = RowOf<typeof clientCountRow>;

const counts = pick(words, 'receiveCount', 'receivedRejectCount', 'rejectRate', 'reportCount', 'rejectCount', 'gobackCount', 'overdueCount');
const search = {
  timeType: choice('统计周期', 'Count by', timeType),
  countedTime: dateTime('发生时间', 'Happened'),
  ...pick(words, 'laboratoryId', 'commodityId'),
} as const;
const opens = (figure: CodeOf<typeof countedFigure>): CountedIn => ({
  list: countedSamples,
  by: {
    countedTimeBegin: 'fromTime',
    countedTimeEnd: 'toTime',
    laboratoryId: 'laboratoryId',
    commodityId: 'commodityId',
    sendSampleClientId: 'sendSampleClientId',
  },
  fixed: { figure },
});
const described = {
  permission: viewSampleCounts.code,
  id: 'countTime',
  sortable: ['receiveCount', 'reportCount', 'rejectCount', 'gobackCount', 'overdueCount'],
  totals: ['receiveCount', 'receivedRejectCount', 'rejectRate', 'reportCount', 'rejectCount', 'gobackCount', 'overdueCount'],
  opens: {
    receiveCount: opens(countedFigure.received),
    receivedRejectCount: opens(countedFigure.receivedRejected),
    reportCount: opens(countedFigure.reported),
    rejectCount: opens(countedFigure.rejected),
    gobackCount: opens(countedFigure.sentBack),
    overdueCount: opens(countedFigure.overdue),
  },
  chart: {
    by: 'countTime',
    also: ['fromTime', 'toTime'],
    figures: {
      receiveCount: { tone: 'accent', kind: 'bar' },
      reportCount: { tone: 'success', kind: 'bar' },
      rejectCount: { tone: 'danger', kind: 'line' },
      gobackCount: { tone: 'muted', kind: 'line' },
      overdueCount: { tone: 'warning', kind: 'line' },
    },
  },
} as const;

/** 样本量统计: what happened by period, contract laboratory and commodity (docs/search.md#sample-counts). */
export const sampleCount = describeListing({
  ...described,
  name: 'sampleCount',
  title: ['样本量统计', 'Sample counts'],
  at: 'search/sample-count/list',
  row: sampleCountRow,
  columns: { ...pick(words, 'countTime', 'laboratoryId', 'commodityId'), ...counts },
  search,
  screens: [{ route: sampleCountScreen, title: ['样本量统计', 'Sample counts'] }],
});

/** 客户样本量统计: the same by sending client. */
export const clientCount = describeListing({
  ...described,
  name: 'clientSampleCount',
  title: ['客户样本量统计', 'Counts by client'],
  at: 'search/sample-count/client-sample-count-list',
  row: clientCountRow,
  columns: {
    ...pick(words, 'countTime', 'sendSampleClientId', 'laboratoryId', 'commodityId'),
    ...counts,
    agentClientName: text('代理商', 'Agent'),
    provinceName: words.provinceName,
    salesmanName: text('销售员', 'Salesperson'),
  },
  search: { ...search, ...pick(words, 'sendSampleClientId', 'agentId', 'provinceName', 'salesmanId') },
  screens: [{ route: clientCountScreen, title: ['客户样本量统计', 'Counts by client'] }],
});

/** This month, where no time is asked for. */
export const usualCounts = usualMonth('countedTime');
