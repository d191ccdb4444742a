import { z } from 'zod';
import { businessType, chargeType, lineState, sign } from '#domain/bill/billChoices.ts';
import { allLines, viewLines } from '#domain/bill/billRights.ts';
import { declareCalls, fileAnswer, oneOf, pageShape, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, flag, integer, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { exportState } from '#domain/kernel/listExport.ts';
import type { HandScreen } from '#domain/kernel/resource.ts';
import { words } from '#domain/search/vocabulary.ts';

export const statementScreen = '/bill/customerQuery';
export const wideScreen = '/bill/integratedQuery';

const word = z.string().nullable();
const named = {
  commodityId: z.string(),
  commodityName: word,
  sendSampleClientId: word,
  sendSampleClientName: word,
  billCustomerId: word,
  billCustomerName: word,
  contractLaboratoryId: word,
  contractLaboratoryName: word,
} as const;
const charged = {
  receiveTime: z.string(),
  receiveServerTime: z.string().nullable(),
  auditTime: word,
  chargeType: oneOf(chargeType),
  businessType: oneOf(businessType),
  sign: oneOf(sign),
  state: oneOf(lineState),
  supplementaryed: z.int(),
  billPriceStr: word,
  orderNo: word,
  billNo: word,
} as const;

/** A line of a client's statement: nothing of the patient but the name. Amounts in yuan. */
export const statementRow = shape({
  lineId: z.string(),
  sampleCode: z.string(),
  personName: word,
  ...named,
  ...charged,
  /** 1 or −1. */
  qty: z.int(),
  /** The price with its sign; null: no price was found. */
  totalAmountYuan: word,
});
export type StatementRow = RowOf<typeof statementRow>;

const fields = {
  chargeType: choice('收费类型', 'Charge type', chargeType),
  businessType: choice('业务类型', 'Business type', businessType),
  sign: choice('红蓝字', 'Charge or credit', sign),
  state: choice('开单状态', 'Ordering', lineState),
  qty: integer('数量', 'Quantity'),
  cycleMonth: text('账期月份', 'Month of the cycle', { help: ['账期最后一天所在的月份, 如 2026-07', 'The month its last day is in, as 2026-07'] }),
} as const;

/** 客户对账单: what a billing customer's or a sending client's reports of a cycle cost. */
export const customerStatement = describeListing({
  name: 'customerStatement',
  title: ['客户对账单', 'Customer statement'],
  at: 'bill/checkQuery/customerQuery-list',
  permission: viewLines.code,
  row: statementRow,
  id: 'lineId',
  columns: {
    ...pick(words, 'sampleCode', 'personName', 'commodityId', 'sendSampleClientId', 'billCustomerId', 'auditTime', 'receiveTime', 'billPrice'),
    qty: fields.qty,
    ...pick(words, 'totalAmount'),
    ...pick(fields, 'chargeType', 'businessType', 'state'),
    ...pick(words, 'orderNo', 'billNo', 'contractLaboratoryId'),
  },
  search: { ...pick(words, 'billCustomerId', 'sendSampleClientId'), cycleMonth: fields.cycleMonth, ...pick(words, 'contractLaboratoryId') },
  sortable: ['auditTime', 'receiveTime', 'sampleCode'],
  totals: ['qty', 'totalAmountYuan'],
  screens: [{ route: statementScreen, title: ['客户对账单', 'Customer statements'] }],
});

/** A line with all that the wide query finds it by. Prices in yuan. */
export const wideRow = shape({
  lineId: z.string(),
  sampleCode: z.string(),
  requisitionCode: z.string(),
  personName: word,
  ...named,
  executeLaboratoryId: word,
  executeLaboratoryName: word,
  salesmanId: word,
  salesmanName: word,
  agentCustomerId: word,
  agentCustomerName: word,
  managerArea: word,
  sampleTime: word,
  ...charged,
  ifReported: z.int(),
  ifOrdered: z.int(),
  ifBilled: z.int(),
  excluded: z.int(),
});
export type WideRow = RowOf<typeof wideRow>;

const wideOwn = {
  sampleTime: { ...words.samplingTime },
  isInOrder: flag('已入订单', 'In an order', { wire: 'ifOrdered' }),
  isInBill: flag('已入账单', 'In a bill', { wire: 'ifBilled' }),
  ordered: flag('已入订单', 'In an order'),
  billed: flag('已入账单', 'In a bill'),
} as const;
/** 综合查询: every billable line, by whatever it is known by. */
export const wideQuery = describeListing({
  name: 'integratedQuery',
  title: ['综合查询', 'Wide query'],
  at: 'bill/checkQuery/integratedQuery-page',
  permission: viewLines.code,
  row: wideRow,
  id: 'lineId',
  columns: {
    ...pick(words, 'sampleCode', 'personName', 'commodityId', 'sendSampleClientId', 'billCustomerId', 'billPrice'),
    ...pick(words, 'isReported'),
    ...pick(wideOwn, 'isInOrder', 'isInBill'),
    ...pick(words, 'isExcluded', 'isSupplementary'),
    ...pick(fields, 'chargeType', 'businessType', 'sign'),
    ...pick(words, 'orderNo', 'billNo'),
    sampleTime: wideOwn.sampleTime,
    ...pick(words, 'receiveTime', 'auditTime', 'managerArea', 'salesmanId'),
    agentId: { ...words.agentId, wire: 'agentCustomerId' },
    ...pick(words, 'contractLaboratoryId', 'executeLaboratoryId', 'requisitionCode'),
  },
  search: {
    ...pick(words, 'contractLaboratoryId', 'executeLaboratoryId', 'sendSampleClientId', 'billCustomerId', 'managerArea', 'commodityId'),
    sampleTime: wideOwn.sampleTime,
    ...pick(words, 'receiveTime', 'auditTime', 'isReported'),
    ordered: wideOwn.ordered,
    billed: wideOwn.billed,
    ...pick(words, 'isSupplementary', 'isExcluded'),
  },
  parameters: ['sampleCodeStr'],
  sortable: ['receiveTime', 'auditTime', 'sampleCode'],
  screens: [{ route: wideScreen, title: ['综合查询', 'Wide query'] }],
});

/** Which cycle a statement is of, and what it comes to. Yuan. */
export const statementSum = shape({
  /** `yyyy-MM-dd`, both included; null: nobody's statement is asked for. */
  begin: word,
  end: word,
  qty: z.int(),
  totalAmountYuan: z.string(),
  noPriceQty: z.int(),
});

const filter = z.union([z.string().max(40_000), z.number(), z.null()]).optional();
const filters = z.record(z.string().max(64), filter);
/** What a list is filtered and ordered by, and nothing else: a file is of all its pages. At least one of them is given. */
const wanted = (list: typeof customerStatement | typeof wideQuery) => {
  const names = Object.values(list.contracts).flatMap(({ query }) => Object.keys(query.shape));
  const own = names.filter((name) => name !== 'current' && name !== 'size' && name !== 'keyword');
  return z
    .strictObject(Object.fromEntries(own.map((name) => [name, filter])))
    .refine((body) => Object.values(body).some((value) => value !== undefined && value !== null && value !== ''));
};
const started = shape({ taskId: z.string(), totalCount: z.int() });
const taskQuery = z.object({ taskId: idText });

export const statementContracts = declareCalls({
  'GET bill/checkQuery/customerQuery-sum': {
    title: ['对账单合计', 'What a statement comes to'],
    permission: viewLines.code,
    query: parameters('billCustomerId', 'sendSampleClientId', 'cycleMonth', 'contractLaboratoryId'),
    answer: statementSum,
  },
  'POST bill/checkQuery/customerQuery-download': {
    title: ['下载对账单', 'Download a statement'],
    permission: viewLines.code,
    body: wanted(customerStatement).meta({ examples: [{ billCustomerId: '1', cycleMonth: '2026-07' }] }),
    answer: started,
  },
  'POST bill/checkQuery/integratedQuery-list': {
    title: ['综合查询', 'Wide query'],
    permission: viewLines.code,
    body: filters,
    repeats: ['只读', 'reads'],
    answer: pageShape(wideRow),
  },
  'POST bill/checkQuery/integratedQuery-download': {
    title: ['下载综合查询', 'Download the wide query'],
    permission: viewLines.code,
    body: wanted(wideQuery).meta({ examples: [{ managerArea: '华东' }] }),
    answer: started,
  },
  'GET bill/checkQuery/customerQuery-result': {
    title: ['对账下载进度', 'How far a download is'],
    permission: viewLines.code,
    query: taskQuery,
    answer: shape({
      taskId: z.string(),
      state: oneOf(exportState),
      totalCount: z.int(),
      doneCount: z.int(),
      fault: word,
      untilTime: word,
    }),
  },
  'GET bill/checkQuery/customerQuery-file': {
    title: ['取对账下载文件', 'Fetch a downloaded file'],
    permission: viewLines.code,
    query: taskQuery,
    answer: fileAnswer,
  },
});

export const statementScreens: readonly HandScreen[] = [
  { route: statementScreen, title: ['客户对账单', 'Customer statements'], icon: 'receipt', view: viewLines, calls: [allLines] },
  { route: wideScreen, title: ['综合查询', 'Wide query'], icon: 'search', view: viewLines, calls: [allLines] },
];
