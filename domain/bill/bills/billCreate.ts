import { z } from 'zod';
import { billStatus, lineState } from '#domain/bill/billChoices.ts';
import { orderScreen } from '#domain/bill/orders/orderActs.ts';
import { mostLines } from '#domain/bill/orders/orderGroups.ts';
import { recheckScreen } from '#domain/bill/orders/orderCreate.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { labelShape, shape } from '#domain/kernel/contract.ts';
import { longText, text } from '#domain/kernel/fields.ts';
import { idList } from '#domain/kernel/ids.ts';
import type { Label } from '#domain/kernel/label.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';

export const billScreen = '/bill/billManage';
/** So many orders become a bill at once. */
export const mostOrders = 200;
/** So many lines a bill has at most. */
export const mostBillLines = 20_000;

/** What all orders of a bill have in common (docs/bill.md#bills). */
export interface BillHead {
  readonly contractLaboratoryId: string;
  readonly billCustomerId: string;
  readonly chargeType: number;
  readonly businessType: number;
  readonly sign: 1 | -1;
}
/** An order that is to be billed, locked. */
export interface BillableOrder extends BillHead {
  readonly orderId: string;
  readonly orderNo: string;
  readonly sended: number;
  readonly billStatus: number;
  /** The first bill with a line of it. */
  readonly billNo: string | null;
  readonly salesmanId: string | null;
  readonly billUnitId: string | null;
  readonly billName: string | null;
}
/** A line that is to be billed, as its order has it. Price in fen. */
export interface BillableLine {
  readonly lineId: string;
  readonly sampleCode: string;
  readonly state: number;
  /** null: it stands in no order. */
  readonly orderId: string | null;
  readonly billNo: string | null;
  readonly commodityId: string;
  readonly commodityCode: string | null;
  readonly commodityErpCode: string | null;
  readonly supplementaryed: number;
  readonly salesmanId: string | null;
  readonly price: number | null;
}
export type BilledLine = BillableLine & { readonly orderId: string; readonly price: number };
/** What was asked for: orders with all of their lines, or lines with their orders. */
export interface BillCreateState {
  readonly orders: readonly BillableOrder[];
  readonly lines: readonly BillableLine[];
}
interface RefusedRow {
  readonly id: string;
  readonly code: string;
  readonly why: Refusal;
}
export interface BillCreateChange {
  readonly head: BillHead;
  readonly lines: readonly BilledLine[];
  readonly orders: readonly BillableOrder[];
  readonly refused: readonly RefusedRow[];
}

/** What was made, and of each order or line what became of it: `msg` for who reads one language, `text` for the console. */
export const billCreateAnswer = shape({
  bills: z.array(shape({ billId: z.string(), billNo: z.string(), totalQty: z.int(), totalAmountStr: z.string() })),
  rows: z.array(shape({ id: z.string(), code: z.string(), success: z.boolean(), msg: z.string().nullable(), text: labelShape.nullable() })),
});

export const asksOfBill = {
  billName: text('账单名称', 'Bill name', {
    max: 100,
    help: ['留空为结算单位或结算客户名称', 'Left empty: the name of the billing unit or customer'],
  }),
  remark: longText('备注', 'Remark'),
} as const;
const input = z.object({
  orderIds: idList(mostOrders).optional(),
  lineIds: idList(mostLines).optional(),
  ...partsOfFields(asksOfBill),
});
export type BillCreateInput = z.output<typeof input>;

const parts: readonly (readonly [keyof BillHead, Label])[] = [
  ['contractLaboratoryId', ['检验所', 'laboratory']],
  ['billCustomerId', ['结算客户', 'billing customer']],
  ['chargeType', ['收费类型', 'charge type']],
  ['businessType', ['业务类型', 'business type']],
  ['sign', ['红蓝字', 'sign']],
];
/** In what orders differ that cannot stand in one bill; null: in nothing. */
export function mixedIn(orders: readonly Readonly<Record<keyof BillHead, string | number | null>>[]): Label | null {
  const [first, ...others] = orders;
  const odd = first ? parts.filter(([key]) => others.some((other) => other[key] !== first[key])) : [];
  return odd.length === 0 ? null : [odd.map(([, [zh]]) => zh).join('、'), odd.map(([, [, en]]) => en).join(', ')];
}

