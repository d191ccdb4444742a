import { z } from 'zod';
import { allLines, viewLines, viewOrders } from '#domain/bill/billRights.ts';
import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import { shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, integer, text } from '#domain/kernel/fields.ts';
import { describeListing, pick, type CountedIn } from '#domain/kernel/listing.ts';
import type { HandScreen } from '#domain/kernel/resource.ts';
import { words } from '#domain/search/vocabulary.ts';
import { noPriceScreen } from './repriceLine.ts';

const word = z.string().nullable();
/** Lines of a client and a commodity that have no price; why, of the newest. */
export const noPriceRow = shape({
  groupId: z.string(),
  sendSampleClientId: word,
  sendSampleClientName: word,
  commodityId: z.string(),
  commodityName: word,
  lineCount: z.int(),
  firstReceiveTime: z.string(),
  lastReceiveTime: z.string(),
  priceReason: word,
  /** The oldest of them, as many as one request takes. */
  lineIds: z.array(z.string()),
});
export type NoPriceRow = RowOf<typeof noPriceRow>;

const own = {
  lineCount: integer('明细数', 'Lines'),
  firstReceiveTime: { ...words.receiveTime, label: ['最早收样', 'Received from'] as const },
  lastReceiveTime: { ...words.receiveTime, label: ['最晚收样', 'Received until'] as const },
  priceReason: text('无价格原因', 'Why there is no price'),
};

/** Which lines are counted. */
export const lineFigure = choices({
  noPrice: [1, '无价格明细', 'Lines without a price'],
  waiting: [2, '未报告数', 'Not reported'],
  priced: [3, '未报告有价格', 'Not reported, with a price'],
  unpriced: [4, '未报告无价格', 'Not reported, without a price'],
});
/** What a number of lines counts, a row for each (docs/decisions/011-listings.md). */
export const countedLines = describeListing({
  name: 'countedLine',
  title: ['计费明细', 'Lines that are counted'],
  at: 'bill/checkQuery/countedLines',
  permission: viewLines.code,
  row: shape({
    lineId: z.string(),
    sampleCode: z.string(),
    requisitionCode: z.string(),
    personName: word,
    sendSampleClientId: word,
    sendSampleClientName: word,
    contractLaboratoryId: word,
    contractLaboratoryName: word,
    commodityId: z.string(),
    commodityName: word,
    receiveTime: z.string(),
    receiveServerTime: word,
    /** In yuan, by today's policies where it is not reported yet; null: none. */
    billPriceStr: word,
    priceReason: word,
  }),
  id: 'lineId',
  columns: {
    ...pick(
      words,
      'sampleCode',
      'personName',
      'commodityId',
      'billPrice',
      'sendSampleClientId',
      'receiveTime',
      'contractLaboratoryId',
      'requisitionCode',
    ),
    priceReason: own.priceReason,
  },
  search: {
    figure: choice('统计项', 'Count', lineFigure),
    ...pick(words, 'sendSampleClientId', 'commodityId', 'contractLaboratoryId', 'salesmanId', 'receiveTime'),
  },
  sortable: ['receiveTime'],
});
const opensLines = (figure: CodeOf<typeof lineFigure>, count?: 'qty' | 'pricedQty'): CountedIn => ({
  list: countedLines,
  by: {
    receiveTimeBegin: 'fromTime',
    receiveTimeEnd: 'toTime',
    contractLaboratoryId: 'contractLaboratoryId',
    sendSampleClientId: 'sendSampleClientId',
    commodityId: 'commodityId',
  },
  fixed: { figure },
  ...(count ? { count } : {}),
});

/** 无价格: what cannot be ordered for want of a price, by client and commodity. */
export const noPriceLines = describeListing({
  name: 'noPriceLine',
  title: ['无价格明细', 'Lines without a price'],
  at: 'bill/order/getNoPrice',
  permission: viewOrders.code,
  row: noPriceRow,
  id: 'groupId',
  columns: { ...pick(words, 'sendSampleClientId', 'commodityId'), ...own },
  search: pick(words, 'sendSampleClientId', 'commodityId', 'contractLaboratoryId', 'salesmanId', 'receiveTime'),
  sortable: ['lineCount', 'firstReceiveTime', 'lastReceiveTime'],
  opens: { lineCount: opensLines(lineFigure.noPrice) },
  screens: [{ route: noPriceScreen, title: ['无价格明细', 'Lines without a price'] }],
});

export const estimateScreen = '/bill/estimate';
/** What is not reported yet of a laboratory, client, commodity and month of receipt, and what it will bring by today's policies. */
export const estimateRow = shape({
  groupId: z.string(),
  contractLaboratoryId: word,
  contractLaboratoryName: word,
  sendSampleClientId: word,
  sendSampleClientName: word,
  commodityId: z.string(),
  commodityName: word,
  /** `yyyy-MM`. */
  receiveMonth: z.string(),
  /** The month's first and last second as far as they were asked for, yyyy-MM-dd HH:mm:ss. */
  fromTime: z.string(),
  toTime: z.string(),
  qty: z.int(),
  pricedQty: z.int(),
  noPriceQty: z.int(),
  totalAmountYuan: z.string(),
  /** The same in yuan as a number, for the chart alone. */
  amountYuan: z.number(),
});
export type EstimateRow = RowOf<typeof estimateRow>;

/** 预估: what is under way and will be billed once it is reported. */
export const billEstimate = describeListing({
  name: 'billEstimate',
  title: ['收入预估', 'Estimate'],
  at: 'bill/checkQuery/estimatePage',
  permission: viewLines.code,
  row: estimateRow,
  id: 'groupId',
  columns: {
    receiveMonth: text('收样月份', 'Month of receipt'),
    ...pick(words, 'contractLaboratoryId', 'sendSampleClientId', 'commodityId'),
    qty: integer('未报告数', 'Not reported'),
    pricedQty: integer('有价格', 'With a price'),
    ...pick(words, 'totalAmount'),
    noPriceQty: integer('无价格', 'Without a price'),
  },
  search: pick(words, 'contractLaboratoryId', 'sendSampleClientId', 'commodityId', 'salesmanId', 'receiveTime'),
  sortable: ['receiveMonth', 'qty', 'noPriceQty'],
  totals: ['qty', 'pricedQty', 'noPriceQty', 'totalAmountYuan'],
  opens: {
    qty: opensLines(lineFigure.waiting),
    pricedQty: opensLines(lineFigure.priced),
    noPriceQty: opensLines(lineFigure.unpriced),
    totalAmountYuan: opensLines(lineFigure.priced, 'pricedQty'),
    amountYuan: opensLines(lineFigure.priced, 'pricedQty'),
  },
  chart: { by: 'receiveMonth', also: ['fromTime', 'toTime', 'pricedQty'], figures: { amountYuan: { tone: 'accent', kind: 'bar' } } },
  screens: [{ route: estimateScreen, title: ['收入预估', 'Estimate'] }],
});

export const lineScreens: readonly HandScreen[] = [
  { route: noPriceScreen, title: ['无价格明细', 'Lines without a price'], icon: 'tag', view: viewOrders },
  { route: estimateScreen, title: ['收入预估', 'Estimate'], icon: 'chart-column', view: viewLines, calls: [allLines] },
];
