import { z } from 'zod';
import { businessType, chargeType, lineStanding, lineState, sign, syncState } from '#domain/bill/billChoices.ts';
import { viewBills, viewLines } from '#domain/bill/billRights.ts';
import { documentFields, itemRow, listBody } from '#domain/bill/orders/orderRows.ts';
import { declareCalls, oneOf, pageShape, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { flag } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { words } from '#domain/search/vocabulary.ts';
import { billScreen } from './billCreate.ts';

/** A bill, as lists and its detail show it. Amounts in yuan. */
export const billRow = shape({
  billId: z.string(),
  billNo: z.string(),
  billUnitId: z.string().nullable(),
  billName: z.string().nullable(),
  billCustomerId: z.string(),
  billCustomerName: z.string().nullable(),
  salesmanId: z.string().nullable(),
  salesmanName: z.string().nullable(),
  contractLaboratoryId: z.string(),
  contractLaboratoryName: z.string().nullable(),
  chargeType: oneOf(chargeType),
  businessType: oneOf(businessType),
  sign: oneOf(sign),
  totalQty: z.int().nullable(),
  /** In fen. */
  totalAmount: z.string().nullable(),
  totalAmountYuan: z.string().nullable(),
  sended: z.int(),
  isVoidPending: z.int(),
  reconciliationTime: z.string().nullable(),
  sync: oneOf(syncState),
  syncResult: z.string().nullable(),
  remark: z.string().nullable(),
  creator: z.string().nullable(),
  createTime: z.string(),
  version: z.int(),
});
export type BillListRow = RowOf<typeof billRow>;

const { billName, sended, reconciliationTime, sync, ...kinds } = pick(
  documentFields,
  'billName',
  'chargeType',
  'businessType',
  'sign',
  'sended',
  'reconciliationTime',
  'sync',
);
const title = ['账单管理', 'Bills'] as const;
/** 账单管理: what customers are asked to pay. */
export const bills = describeListing({
  name: 'bill',
  title,
  at: 'bill/bill/page',
  permission: viewBills.code,
  row: billRow,
  id: 'billId',
  columns: {
    ...pick(words, 'billNo'),
    billName,
    ...pick(words, 'billCustomerId', 'totalQty', 'totalAmount'),
    ...kinds,
    sended,
    reconciliationTime,
    sync,
    ...pick(words, 'syncResult'),
    isVoidPending: flag('正在撤销', 'Being voided'),
    ...pick(words, 'salesmanId', 'contractLaboratoryId', 'remark', 'creator', 'createTime'),
  },
  search: {
    ...pick(words, 'billNo', 'orderNo', 'billCustomerId'),
    billName,
    ...pick(words, 'salesmanId', 'contractLaboratoryId'),
    ...kinds,
    sended,
    sync,
    reconciliationTime,
    ...pick(words, 'totalAmount', 'remark', 'creator', 'createTime'),
  },
  parameters: ['sampleCodeStr'],
  sortable: ['billNo', 'createTime'],
  screens: [{ route: billScreen, title }],
});

const billCode = shape({ lineId: z.string(), sampleCode: z.string(), personName: z.string().nullable(), orderNo: z.string() });
export type BillCode = RowOf<typeof billCode>;
const foundLine = shape({
  lineId: z.string(),
  sampleCode: z.string(),
  personName: z.string().nullable(),
  commodityId: z.string(),
  commodityName: z.string().nullable(),
  state: oneOf(lineState),
  sign: oneOf(sign),
  billPriceStr: z.string().nullable(),
  orderId: z.string().nullable(),
  orderNo: z.string().nullable(),
  billId: z.string().nullable(),
  billNo: z.string().nullable(),
});
export type FoundBillLine = RowOf<typeof foundLine>;
const standing = shape({ standing: oneOf(lineStanding), qty: z.int(), totalAmountYuan: z.string().nullable() });
export type MonthStanding = RowOf<typeof standing>;

export const billContracts = declareCalls({
  'POST bill/bill/list': { title, permission: viewBills.code, body: listBody, repeats: ['只读', 'reads'], answer: pageShape(billRow) },
  'POST bill/bill/listBySampleCodeStr': {
    title: ['按条码查账单', 'Bills of pasted codes'],
    permission: viewBills.code,
    body: z.object({ sampleCodeStr: z.string().max(200_000) }),
    repeats: ['只读', 'reads'],
    answer: shape({ lines: z.array(foundLine), unknown: z.array(z.string()) }),
  },
  'GET bill/bill/billDetail': {
    title: ['账单明细', 'A bill'],
    permission: viewBills.code,
    query: parameters('billId'),
    answer: shape({ bill: billRow, items: z.array(itemRow) }),
  },
  'GET bill/bill/listItemSampleCodes': {
    title: ['账单样本', 'Samples of a bill’s item'],
    permission: viewBills.code,
    query: parameters('itemId'),
    answer: z.array(billCode),
  },
  'GET bill/bill/listUser': {
    title: ['有未出账明细的销售员', 'Salespeople with lines to bill'],
    permission: viewBills.code,
    byHand: 'picker',
    query: parameters(),
    answer: z.array(shape({ id: z.string(), realName: z.string().nullable(), openQty: z.int(), orderedQty: z.int() })),
  },
  'GET bill/bill/monthStanding': {
    title: ['本月明细', 'Where a month’s lines stand'],
    permission: viewLines.code,
    query: parameters('month', 'contractLaboratoryId'),
    answer: z.array(standing),
  },
});
