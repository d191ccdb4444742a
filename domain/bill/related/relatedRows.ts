import { z } from 'zod';
import { sign } from '#domain/bill/billChoices.ts';
import { allLines } from '#domain/bill/billRights.ts';
import { declareCalls, oneOf, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, integer, money, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import type { HandScreen } from '#domain/kernel/resource.ts';
import { words } from '#domain/search/vocabulary.ts';

export const relatedScreen = '/bill/relationTransaction';
/** Months a matrix shows. */
export const matrixMonths = 12;

const word = z.string().nullable();
const pair = {
  laboratoryId: z.string(),
  laboratoryName: word,
  otherLaboratoryId: z.string(),
  otherLaboratoryName: word,
  /** `yyyy-MM` of the reports. */
  month: z.string(),
} as const;
/** What two laboratories of the group owe each other for a month. Yuan. */
export const relatedRow = shape({
  pairId: z.string(),
  ...pair,
  /** Of the first one's samples, reported by the other; and what the first owes for them. */
  qty: z.int(),
  amountYuan: z.string(),
  /** The same the other way. */
  otherQty: z.int(),
  otherAmountYuan: z.string(),
  /** What the first pays when both are set off; below zero the other pays. */
  netYuan: z.string(),
  /** Lines that no internal price says anything of: they are in no amount. */
  unpricedQty: z.int(),
});
export type RelatedRow = RowOf<typeof relatedRow>;

const title = ['关联交易', 'Internal settlement'] as const;
const own = {
  month: text('报告月份', 'Month of report'),
  otherLaboratoryId: { ...words.laboratoryId, label: ['对方检验所', 'Other laboratory'] as const },
  qty: integer('委托数量', 'Samples given'),
  amount: money('应付金额', 'Owed', { wire: 'amountYuan' }),
  otherQty: integer('受托数量', 'Samples taken'),
  otherAmount: money('应收金额', 'Due', { wire: 'otherAmountYuan' }),
  net: money('净额', 'Net', { wire: 'netYuan' }),
  unpricedQty: integer('未定价', 'Without an internal price'),
} as const;

/** 关联交易: what laboratories of the group test for each other, by pair and month, set off both ways. */
export const relatedPairs = describeListing({
  name: 'relatedPair',
  title,
  at: 'bill/checkQuery/related-list',
  // What is set off is right only where all of it is seen.
  permission: allLines.code,
  row: relatedRow,
  id: 'pairId',
  columns: {
    month: own.month,
    ...pick(words, 'laboratoryId'),
    otherLaboratoryId: own.otherLaboratoryId,
    ...pick(own, 'qty', 'amount', 'otherQty', 'otherAmount', 'net', 'unpricedQty'),
  },
  search: pick(words, 'laboratoryId', 'commodityId', 'auditTime'),
  sortable: ['month', 'qty', 'otherQty', 'unpricedQty'],
  screens: [{ route: relatedScreen, title }],
});

/** A line of a pair and month. Yuan. */
export const relatedLineRow = shape({
  lineId: z.string(),
  sampleCode: z.string(),
  personName: word,
  commodityId: z.string(),
  commodityName: word,
  contractLaboratoryId: z.string(),
  contractLaboratoryName: word,
  executeLaboratoryId: z.string(),
  executeLaboratoryName: word,
  receiveTime: z.string(),
  receiveServerTime: z.string().nullable(),
  auditTime: word,
  sign: oneOf(sign),
  innerPriceStr: word,
  /** The price with its sign; null: no internal price. */
  totalAmountYuan: word,
});
export type RelatedLineRow = RowOf<typeof relatedLineRow>;

/** 关联明细: the lines behind a number. */
export const relatedLines = describeListing({
  name: 'relatedLine',
  title: ['关联交易明细', 'Lines of internal settlement'],
  at: 'bill/checkQuery/related-lines',
  permission: allLines.code,
  row: relatedLineRow,
  id: 'lineId',
  columns: {
    ...pick(words, 'sampleCode', 'personName', 'commodityId', 'contractLaboratoryId', 'executeLaboratoryId', 'receiveTime', 'auditTime'),
    sign: choice('红蓝字', 'Charge or credit', sign),
    innerPrice: money('内部结算价', 'Internal price', { wire: 'innerPriceStr' }),
    ...pick(words, 'totalAmount'),
  },
  search: pick(words, 'commodityId', 'auditTime'),
  parameters: ['laboratoryId', 'otherLaboratoryId', 'month'],
  sortable: ['auditTime', 'sampleCode'],
});

const matrixCell = shape({ ...pair, netYuan: z.string(), unpricedQty: z.int(), lineCount: z.int() });
export type MatrixCell = RowOf<typeof matrixCell>;
export const relatedContracts = declareCalls({
  'GET bill/checkQuery/related-matrix': {
    byHand: 'standing',
    title: ['关联交易矩阵', 'Internal settlement by pair and month'],
    permission: allLines.code,
    /** `yyyy-MM`, the last month shown; this month where it is empty. */
    query: parameters('month'),
    answer: z.array(matrixCell),
  },
});
export const relatedScreens: readonly HandScreen[] = [{ route: relatedScreen, title, icon: 'scale', view: allLines }];
