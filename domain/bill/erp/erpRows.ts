import { z } from 'zod';
import { erpAct, erpState, sign, syncState } from '#domain/bill/billChoices.ts';
import { viewBills, viewOrders } from '#domain/bill/billRights.ts';
import { declareCalls, oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, dateTime, integer, money, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { savedRecord } from '#domain/kernel/resourceShapes.ts';
import { words } from '#domain/search/vocabulary.ts';

import { erpAccount } from './erpAccount.ts';

export const orderSyncScreen = '/search/orderSynchronized';
export const billSyncScreen = '/search/billSyncPage';

const common = {
  billName: z.string().nullable(),
  billCustomerId: z.string(),
  billCustomerName: z.string().nullable(),
  salesmanId: z.string().nullable(),
  salesmanName: z.string().nullable(),
  contractLaboratoryId: z.string(),
  contractLaboratoryName: z.string().nullable(),
  sign: oneOf(sign),
  totalQty: z.int().nullable(),
  totalAmountYuan: z.string().nullable(),
  reconciliationTime: z.string().nullable(),
  sendTime: z.string().nullable(),
  sync: oneOf(syncState),
  syncResult: z.string().nullable(),
  syncTime: z.string().nullable(),
  erpNumber: z.string().nullable(),
  /** What stands in the ERP, and how much that is more than ours; null where nothing is known to stand there. */
  erpAmountYuan: z.string().nullable(),
  differenceYuan: z.string().nullable(),
  isVoidPending: z.int(),
  /** What the ERP is told last; null: nothing is, as with red orders. */
  pushId: z.string().nullable(),
  erpAct: oneOf(erpAct).nullable(),
  erpState: oneOf(erpState).nullable(),
  tries: z.int().nullable(),
  nextTime: z.string().nullable(),
} as const;
/** An order that was sent, and how it stands in the ERP. Amounts in yuan. */
export const orderSyncRow = shape({
  orderId: z.string(),
  orderNo: z.string(),
  sendSampleClientId: z.string(),
  sendSampleClientName: z.string().nullable(),
  ...common,
});
/** The same of a bill. */
export const billSyncRow = shape({ billId: z.string(), billNo: z.string(), ...common });
export type OrderSyncRow = RowOf<typeof orderSyncRow>;
export type BillSyncRow = RowOf<typeof billSyncRow>;

const own = {
  billName: text('结算单位', 'Billing unit'),
  sign: choice('红蓝字', 'Charge or credit', sign),
  reconciliationTime: dateTime('对账时间', 'Reconciliation time'),
  sendTime: dateTime('发送时间', 'Sent at'),
  sync: choice('同步状态', 'Sync state', syncState),
  syncTime: dateTime('同步时间', 'Synchronized at'),
  erpNumber: code('ERP单号', 'ERP number'),
  erpAmount: money('ERP金额', 'ERP amount', { wire: 'erpAmountYuan' }),
  difference: money('差额', 'Difference', { wire: 'differenceYuan' }),
  erpAct: choice('动作', 'Act', erpAct),
  erpState: choice('推送状态', 'Push', erpState),
  tries: integer('次数', 'Tries'),
  nextTime: dateTime('下次重试', 'Next try'),
} as const;
const columns = {
  sync: own.sync,
  erpNumber: own.erpNumber,
  ...pick(words, 'totalAmount'),
  erpAmount: own.erpAmount,
  difference: own.difference,
  ...pick(words, 'syncResult'),
  billName: own.billName,
  ...pick(words, 'billCustomerId'),
} as const;
const moreColumns = {
  ...pick(words, 'salesmanId', 'contractLaboratoryId', 'totalQty'),
  ...pick(own, 'sign', 'reconciliationTime', 'sendTime', 'syncTime', 'erpAct', 'erpState', 'tries', 'nextTime'),
} as const;
const search = {
  sync: own.sync,
  ...pick(words, 'billCustomerId', 'salesmanId', 'contractLaboratoryId'),
  ...pick(own, 'sign', 'reconciliationTime', 'sendTime'),
} as const;

const orderTitle = ['订单同步查询', 'Orders in the ERP'] as const;
/** 订单同步查询: orders that were sent, and what the ERP made of them. */
export const orderSyncs = describeListing({
  name: 'orderSync',
  title: orderTitle,
  at: 'search/sales-query/order-synchronized',
  permission: viewOrders.code,
  row: orderSyncRow,
  id: 'orderId',
  columns: { ...pick(words, 'orderNo'), ...columns, ...pick(words, 'sendSampleClientId'), ...moreColumns },
  search: { ...pick(words, 'orderNo'), ...search, ...pick(words, 'sendSampleClientId') },
  sortable: ['sendTime'],
  screens: [{ route: orderSyncScreen, title: orderTitle }],
});
const billTitle = ['账单同步查询', 'Bills in the ERP'] as const;
/** 账单同步查询: bills that were sent, and what the ERP made of them. */
export const billSyncs = describeListing({
  name: 'billSync',
  title: billTitle,
  at: 'search/billSync/billSyncPage',
  permission: viewBills.code,
  row: billSyncRow,
  id: 'billId',
  columns: { ...pick(words, 'billNo'), ...columns, ...moreColumns },
  search: { ...pick(words, 'billNo'), ...search },
  sortable: ['sendTime'],
  screens: [{ route: billSyncScreen, title: billTitle }],
});

/** An item of a sent document as the ERP gets it, and what it said of it. */
const syncItem = shape({
  itemId: z.string(),
  itemNo: z.int(),
  commodityId: z.string(),
  commodityName: z.string().nullable(),
  commodityErpCode: z.string().nullable(),
  qty: z.int(),
  priceStr: z.string(),
  totalAmountStr: z.string(),
  itemResult: z.string().nullable(),
});
export type SyncItem = RowOf<typeof syncItem>;
/** A place of an item: a tube's code, and what it costs. */
const syncCode = shape({ lineId: z.string(), sampleCode: z.string(), barCode: z.string(), requisitionCode: z.string(), priceStr: z.string() });

export const erpContracts = declareCalls({
  'GET search/sales-query/orderSyncOne-detail': {
    title: ['订单同步明细', 'Items of an order in the ERP'],
    permission: viewOrders.code,
    query: z.object({ orderId: idText }),
    answer: z.array(syncItem),
  },
  'GET search/sales-query/orderSyncTwo-detail': {
    title: ['订单同步条码', 'Codes of an item in the ERP'],
    permission: viewOrders.code,
    query: z.object({ itemId: idText }),
    answer: z.array(syncCode),
  },
  'GET search/billSync/billSyncItem': {
    title: ['账单同步明细', 'Items of a bill in the ERP'],
    permission: viewBills.code,
    query: z.object({ billId: idText }),
    answer: z.array(syncItem),
  },
  'GET search/billSync/billSyncBarCode': {
    title: ['账单同步条码', 'Codes of a bill’s item in the ERP'],
    permission: viewBills.code,
    query: z.object({ billItemId: idText }),
    answer: z.array(syncCode),
  },
});

export const erpAccountContracts = declareCalls({ 'POST bill/erpAccount/save': savedRecord(erpAccount) });
