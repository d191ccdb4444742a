import { z } from 'zod';
import { billStatus, businessType, chargeType, excludedBy, chargeOrGift, lineState, sign, syncState } from '#domain/bill/billChoices.ts';
import { viewLines } from '#domain/bill/billRights.ts';
import { declareCalls, oneOf, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, integer } from '#domain/kernel/fields.ts';
import { describeListing, pick, type CountedIn } from '#domain/kernel/listing.ts';
import type { HandScreen } from '#domain/kernel/resource.ts';
import { sex } from '#domain/sample/rules/formChoices.ts';
import { labStatusShape } from '#domain/sample/sampleStatus.ts';
import { exportPatients, revealPatients, searchCustomers, viewPatients, viewTimeline } from '#domain/search/sampleRights.ts';
import { words } from '#domain/search/vocabulary.ts';

export const noBillScreen = '/search/reportNoBill';
export const collectionScreen = '/search/sampleCollection';

const word = z.string().nullable();
const ofLine = {
  lineId: z.string(),
  requisitionCode: z.string(),
  personName: word,
  contractLaboratoryId: word,
  contractLaboratoryName: word,
  executeLaboratoryId: word,
  executeLaboratoryName: word,
  sendSampleClientId: word,
  sendSampleClientName: word,
  agentCustomerId: word,
  agentCustomerName: word,
  billCustomerId: word,
  billCustomerName: word,
  salesmanId: word,
  salesmanName: word,
  managerArea: word,
  commodityId: z.string(),
  commodityName: word,
  receiveTime: z.string(),
  receiveServerTime: z.string().nullable(),
} as const;
const fields = {
  agentId: { ...words.agentId, wire: 'agentCustomerId' },
  chargeType: choice('收费类型', 'Charge type', chargeType),
  chargeOrGift: choice('收费类型', 'Charge type', chargeOrGift, { wire: 'chargeType' }),
  businessType: choice('业务类型', 'Business type', businessType),
  sign: choice('红蓝字', 'Charge or credit', sign),
  state: choice('开单状态', 'Ordering', lineState),
  excludedBy: choice('排除方式', 'Excluded by', excludedBy),
} as const;
const whose = { ...pick(words, 'contractLaboratoryId', 'executeLaboratoryId', 'sendSampleClientId'), agentId: fields.agentId } as const;
const forWhom = pick(words, 'billCustomerId', 'salesmanId', 'managerArea');

/** A reported line that stands in no bill. Patients as far as the asker may see them; prices in yuan. */
export const noBillRow = shape({
  ...ofLine,
  barCode: z.string(),
  sex: oneOf(sex).nullable(),
  age: z.int().nullable(),
  contactNumber: word,
  idCard: word,
  /** The agent's name, by the contract's other word for it. */
  ['agetUnit' as const]: word,
  courierNumber: word,
  logisticsInputTime: word,
  remarks: word,
  reportTime: word,
  waitingDays: z.int().nullable(),
  chargeType: oneOf(chargeOrGift),
  sign: oneOf(sign),
  state: oneOf(lineState),
  excludedBy: oneOf(excludedBy),
  billPriceStr: word,
  orderNo: word,
});
export type NoBillRow = RowOf<typeof noBillRow>;

