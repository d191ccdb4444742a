import { z } from 'zod';
import { billStatus, businessType, chargeType, chargeOrGift, lineState, sign, syncState } from '#domain/bill/billChoices.ts';
import { viewLines, viewOrders, viewRechecks } from '#domain/bill/billRights.ts';
import { declareCalls, labelShape, oneOf, pageShape, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, dateTime, flag, integer, longText, money, ref, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { words } from '#domain/search/vocabulary.ts';
import { orderScreen } from './orderActs.ts';
import { poolScreen, recheckScreen, unorderedScreen } from './orderCreate.ts';

/** Whose it is, each with its name. */
export const named = {
  sendSampleClientId: z.string().nullable(),
  sendSampleClientName: z.string().nullable(),
  agentCustomerId: z.string().nullable(),
  agentCustomerName: z.string().nullable(),
  /** The contract's other name of it. */
  agentName: z.string().nullable(),
  billCustomerId: z.string().nullable(),
  billCustomerName: z.string().nullable(),
  salesmanId: z.string().nullable(),
  salesmanName: z.string().nullable(),
  contractLaboratoryId: z.string().nullable(),
  contractLaboratoryName: z.string().nullable(),
} as const;

/** An order, as lists and its detail show it. Amounts in yuan. */
export const orderRow = shape({
  orderId: z.string(),
  orderNo: z.string(),
  billUnitId: z.string().nullable(),
  billName: z.string().nullable(),
  ...named,
  erpCode: z.string().nullable(),
  chargeType: oneOf(chargeType),
  /** Of an order that became a gift: what it was. */
  chargeTypeBefore: oneOf(chargeType).nullable(),
  chargeTypeStr: z.string(),
  businessType: oneOf(businessType),
  sign: oneOf(sign),
  totalQty: z.int().nullable(),
  totalAmountYuan: z.string().nullable(),
  billedQty: z.int(),
  billStatus: oneOf(billStatus),
  sended: z.int(),
  isVoidPending: z.int(),
  reconciliationTime: z.string().nullable(),
  sync: oneOf(syncState),
  syncResult: z.string().nullable(),
  forced: z.int(),
  // The contract's own spelling.
  ['forceReson' as const]: z.string().nullable(),
  remark: z.string().nullable(),
  withdrawnCode: z.string().nullable(),
  billNo: z.string().nullable(),
  creatorId: z.string().nullable(),
  creator: z.string().nullable(),
  createTime: z.string(),
  version: z.int(),
});
export type OrderListRow = RowOf<typeof orderRow>;

const agent = { agentCustomerId: ref('代理商', 'Agent', 'client') };
/** What orders and bills have in common. */
export const documentFields = {
  billName: text('结算单位', 'Billing unit'),
  chargeType: choice('收费类型', 'Charge type', chargeType),
  businessType: choice('业务类型', 'Business type', businessType),
  sign: choice('红蓝字', 'Charge or credit', sign),
  billStatus: choice('出账状态', 'Billed so far', billStatus),
  sended: flag('已发送', 'Sent'),
  reconciliationTime: dateTime('对账时间', 'Reconciliation time'),
  sync: choice('同步状态', 'Sync state', syncState),
  forced: flag('强制开单', 'Forced'),
} as const;
const orderColumns = {
  // What a month is worked through by comes first: it is seen on a small screen, too.
  ...pick(words, 'orderNo', 'billCustomerId', 'sendSampleClientId', 'totalQty', 'totalAmount'),
  sended: documentFields.sended,
  billName: documentFields.billName,
  ...agent,
  ...pick(words, 'salesmanId'),
  chargeType: documentFields.chargeType,
  businessType: documentFields.businessType,
  sign: documentFields.sign,
  reconciliationTime: documentFields.reconciliationTime,
  billStatus: documentFields.billStatus,
  billedQty: integer('已出账数', 'Billed'),
  sync: documentFields.sync,
  ...pick(words, 'syncResult'),
  forced: documentFields.forced,
  forceReason: text('强制原因', 'Why it is forced', { wire: 'forceReson' }),
  ...pick(words, 'remark', 'contractLaboratoryId', 'creator', 'createTime'),
} as const;
const orderSearch = {
  ...pick(words, 'orderNo', 'billCustomerId', 'sendSampleClientId'),
  ...agent,
  ...pick(words, 'salesmanId', 'contractLaboratoryId'),
  ...pick(documentFields, 'billName', 'chargeType', 'businessType', 'sign', 'sended', 'billStatus', 'sync', 'forced', 'reconciliationTime'),
  ...pick(words, 'totalAmount', 'remark', 'creator', 'createTime'),
} as const;
const orderList = {
  row: orderRow,
  id: 'orderId',
  columns: orderColumns,
  search: orderSearch,
  parameters: ['sampleCodeStr'],
  sortable: ['orderNo', 'createTime'],
} as const;
const title = ['订单管理', 'Orders'] as const;

/** 订单管理: orders of all but redraws and rechecks. */
export const orders = describeListing({
  ...orderList,
  name: 'salesOrder',
  title,
  at: 'bill/order/page',
  permission: viewOrders.code,
  screens: [{ route: orderScreen, title }],
});
/** 复检订单: of redraws and rechecks. */
export const recheckOrders = describeListing({
  ...orderList,
  name: 'recheckOrder',
  title: ['复检订单', 'Recheck orders'],
  at: 'bill/recheckOrder/page',
  permission: viewRechecks.code,
  screens: [{ route: recheckScreen, title: ['复检订单', 'Recheck orders'] }],
});
/** 强制开单记录: orders that were forced, with who did it and why. */
export const forcedOrders = describeListing({
  ...orderList,
  name: 'forcedOrder',
  title: ['强制开单记录', 'Forced orders'],
  at: 'bill/order/listForce',
  permission: viewOrders.code,
  screens: [{ route: '/bill/forceRecord', title: ['强制开单记录', 'Forced orders'] }],
});
/** 订单查询: every order, to look at. */
export const searchedOrders = describeListing({
  ...orderList,
  name: 'searchedOrder',
  title: ['订单查询', 'Order search'],
  at: 'bill/sales-order/list',
  permission: viewOrders.code,
  screens: [{ route: '/search/searchOrderManage', title: ['订单查询', 'Order search'] }],
});

/** A billable line and why it cannot be ordered. Prices in yuan. */
export const poolRow = shape({
  lineId: z.string(),
  requisitionCode: z.string(),
  sampleCode: z.string(),
  personName: z.string().nullable(),
  commodityId: z.string(),
  commodityName: z.string().nullable(),
  ...named,
  managerArea: z.string().nullable(),
  erpCode: z.string().nullable(),
  chargeType: oneOf(chargeType),
  chargeTypeStr: z.string(),
  businessType: oneOf(businessType),
  sign: oneOf(sign),
  state: oneOf(lineState),
  /** 1: its report is out. */
  reported: z.int(),
  /** 1: left out, by its tube, its client or its commodity. */
  excluded: z.int(),
  executeLaboratoryName: z.string().nullable(),
  supplementaryed: z.int(),
  receiveTime: z.string(),
  receiveServerTime: z.string().nullable(),
  auditTime: z.string().nullable(),
  waitingDays: z.int().nullable(),
  billPriceStr: z.string().nullable(),
  /** The same by the contract's other name of it. */
  billPrice: z.string().nullable(),
  priceReason: labelShape.nullable(),
  orderNo: z.string().nullable(),
  billNo: z.string().nullable(),
  selectable: z.boolean(),
  reasons: z.array(z.string()),
});
export type PoolRow = RowOf<typeof poolRow>;

/** The same with what whoever asks why it waits needs to know of its requisition; numbers of a person in part. */
export const unorderedRow = poolRow.extend({
  chargeType: oneOf(chargeOrGift),
  contactNumber: z.string().nullable(),
  credentialNo: z.string().nullable(),
  courierNumber: z.string().nullable(),
  logisticsInputTime: z.string().nullable(),
  remarks: z.string().nullable(),
});
export type UnorderedRow = RowOf<typeof unorderedRow>;

const poolFields = { state: choice('开单状态', 'Ordering', lineState) } as const;
const poolColumns = {
  ...pick(words, 'sampleCode', 'personName', 'commodityId', 'billPrice', 'sendSampleClientId', 'billCustomerId'),
  ...agent,
  ...pick(words, 'salesmanId', 'auditTime', 'receiveTime'),
  chargeType: documentFields.chargeType,
  businessType: documentFields.businessType,
  sign: documentFields.sign,
  state: poolFields.state,
  ...pick(words, 'isSupplementary', 'orderNo', 'billNo', 'managerArea', 'contractLaboratoryId', 'executeLaboratoryId', 'requisitionCode'),
} as const;
const poolSearch = {
  ...pick(words, 'sampleCode', 'personName', 'sendSampleClientId', 'billCustomerId'),
  ...agent,
  ...pick(words, 'commodityId', 'salesmanId', 'contractLaboratoryId'),
  chargeType: documentFields.chargeType,
  businessType: documentFields.businessType,
  state: poolFields.state,
  ...pick(words, 'auditTime', 'receiveTime'),
} as const;
/** 开单: billable lines, each saying whether it can be ordered and what speaks against it. */
export const orderPool = describeListing({
  name: 'orderPool',
  title: ['开单', 'Make orders'],
  at: 'bill/checkQuery/sendSampleList',
  permission: viewLines.code,
  row: poolRow,
  id: 'lineId',
  columns: poolColumns,
  search: { ...poolSearch, ordered: flag('已入订单', 'In an order'), billed: flag('已入账单', 'In a bill') },
  parameters: ['sampleCodeStr', 'standing'],
  sortable: ['auditTime', 'receiveTime', 'sampleCode'],
  screens: [{ route: poolScreen, title: ['开单', 'Make orders'] }],
});
const unorderedCharge = choice('收费类型', 'Charge type', chargeOrGift);
/** 已报告未开单: what waits for an order, the longest first. */
export const unorderedLines = describeListing({
  name: 'unorderedLine',
  title: ['已报告未开单', 'Reported, not ordered'],
  at: 'bill/salesBillPool/reportedNoOrder',
  permission: viewLines.code,
  row: unorderedRow,
  id: 'lineId',
  columns: {
    ...poolColumns,
    chargeType: unorderedCharge,
    waitingDays: integer('等待天数', 'Days waiting'),
    ...pick(words, 'courierNumber', 'logisticsInputTime'),
    telephone: { ...words.telephone, wire: 'contactNumber' },
    ...pick(words, 'credentialNo'),
    receiveRemark: { ...words.receiveRemark, wire: 'remarks' },
  },
  search: { ...poolSearch, chargeType: unorderedCharge },
  parameters: ['sampleCodeStr'],
  sortable: ['auditTime', 'receiveTime', 'sampleCode'],
  screens: [{ route: unorderedScreen, title: ['已报告未开单', 'Reported, not ordered'] }],
});

/** A run of lines of one commodity and price. Yuan. */
export const itemRow = shape({
  itemId: z.string(),
  itemNo: z.int(),
  commodityName: z.string().nullable(),
  commodityCode: z.string().nullable(),
  commodityErpCode: z.string().nullable(),
  supplementaryed: z.int(),
  /** The salesperson's name. */
  salesman: z.string().nullable(),
  priceStr: z.string(),
  qty: z.int(),
  totalAmountStr: z.string(),
});
const codeRow = shape({
  lineId: z.string(),
  sampleCode: z.string(),
  personName: z.string().nullable(),
  withdrawn: z.int(),
  /** The bill it stands in. */
  billNo: z.string().nullable(),
});
export type ItemRow = RowOf<typeof itemRow>;
export type OrderCodeRow = RowOf<typeof codeRow>;
/** What a posted list is asked with: the list's own parameters. */
export const listBody = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const detailOf = (permission: string) =>
  ({
    title: ['订单明细', 'An order'],
    permission,
    query: parameters('orderId'),
    answer: shape({ order: orderRow, items: z.array(itemRow) }),
  }) as const;
const codesOf = (permission: string) =>
  ({ title: ['订单样本', 'Samples of an item'], permission, query: parameters('itemId'), answer: z.array(codeRow) }) as const;
const listOf = (permission: string) => ({ title, permission, body: listBody, repeats: ['只读', 'reads'], answer: pageShape(orderRow) }) as const;
/** Which orders a list has, as pasted codes are looked for in it. */
const ordersOf = ['all', 'plain', 'recheck', 'forced'] as const;
export type OrdersOf = (typeof ordersOf)[number];
export const orderContracts = declareCalls({
  'POST bill/order/list': listOf(viewOrders.code),
  'GET bill/order/orderDetail': detailOf(viewOrders.code),
  'GET bill/order/listItemSampleCodes': codesOf(viewOrders.code),
  'POST bill/recheckOrder/list': listOf(viewRechecks.code),
  'GET bill/recheckOrder/orderDetail': detailOf(viewRechecks.code),
  'GET bill/recheckOrder/listItemSampleCodes': codesOf(viewRechecks.code),
  /** Those of pasted codes that a list has no row of; `isOrdered` 1: a list of orders, of what `list` says. */
  'POST bill/checkQuery/unknownCodes': {
    title: ['未找到的条码', 'Codes that were not found'],
    permission: viewLines.code,
    body: z.object({
      sampleCodeStr: z.string().max(200_000),
      isOrdered: z.literal([0, 1]).default(0),
      list: z.enum(ordersOf).default('all'),
    }),
    repeats: ['只读', 'reads'],
    answer: shape({
      unknown: z.array(z.string()),
      /** Those that are in an order of another list. */
      elsewhere: z.array(shape({ code: z.string(), orderNo: z.string(), isRecheck: z.literal([0, 1]) })),
    }),
  },
});
/** What the columns of an order's items are called. */
export const itemFields = {
  commodityName: text('产品', 'Commodity'),
  commodityCode: code('产品编号', 'Commodity code'),
  price: money('单价', 'Price', { wire: 'priceStr' }),
  qty: integer('数量', 'Quantity'),
  amount: money('金额', 'Total amount', { wire: 'totalAmountStr' }),
  salesman: text('销售员', 'Salesperson'),
  note: longText('备注', 'Remark'),
} as const;
