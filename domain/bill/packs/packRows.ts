import { z } from 'zod';
import { businessType, chargeType, packSending, packStatus, sign } from '#domain/bill/billChoices.ts';
import { viewPacks } from '#domain/bill/billRights.ts';
import { selectReasons } from '#domain/bill/orders/selectable.ts';
import { choices } from '#domain/kernel/choices.ts';
import { declareCalls, labelShape, oneOf, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, dateTime, flag, integer, text } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { words } from '#domain/search/vocabulary.ts';
import { packScreen } from './packActs.ts';

/** A pack; what it counts is within the sight of whoever reads it. */
export const packRow = shape({
  taskId: z.string(),
  taskName: z.string(),
  auditTimeStart: z.string(),
  auditTimeEnd: z.string(),
  contractLaboratoryId: z.string().nullable(),
  contractLaboratoryName: z.string().nullable(),
  billCustomerNames: z.string().nullable(),
  remark: z.string().nullable(),
  total: z.int(),
  totalSuccess: z.int(),
  totalFalse: z.int(),
  status: oneOf(packStatus),
  unsentCount: z.int(),
  sendState: oneOf(packSending),
  sendSuccess: z.int(),
  sendFalse: z.int(),
  reconciliationTime: z.string().nullable(),
  creator: z.string().nullable(),
  createTime: z.string(),
});
export type PackRow = RowOf<typeof packRow>;

const packFields = {
  taskName: text('打包名称', 'Pack name'),
  auditTimeStart: dateTime('报告审核时间起', 'Audited from'),
  auditTimeEnd: dateTime('报告审核时间止', 'Audited until'),
  billCustomerNames: text('结算客户', 'Billing customers'),
  total: integer('明细数', 'Lines'),
  totalSuccess: integer('成功', 'Ordered'),
  totalFalse: integer('失败', 'Failed'),
  status: choice('打包状态', 'Packing', packStatus),
  unsentCount: integer('未发送订单', 'Orders not sent'),
  sendState: choice('发送状态', 'Sending', packSending),
  sendSuccess: integer('已发送订单', 'Orders sent'),
  sendFalse: integer('发送失败订单', 'Orders refused'),
  reconciliationTime: dateTime('对账时间', 'Reconciliation time'),
} as const;
const packTitle = ['系统打包', 'Packs'] as const;

/** 系统打包: packs, how far each is, and what was sent of it. */
export const packs = describeListing({
  name: 'orderPack',
  title: packTitle,
  at: 'bill/orderSystem/list',
  permission: viewPacks.code,
  row: packRow,
  id: 'taskId',
  columns: {
    taskName: packFields.taskName,
    status: packFields.status,
    total: packFields.total,
    totalSuccess: packFields.totalSuccess,
    totalFalse: packFields.totalFalse,
    unsentCount: packFields.unsentCount,
    sendState: packFields.sendState,
    sendSuccess: packFields.sendSuccess,
    sendFalse: packFields.sendFalse,
    reconciliationTime: packFields.reconciliationTime,
    auditTimeStart: packFields.auditTimeStart,
    auditTimeEnd: packFields.auditTimeEnd,
    ...pick(words, 'contractLaboratoryId'),
    billCustomerNames: packFields.billCustomerNames,
    ...pick(words, 'remark', 'creator', 'createTime'),
  },
  search: { taskName: packFields.taskName, status: packFields.status, sendState: packFields.sendState, ...pick(words, 'createTime') },
  sortable: ['createTime'],
  screens: [{ route: packScreen, title: packTitle }],
});

/** Words of a fault that no rule foresaw. */
export const packFault: Label = ['系统出错, 请重试', 'A fault of the system: try again'];
/** Why a line became no order: the reasons of ordering by hand, and a fault of ours. */
export const packReason = choices({
  unreported: ['unreported', ...selectReasons.unreported],
  excluded: ['excluded', ...selectReasons.excluded],
  withdrawn: ['withdrawn', ...selectReasons.withdrawn],
  ordered: ['ordered', '已在其他订单', 'In another order'],
  agent: ['agent', ...selectReasons.agent],
  client: ['client', ...selectReasons.client],
  customer: ['customer', ...selectReasons.customer],
  price: ['price', '无价格', 'No price'],
  salesman: ['salesman', ...selectReasons.salesman],
  laboratory: ['laboratory', ...selectReasons.laboratory],
  fault: ['fault', ...packFault],
});