const noBillSearch = {
  sampleCode: { ...words.sampleCode, wire: 'barCode' },
  ...pick(words, 'personName'),
  ...whose,
  ...forWhom,
  ...pick(words, 'commodityId', 'reportTime', 'orderNo'),
  chargeOrGift: fields.chargeOrGift,
  state: fields.state,
  excludedBy: fields.excludedBy,
} as const;
/** 已报告未出账: what was reported and nobody has been asked to pay for. */
export const reportedNoBill = describeListing({
  name: 'reportedNoBill',
  title: ['已报告未出账', 'Reported, not billed'],
  at: 'search/sales-query/report-no-bill',
  permission: viewLines.code,
  row: noBillRow,
  id: 'lineId',
  columns: {
    sampleCode: noBillSearch.sampleCode,
    ...pick(words, 'personName', 'commodityId', 'billPrice', 'sendSampleClientId', 'billCustomerId'),
    agentId: fields.agentId,
    ...pick(words, 'salesmanId', 'reportTime'),
    waitingDays: integer('等待天数', 'Days waiting'),
    state: fields.state,
    ...pick(words, 'orderNo'),
    chargeOrGift: fields.chargeOrGift,
    sign: fields.sign,
    excludedBy: fields.excludedBy,
    ...pick(words, 'sex', 'age'),
    telephone: { ...words.telephone, wire: 'contactNumber' },
    credentialNo: { ...words.credentialNo, wire: 'idCard' },
    ...pick(
      words,
      'courierNumber',
      'logisticsInputTime',
      'receiveTime',
      'managerArea',
      'contractLaboratoryId',
      'executeLaboratoryId',
      'requisitionCode',
    ),
    receiveRemark: { ...words.receiveRemark, wire: 'remarks' },
  },
  search: noBillSearch,
  /** Clients that are left out, ids with commas. */
  parameters: ['otherThan'],
  sortable: ['reportTime', 'receiveTime', 'barCode'],
  screens: [{ route: noBillScreen, title: ['已报告未出账', 'Reported, not billed'] }],
});

/** Clients that are drawn; the others are one bar. */
export const mostClients = 20;
const clientSum = shape({ sendSampleClientId: z.string().nullable(), name: z.string(), qty: z.int(), amountYuan: z.number() });
/** What of a filtered list is yet to be billed, by client, the most first: excluded lines cost nothing, red ones take back. */
export const noBillSum = shape({
  clients: z.array(clientSum),
  /** All beyond `mostClients`. */
  others: clientSum.omit({ sendSampleClientId: true, name: true }).extend({ clientCount: z.int(), otherThan: z.string() }),
  qty: z.int(),
  noPriceQty: z.int(),
  excludedQty: z.int(),
  totalAmountYuan: z.string(),
});
export type NoBillSum = RowOf<typeof noBillSum>;
const charged = { list: reportedNoBill, fixed: { excludedBy: excludedBy.none }, count: 'qty' } as const;
/** What the bar of a client, and that of all others, counts. */
export const opensSum: CountedIn = { ...charged, by: { sendSampleClientId: 'sendSampleClientId' } };
export const opensOthers: CountedIn = { ...charged, by: { otherThan: 'otherThan' } };

/** A billable line with its sample, as who sells and who asks for it sees it. What is billed only to who sees billable lines. */
export const collectionRow = shape({
  ...ofLine,
  sampleCode: z.string(),
  labStatus: labStatusShape.nullable(),
  commodityCode: word,
  commodityErpCode: word,
  sampleTime: word,
  labReceiveTime: word,
  labReceiveServerTime: word,
  reportTime: word,
  ifReported: z.int(),
  ifOrdered: z.int(),
  ifBilled: z.int(),
  supplementaryed: z.int(),
  businessType: oneOf(businessType),
  sign: oneOf(sign).nullable(),
  state: oneOf(lineState),
  chargeType: oneOf(chargeType).nullable(),
  billPriceStr: word,
  orderNo: word,
  billNo: word,
});
export type CollectionRow = RowOf<typeof collectionRow>;
/** Columns that say what is billed: for who sees billable lines alone. */
export const billColumns = ['billPrice', 'chargeType', 'sign', 'orderNo', 'billNo'] as const;

