import { z } from 'zod';
import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import { shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, dateTime, text } from '#domain/kernel/fields.ts';
import { describeListing, pick, type CountedIn } from '#domain/kernel/listing.ts';
import { usualTime } from '#domain/search/usualTime.ts';
import { words } from '#domain/search/vocabulary.ts';
import { labReceiveRow, timeType } from './labRows.ts';

/** Receipts of a span by laboratory and commodity. */
export const receiveStatisticRow = shape({
  /** A day, a week (its Monday), a month or a year, as was asked. */
  countTime: z.string(),
  /** The period's first and last second as far as they were asked for, yyyy-MM-dd HH:mm:ss. */
  fromTime: z.string(),
  toTime: z.string(),
  laboratoryId: z.string(),
  laboratoryName: z.string(),
  commodityId: z.string(),
  commodityName: z.string(),
  /** Receipts that stand: a cancelled one is none. */
  receiveCount: z.int(),
  cancelCount: z.int(),
});
export type ReceiveStatisticRow = RowOf<typeof receiveStatisticRow>;

/** Which of the two counts of receipt. */
export const receiptFigure = choices({ received: [1, '接收数', 'Received'], cancelled: [2, '取消数', 'Cancelled'] });
const receiptTime = dateTime('接收时间', 'Received at');
/** What a number of the receipt statistics counts, a row for each commodity of a tube: as many as it says. */
export const countedReceipts = describeListing({
  name: 'countedReceipt',
  title: ['接收统计明细', 'What a receipt count counts'],
  at: 'lab/lab-task/receiveStatistics-tubes',
  permission: 'sample_view',
  row: labReceiveRow.extend({ countedId: z.string(), commodityId: z.string(), commodityName: z.string() }),
  id: 'countedId',
  columns: {
    ...pick(words, 'sampleCode', 'labCode', 'personName', 'commodityId'),
    actTime: receiptTime,
    ...pick(words, 'requisitionCode', 'laboratoryId'),
    actionUserName: text('操作人', 'Done by'),
    reason: words.reason,
  },
  search: { figure: choice('统计项', 'Count', receiptFigure), actTime: receiptTime, ...pick(words, 'laboratoryId', 'commodityId') },
});
const opensReceipts = (figure: CodeOf<typeof receiptFigure>): CountedIn => ({
  list: countedReceipts,
  by: { actTimeBegin: 'fromTime', actTimeEnd: 'toTime', laboratoryId: 'laboratoryId', commodityId: 'commodityId' },
  fixed: { figure },
});

/** What the lab's door took in by period, laboratory and commodity; a tube of several products counts for each. */
export const receiveStatistics = describeListing({
  name: 'receiveStatistic',
  title: ['接收统计', 'Receipt statistics'],
  at: 'lab/lab-task/receiveStatistics',
  permission: 'sample_view',
  row: receiveStatisticRow,
  id: 'countTime',
  columns: pick(words, 'countTime', 'laboratoryId', 'commodityId', 'receiveCount', 'cancelCount'),
  search: { timeType: choice('统计周期', 'Count by', timeType), actTime: dateTime('接收时间', 'Received at'), laboratoryId: words.laboratoryId },
  sortable: ['receiveCount', 'cancelCount'],
  totals: ['receiveCount', 'cancelCount'],
  opens: { receiveCount: opensReceipts(receiptFigure.received), cancelCount: opensReceipts(receiptFigure.cancelled) },
  chart: {
    by: 'countTime',
    also: ['fromTime', 'toTime'],
    figures: { receiveCount: { tone: 'accent', kind: 'bar' }, cancelCount: { tone: 'warning', kind: 'line' } },
  },
  screens: [{ route: '/sample/receivedStatistics', title: ['接收统计', 'Receipt statistics'] }],
});
/** Days back that are counted where no time is asked for, by how they are parted. */
const receiptDays: Readonly<Record<string, number>> = { [timeType.week]: 182, [timeType.month]: 730, [timeType.year]: 7_300 };
/** The last periods, where no time is asked for. */
export const usualReceiptSpan = (query: Readonly<Record<string, unknown>>, now: string): Readonly<Record<string, unknown>> =>
  usualTime('actTime', { moments: ['actTime'], texts: [], days: receiptDays[String(query['timeType'] ?? '')] ?? 30 }).applied(query, now);