const lineParts = {
  lineId: z.string(),
  sampleCode: z.string(),
  personName: z.string().nullable(),
  requisitionCode: z.string(),
  commodityId: z.string(),
  commodityName: z.string().nullable(),
  sendSampleClientId: z.string().nullable(),
  sendSampleClientName: z.string().nullable(),
  billCustomerId: z.string().nullable(),
  billCustomerName: z.string().nullable(),
  salesmanId: z.string().nullable(),
  salesmanName: z.string().nullable(),
  contractLaboratoryId: z.string().nullable(),
  contractLaboratoryName: z.string().nullable(),
  chargeType: oneOf(chargeType),
  businessType: oneOf(businessType),
  sign: oneOf(sign),
  auditTime: z.string().nullable(),
  receiveTime: z.string(),
  receiveServerTime: z.string().nullable(),
  billPriceStr: z.string().nullable(),
} as const;
/** A line that became part of an order of the pack. */
export const packedRow = shape({ ...lineParts, orderId: z.string(), orderNo: z.string(), isRemoved: z.int(), sended: z.int() });
export type PackedRow = RowOf<typeof packedRow>;
/** A line that did not, and why. */
export const leftRow = shape({ ...lineParts, reasonText: z.string() });
export type LeftRow = RowOf<typeof leftRow>;

const lineColumns = {
  ...pick(words, 'personName', 'commodityId', 'billPrice', 'sendSampleClientId', 'billCustomerId', 'salesmanId', 'auditTime', 'receiveTime'),
  chargeType: choice('收费类型', 'Charge type', chargeType),
  businessType: choice('业务类型', 'Business type', businessType),
  sign: choice('红蓝字', 'Charge or credit', sign),
  ...pick(words, 'requisitionCode', 'contractLaboratoryId'),
} as const;
const lineSearch = pick(words, 'sampleCode', 'commodityId', 'sendSampleClientId', 'billCustomerId', 'salesmanId');

/** 打包成功明细: what became of a pack, line by line. */
export const packedLines = describeListing({
  name: 'packedLine',
  title: ['打包成功明细', 'Lines a pack ordered'],
  at: 'bill/orderSystem/listSuccess',
  permission: viewPacks.code,
  row: packedRow,
  id: 'lineId',
  columns: {
    ...pick(words, 'sampleCode', 'orderNo'),
    isRemoved: flag('订单已删除', 'Order removed'),
    sended: flag('已发送', 'Sent'),
    ...lineColumns,
  },
  search: { ...lineSearch, ...pick(words, 'orderNo') },
  parameters: ['taskId'],
  sortable: ['sampleCode', 'auditTime'],
});
/** 打包失败明细: what a pack left, and why. */
export const leftLines = describeListing({
  name: 'leftLine',
  title: ['打包失败明细', 'Lines a pack left'],
  at: 'bill/orderSystem/listFail',
  permission: viewPacks.code,
  row: leftRow,
  id: 'lineId',
  columns: { ...pick(words, 'sampleCode'), reasonText: text('失败原因', 'Reason'), ...lineColumns },
  search: lineSearch,
  parameters: ['taskId', 'reason'],
  sortable: ['sampleCode', 'auditTime'],
});

/** A pack by itself: how many lines failed for each reason (one that has several counts for each), and which orders could not be sent. */
export const packSummary = shape({
  pack: packRow,
  reasons: z.array(shape({ reason: oneOf(packReason), count: z.int() })),
  unsendable: z.array(shape({ orderId: z.string(), orderNo: z.string(), words: labelShape })),
});
export const packContracts = declareCalls({
  'GET bill/orderSystem/summary': {
    title: ['打包详情', 'A pack'],
    permission: viewPacks.code,
    query: parameters('taskId'),
    answer: packSummary,
  },
});
