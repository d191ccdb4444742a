import { z } from 'zod';
import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import { oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, dateTime, decimal, integer, text } from '#domain/kernel/fields.ts';
import { describeListing, pick, type CountedIn } from '#domain/kernel/listing.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { timeType } from '#domain/lab/labRows.ts';
import { expectedSource, expectedState } from '#domain/op/expected.ts';
import { usualMonth } from '#domain/search/usualTime.ts';
import { words } from '#domain/search/vocabulary.ts';
import { notReceivedKind, notReceivedScreens } from './notReceivedChoices.ts';

export const viewNotReceived: Right = {
  code: 'notreceived_view',
  label: ['查看应到未到', 'View what is awaited'],
  roles: ['reception', 'lab', 'ops', 'service'],
};

const word = z.string().nullable();
const ownerShape = {
  laboratoryId: word,
  laboratoryName: word,
  sendSampleClientId: word,
  sendSampleClientName: word,
  agentClientName: word,
  provinceName: word,
  salesmanName: word,
};
/** What should be here and is not: a line that was announced, or a tube that was handed over to the laboratory. */
const notReceivedRow = shape({
  /** Of the announcement, or of the tube. */
  notReceivedId: z.string(),
  kind: oneOf(notReceivedKind),
  /** null: of a tube that was handed over. */
  source: oneOf(expectedSource).nullable(),
  state: oneOf(expectedState),
  sampleCode: word,
  thirdBarCode: word,
  requisitionCode: word,
  personName: word,
  commodityNames: z.string(),
  courierNumber: word,
  /** When the handover was signed; null: of an announcement. */
  signTime: word,
  /** By when it should be here. */
  expectTime: z.string(),
  /** Whole hours since it was expected, of a tube that was handed over since that was signed; rounded down. */
  stayHours: z.int(),
  /** 1: it stays away longer than it may. */
  isStay: z.int(),
  closeReason: word,
  ...ownerShape,
});
export type NotReceivedRow = RowOf<typeof notReceivedRow>;

const owners = {
  ...pick(words, 'sendSampleClientId', 'laboratoryId'),
  agentClientName: text('代理商', 'Agent'),
  provinceName: words.provinceName,
  salesmanName: text('销售员', 'Salesperson'),
} as const;
const expectTime = dateTime('应到时间', 'Expected by');
/** How a line stands that is not here. */
const awaitedState = choices({
  due: [expectedState.due, '未到', 'Due'],
  missing: [expectedState.missing, '确认未到', 'Not coming'],
  cancelled: [expectedState.cancelled, '取消', 'Cancelled'],
});
const ownerSearch = pick(words, 'sendSampleClientId', 'laboratoryId', 'commodityId', 'agentId', 'salesmanId', 'provinceName');

/** 应到未到 and 实验室未收: what is late, the longest first. */
export const notReceived = describeListing({
  name: 'notReceived',
  title: ['应到未到', 'Announced, not here'],
  at: 'sample/sample-receive/not-receive-page',
  permission: viewNotReceived.code,
  row: notReceivedRow,
  id: 'notReceivedId',
  columns: {
    stayHours: integer('已等待(小时)', 'Waiting (h)'),
    state: choice('到样状态', 'Arrival', awaitedState),
    ...pick(words, 'sampleCode', 'thirdBarCode', 'personName', 'commodityNames'),
    expectTime,
    ...owners,
    source: choice('告知来源', 'Told by', expectedSource),
    signTime: dateTime('交接签收时间', 'Handover signed'),
    ...pick(words, 'courierNumber', 'requisitionCode'),
    closeReason: text('未到说明', 'Why it is not awaited'),
  },
  search: {
    state: choice('到样状态', 'Arrival', awaitedState),
    ...pick(words, 'sampleCode', 'thirdBarCode', 'courierNumber'),
    expectTime,
    ...ownerSearch,
    source: choice('告知来源', 'Told by', expectedSource),
  },
  parameters: ['kind', 'stay'],
  sortable: ['expectTime', 'stayHours'],
  screens: [
    { route: notReceivedScreens.arrival, title: ['应到未到', 'Announced, not here'], fixed: { kind: notReceivedKind.arrival } },
    { route: notReceivedScreens.stay, title: ['应到滞留', 'Long overdue arrivals'], fixed: { kind: notReceivedKind.arrival, stay: 1 } },
    { route: notReceivedScreens.lab, title: ['实验室未收', 'Not in the lab yet'], fixed: { kind: notReceivedKind.lab } },
  ],
});

/** What a period is parted by, beside time. */
export const notReceivedGroup = choices({
  none: ['none', '不分', 'Not parted'],
  laboratory: ['laboratory', '检验所', 'Laboratory'],
  client: ['client', '送检单位', 'Sending client'],
  agent: ['agent', '代理商', 'Agent'],
  province: ['province', '省份', 'Province'],
  salesman: ['salesman', '销售员', 'Salesperson'],
  commodity: ['commodity', '产品', 'Commodity'],
});