/** What speaks against billing an order, as far as its row tells. */
export function orderBillRefusal({
  orderNo: no,
  sended,
  billStatus: status,
  billNo,
}: Pick<BillableOrder, 'orderNo' | 'sended' | 'billStatus' | 'billNo'>): Refusal | null {
  if (sended === 0) return refuse('order.notSent', { no });
  return status === billStatus.all ? conflict('order.billed', { no, bill: billNo ?? '' }) : null;
}
function lineBillRefusal({ sampleCode: code, state, orderId, billNo, price }: BillableLine, order: BillableOrder | undefined): Refusal | null {
  if (billNo !== null) return conflict('bill.lineTaken', { code, bill: billNo });
  if (orderId === null || !order || state !== lineState.ordered || price === null) return refuse('bill.lineNotOrdered', { code });
  return order.sended === 0 ? refuse('order.notSent', { no: order.orderNo }) : null;
}

/** Why each that was refused was: the rows answer it in words. */
export const billCreateRefusals = {
  'bill.noLines': ['请选择订单或样本', 'Choose orders or samples'],
  'bill.mixed': ['所选订单的{what}不同', 'The orders differ in {what}'],
  'bill.lineTaken': ['样本{code}已在账单{bill}', '{code} is in bill {bill}'],
  'bill.lineNotOrdered': ['样本{code}未开单', '{code} is in no order'],
  'bill.tooManyLines': ['一个账单最多20,000个样本', 'A bill has at most 20,000 samples'],
  'order.notSent': ['订单{no}未发送', 'Order {no} was not sent'],
  'order.billed': ['订单{no}已入账单{bill}', 'Order {no} is in bill {bill}'],
} as const satisfies Readonly<Record<string, Label>>;

/** 生成账单: of sent orders, with what of them is in no bill yet, or of some of their lines. */
export const createBill = defineCommand({
  name: 'bill.create',
  title: ['生成账单', 'Make a bill'],
  service: 'bill',
  path: 'bill/createBill',
  permission: 'bill_create',
  roles: ['billing'],
  screens: [orderScreen, recheckScreen, billScreen],
  input,
  asks: asksOfBill,
  answer: billCreateAnswer,
  version: 1,
  offline: false,
  lanes: () => ['bill'],
  subject: ({ orderIds, lineIds }) => orderIds?.[0] ?? lineIds?.[0] ?? '',
  refusals: billCreateRefusals,
  decide({ orders, lines }: BillCreateState, { orderIds = [] }: BillCreateInput): Outcome<BillCreateChange> {
    const byId = new Map(orders.map((order) => [order.orderId, order]));
    const isByOrder = orderIds.length > 0;
    const refused: RefusedRow[] = [];
    const taken: BilledLine[] = [];
    for (const order of isByOrder ? orders : []) {
      const why = orderBillRefusal(order);
      if (why !== null) refused.push({ id: order.orderId, code: order.orderNo, why });
    }
    for (const line of lines) {
      const { orderId, price } = line;
      const why = lineBillRefusal(line, orderId === null ? undefined : byId.get(orderId));
      if (why === null && orderId !== null && price !== null) taken.push({ ...line, orderId, price });
      // Of an order that is billed in part the rest is meant.
      else if (why !== null && !isByOrder) refused.push({ id: line.lineId, code: line.sampleCode, why });
    }
    if (taken.length === 0) return refused[0]?.why ?? refuse('bill.noLines');
    const used = new Set(taken.map(({ orderId }) => orderId));
    const meant = orders.filter(({ orderId }) => used.has(orderId));
    const what = mixedIn(meant);
    if (what) return refuse('bill.mixed', { what });
    if (taken.length > mostBillLines) return refuse('bill.tooManyLines');
    const [first] = meant;
    if (!first) return refuse('bill.noLines');
    const { contractLaboratoryId, billCustomerId, chargeType, businessType, sign } = first;
    return accept({ head: { contractLaboratoryId, billCustomerId, chargeType, businessType, sign }, lines: taken, orders: meant, refused });
  },
});