const sampled = { samplingTime: { ...words.samplingTime, wire: 'sampleTime' } } as const;
/** 样本汇总: every billable line with where its sample, its order and its bill stand. */
export const sampleCollection = describeListing({
  name: 'sampleCollection',
  title: ['样本汇总', 'Samples and billing'],
  at: 'search/sampleCollection/sampleCollectionPage',
  permission: searchCustomers.code,
  row: collectionRow,
  id: 'lineId',
  columns: {
    ...pick(words, 'sampleCode', 'personName', 'commodityId', 'labStatus', 'isReported', 'isOrdered', 'isBilled', 'sendSampleClientId'),
    agentId: fields.agentId,
    ...pick(words, 'billCustomerId', 'salesmanId', 'receiveTime', 'reportTime', 'billPrice'),
    chargeType: fields.chargeType,
    ...pick(words, 'orderNo', 'billNo'),
    sign: fields.sign,
    state: fields.state,
    businessType: fields.businessType,
    ...pick(words, 'isSupplementary', 'commodityCode', 'commodityErpCode'),
    ...sampled,
    ...pick(words, 'labReceiveTime', 'managerArea', 'contractLaboratoryId', 'executeLaboratoryId', 'requisitionCode'),
  },
  search: {
    ...pick(words, 'sampleCode', 'personName'),
    ...whose,
    ...forWhom,
    ...pick(words, 'commodityId', 'commodityCode', 'commodityErpCode', 'receiveTime', 'reportTime'),
    ...sampled,
    ...pick(words, 'labReceiveTime', 'isReported', 'isOrdered', 'isBilled'),
    state: fields.state,
  },
  sortable: ['receiveTime', 'reportTime', 'sampleCode'],
  screens: [{ route: collectionScreen, title: ['样本汇总', 'Samples and billing'] }],
});

const document = {
  billName: word,
  billCustomerName: word,
  chargeType: oneOf(chargeType),
  businessType: oneOf(businessType),
  sign: oneOf(sign),
  totalQty: z.int().nullable(),
  totalAmountYuan: word,
  sended: z.int(),
  reconciliationTime: word,
  sync: oneOf(syncState),
  creator: word,
  createTime: z.string(),
  /** What of the sample stands in it, and at which price. */
  items: z.array(shape({ commodityName: word, priceStr: z.string() })),
} as const;
/** An order that a sample stands in. */
const relatedOrder = shape({ orderId: z.string(), orderNo: z.string(), billStatus: oneOf(billStatus), ...document });
export type RelatedOrder = RowOf<typeof relatedOrder>;
/** A bill that a sample stands in. */
const relatedBill = shape({ billId: z.string(), billNo: z.string(), ...document });
export type RelatedBill = RowOf<typeof relatedBill>;

const ordersTitle = ['样本的订单', 'Orders of a sample'] as const;
export const searchedLineContracts = declareCalls({
  'GET search/sales-query/report-no-bill-sum': {
    title: ['未出账金额', 'What is to be billed'],
    permission: viewLines.code,
    query: reportedNoBill.contracts['GET search/sales-query/report-no-bill'].query,
    answer: noBillSum,
  },
  'GET search/sales-query/related-orders': {
    title: ordersTitle,
    permission: viewLines.code,
    query: parameters('sampleCode'),
    answer: z.array(relatedOrder),
  },
  'GET search/sampleCollection/relatedOrders': {
    title: ordersTitle,
    permission: searchCustomers.code,
    query: parameters('sampleCode'),
    answer: z.array(relatedOrder),
  },
  'GET search/sampleCollection/relatedBills': {
    title: ['样本的账单', 'Bills of a sample'],
    permission: searchCustomers.code,
    query: parameters('sampleCode'),
    answer: z.array(relatedBill),
  },
});

export const searchedLineScreens: readonly HandScreen[] = [
  {
    route: noBillScreen,
    title: ['已报告未出账', 'Reported, not billed'],
    icon: 'search',
    view: viewLines,
    calls: [viewPatients, exportPatients, revealPatients],
  },
  {
    route: collectionScreen,
    title: ['样本汇总', 'Samples and billing'],
    icon: 'search',
    view: searchCustomers,
    calls: [viewLines, viewPatients, exportPatients, revealPatients, viewTimeline],
  },
];