/** Which of its counts. */
export const awaitedFigure = choices({
  expected: ['expectCount', '应到数', 'Expected'],
  due: ['dueCount', '已到期数', 'Due by now'],
  received: ['receiveCount', '已到数', 'Arrived'],
  onTime: ['onTimeCount', '准时数', 'In time'],
  late: ['lateCount', '迟到数', 'Late'],
  missing: ['notReceiveCount', '未到数', 'Missing'],
  stay: ['stayCount', '滞留数', 'Long overdue'],
});
/** What a number of the arrival statistics counts, a row for each (docs/decisions/011-listings.md). */
export const countedAwaited = describeListing({
  name: 'countedAwaited',
  title: ['应到统计明细', 'What an arrival count counts'],
  at: 'sample/sample-receive/notReceiveStatistics-tubes',
  permission: viewNotReceived.code,
  row: notReceivedRow.omit({ stayHours: true, isStay: true, kind: true }).extend({
    arriveTime: word,
    /** When the server heard that it came. */
    arriveServerTime: word,
  }),
  id: 'notReceivedId',
  columns: {
    ...pick(words, 'sampleCode', 'thirdBarCode', 'personName', 'commodityNames'),
    state: choice('到样状态', 'Arrival', expectedState),
    expectTime,
    arriveTime: dateTime('到达时间', 'Arrived'),
    ...owners,
    source: choice('告知来源', 'Told by', expectedSource),
    ...pick(words, 'courierNumber', 'requisitionCode'),
    closeReason: text('未到说明', 'Why it is not awaited'),
  },
  search: {
    figure: choice('统计项', 'Count', awaitedFigure),
    groupBy: choice('统计维度', 'Part by', notReceivedGroup),
    expectTime,
    ...ownerSearch,
  },
  /** The part's id as the statistic tells it, or `none`. */
  parameters: ['kind', 'groupId'],
});
const opensAwaited = (figure: CodeOf<typeof awaitedFigure>): CountedIn => ({
  list: countedAwaited,
  by: { expectTimeBegin: 'fromTime', expectTimeEnd: 'toTime', groupId: 'groupId' },
  fixed: { figure },
});

const notReceivedStatisticRow = shape({
  /** A day, a week (its Monday), a month or a year, as was asked. */
  countTime: z.string(),
  /** The period's first and last second as far as they were asked for, yyyy-MM-dd HH:mm:ss. */
  fromTime: z.string(),
  toTime: z.string(),
  groupId: word,
  groupName: word,
  laboratoryName: word,
  sendSampleClientName: word,
  agentClientName: word,
  provinceName: word,
  salesmanName: word,
  commodityName: word,
  /** Awaited in the period, but for what was cancelled. */
  expectCount: z.int(),
  /** Of them by now. */
  dueCount: z.int(),
  receiveCount: z.int(),
  onTimeCount: z.int(),
  lateCount: z.int(),
  /** Due and not here. */
  notReceiveCount: z.int(),
  stayCount: z.int(),
  /** Percent of what is due, one decimal; null: nothing is due. */
  receivedRate: z.number().nullable(),
});
export type NotReceivedStatisticRow = RowOf<typeof notReceivedStatisticRow>;

const figures = ['expectCount', 'dueCount', 'receiveCount', 'onTimeCount', 'lateCount', 'notReceiveCount', 'stayCount', 'receivedRate'] as const;
/** 应到未到统计 and 实验室未收统计: on time, late and missing by the period in which it was awaited. */
export const notReceivedStatistics = describeListing({
  name: 'notReceivedStatistic',
  title: ['应到未到统计', 'Arrivals by period'],
  at: 'sample/sample-receive/notReceiveStatistics',
  permission: viewNotReceived.code,
  row: notReceivedStatisticRow,
  id: 'countTime',
  columns: {
    countTime: words.countTime,
    groupName: text('分组', 'Part'),
    expectCount: integer('应到数', 'Expected'),
    dueCount: integer('已到期数', 'Due by now'),
    receiveCount: words.receiveCount,
    onTimeCount: integer('准时数', 'In time'),
    lateCount: integer('迟到数', 'Late'),
    notReceiveCount: integer('未到数', 'Missing'),
    stayCount: integer('滞留数', 'Long overdue'),
    receivedRate: decimal('到样率(%)', 'Arrived (%)'),
  },
  search: {
    timeType: choice('统计周期', 'Count by', timeType),
    groupBy: choice('统计维度', 'Part by', notReceivedGroup),
    expectTime,
    ...ownerSearch,
  },
  parameters: ['kind'],
  sortable: figures,
  totals: figures,
  opens: {
    expectCount: opensAwaited(awaitedFigure.expected),
    dueCount: opensAwaited(awaitedFigure.due),
    receiveCount: opensAwaited(awaitedFigure.received),
    onTimeCount: opensAwaited(awaitedFigure.onTime),
    lateCount: opensAwaited(awaitedFigure.late),
    notReceiveCount: opensAwaited(awaitedFigure.missing),
    stayCount: opensAwaited(awaitedFigure.stay),
  },
  chart: {
    by: 'countTime',
    also: ['fromTime', 'toTime'],
    isStacked: true,
    figures: {
      onTimeCount: { tone: 'success', kind: 'bar' },
      lateCount: { tone: 'warning', kind: 'bar' },
      notReceiveCount: { tone: 'danger', kind: 'bar' },
    },
  },
  screens: [
    {
      route: notReceivedScreens.arrivalStatistic,
      title: ['应到未到统计', 'Arrivals by period'],
      fixed: { kind: notReceivedKind.arrival },
    },
    {
      route: notReceivedScreens.labStatistic,
      title: ['实验室未收统计', 'Lab intake by period'],
      fixed: { kind: notReceivedKind.lab },
    },
  ],
});

/** What is awaited this month, where no time is asked for. */
export const usualAwaited = usualMonth('expectTime');
