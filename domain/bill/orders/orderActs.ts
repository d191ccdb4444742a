import { z } from 'zod';
import { changedMeanwhile, type LastChange } from '#domain/bill/documents/lastChange.ts';
import { whyNotUnit, unitRefusals, unitRefusedAt, type PickedUnit } from '#domain/bill/documents/pickedUnit.ts';
import { billStatus as billed } from '#domain/bill/billChoices.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { shape } from '#domain/kernel/contract.ts';
import { dateTime, longText, ref } from '#domain/kernel/fields.ts';
import { idList, idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { headKey, headOf, mostLines, type OrderHead, type PricedLine } from './orderGroups.ts';
import { recheckScreen } from './orderCreate.ts';
import { reasonText, selectable, type PoolLine } from './selectable.ts';

export const orderScreen = '/bill/orderManage';

/** An order as its acts find it, locked. */
export interface KnownOrder {
  readonly orderId: string;
  readonly orderNo: string;
  readonly version: number;
  readonly isRecheck: number;
  readonly head: OrderHead;
  readonly sended: number;
  readonly isVoidPending: number;
  readonly billStatus: number;
  readonly billNo: string | null;
  readonly forced: number;
  readonly creatorId: string | null;
  /** The first of its lines whose report was withdrawn. */
  readonly withdrawnCode: string | null;
}
export interface OrderActState {
  readonly order: KnownOrder | null;
  /** The month its reconciliation falls in was closed: of the laboratory. */
  readonly closed: { readonly laboratory: string; readonly month: string } | null;
}
const answer = shape({ orderId: z.string(), orderNo: z.string() });
const refusals = {
  'order.unknown': ['没有此订单', 'No such order'],
  'order.sent': ['订单{no}已发送', 'Order {no} was sent'],
  'order.notSent': ['订单{no}未发送', 'Order {no} was not sent'],
  'order.billed': ['订单{no}已入账单{bill}', 'Order {no} is in bill {bill}'],
  'order.lineWithdrawn': ['订单{no}含已撤回样本{code}', 'Order {no} holds withdrawn {code}'],
  'order.voidPending': ['订单{no}正在ERP撤销', 'Order {no} is being voided'],
  'order.sameSender': ['强制订单须由他人发送', 'Another person must send it'],
  'bill.periodClosed': ['{laboratory} {month}已结账', '{laboratory} {month} is closed'],
} as const;
export type OrderRow = Pick<KnownOrder, 'orderNo' | 'sended' | 'isVoidPending' | 'billStatus' | 'billNo' | 'forced' | 'creatorId' | 'withdrawnCode'>;

/** What speaks against changing or removing an order, as far as its row tells. */
export const orderUnsentRefusal = ({ orderNo: no, sended, isVoidPending, billStatus, billNo }: OrderRow): Refusal | null =>
  billStatus !== billed.none
    ? refuse('order.billed', { no, bill: billNo ?? '' })
    : sended === 1
      ? conflict('order.sent', { no })
      : isVoidPending === 1
        ? refuse('order.voidPending', { no })
        : null;
/** … against sending it. */
export function orderSendRefusal(order: OrderRow, userId: string): Refusal | null {
  const refusal = orderUnsentRefusal(order);
  if (refusal) return refusal;
  const { orderNo: no, withdrawnCode: code, forced, creatorId } = order;
  if (code !== null) return refuse('order.lineWithdrawn', { no, code });
  return forced === 1 && creatorId === userId ? refuse('order.sameSender') : null;
}
/** … against taking its sending back. */
export const orderCancelRefusal = ({ orderNo: no, sended, billStatus, billNo }: OrderRow): Refusal | null =>
  sended === 0 ? conflict('order.notSent', { no }) : billStatus === billed.none ? null : refuse('order.billed', { no, bill: billNo ?? '' });

const asksToSend = { reconciliationTime: dateTime('对账时间', 'Reconciliation time', { required: true }) } as const;
const sendInput = z.object({ orderId: idText, ...partsOfFields(asksToSend) });
const idInput = z.object({ orderId: idText });
const asksToEdit = { billUnitId: ref('结算单位', 'Billing unit', 'billUnit'), remark: longText('备注', 'Remark') } as const;
const editInput = z.object({
  orderId: idText,
  version: z.int(),
  addLineIds: idList(mostLines).optional(),
  removeLineIds: idList(mostLines).optional(),
  ...partsOfFields(asksToEdit),
});
export type EditInput = z.output<typeof editInput>;
export interface EditState extends OrderActState {
  readonly lines: readonly PricedLine[];
  readonly added: readonly PoolLine[];
  readonly unit: PickedUnit | null;
  /** Where it is not what was asked with. */
  readonly lastChange: LastChange | null;
}
export interface EditChange {
  readonly order: KnownOrder;
  /** null: its customer itself. */
  readonly unit: PickedUnit | null;
  /** null: its lines stay. */
  readonly lines: readonly PricedLine[] | null;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const many = { of: 'orderIds', keys: ['orderId'] } as const;
type Kind = 'order' | 'recheckOrder';
const common = (kind: Kind, verb: string, segment: string) =>
  ({
    name: `${kind}.${verb}`,
    service: 'bill',
    path: `${kind}/${segment}`,
    roles: ['billing'],
    screens: [kind === 'order' ? orderScreen : recheckScreen],
    version: 1,
    offline: false,
    lanes: ({ orderId }: { readonly orderId: string }) => [`order:${orderId}`],
    subject: ({ orderId }: { readonly orderId: string }) => orderId,
  }) as const;

/** Acts on orders of a kind: an order of the other kind is not known to them. */
const orderActs = (kind: Kind) => {
  const known = ({ order }: OrderActState): KnownOrder | null => (order && (order.isRecheck === 1) === (kind === 'recheckOrder') ? order : null);
  return {
    send: defineCommand({
      ...common(kind, 'send', 'send'),
      title: ['发送订单', 'Send orders'],
      permission: `${kind}_send`,
      input: sendInput,
      asks: asksToSend,
      many: { ...many, keys: ['orderId'] },
      refusedAt: { 'bill.periodClosed': 'reconciliationTime' },
      answer,
      refusals,
      decide(state: OrderActState, _input: z.output<typeof sendInput>, { user }): Outcome<KnownOrder> {
        const order = known(state);
        if (!order) return refuse('order.unknown');
        const refusal = orderSendRefusal(order, user.id);
        if (refusal) return refusal;
        return state.closed ? refuse('bill.periodClosed', state.closed) : accept(order);
      },
    }),
    cancelSend: defineCommand({
      ...common(kind, 'cancelSend', 'cancelSend'),
      title: ['取消发送', 'Take sending back'],
      permission: `${kind}_cancel_send`,
      consequence: [
        'ERP中的单据随之撤销; 撤销确认前不能再发送或删除',
        'It is voided in the ERP; until that is confirmed it can neither be sent nor removed',
      ],
      isDanger: true,
      input: idInput,
      asks: {},
      many: { ...many, keys: ['orderId'] },
      answer,
      refusals,
      decide(state: OrderActState): Outcome<KnownOrder> {
        const order = known(state);
        if (!order) return refuse('order.unknown');
        const refusal = orderCancelRefusal(order);
        if (refusal) return refusal;
        return state.closed ? refuse('bill.periodClosed', state.closed) : accept(order);
      },
    }),
    remove: defineCommand({
      ...common(kind, 'remove', 'remove'),
      title: ['删除订单', 'Remove orders'],
      permission: `${kind}_remove`,
      consequence: ['其样本回到待开单', 'Its samples can be ordered again'],
      isDanger: true,
      input: idInput,
      asks: {},
      many: { ...many, keys: ['orderId'] },
      answer,
      refusals,
      decide(state: OrderActState): Outcome<KnownOrder> {
        const order = known(state);
        if (!order) return refuse('order.unknown');
        return orderUnsentRefusal(order) ?? accept(order);
      },
    }),
    edit: defineCommand({
      ...common(kind, 'edit', 'editOrder'),
      title: ['修改订单', 'Change an order'],
      permission: `${kind}_edit`,
      input: editInput,
      asks: asksToEdit,
      refusedAt: unitRefusedAt,
      answer,
      refusals: {
        ...refusals,
        ...unitRefusals,
        'order.changed': ['订单{no}已被{by}于{at}修改,请刷新', 'Order {no} was changed by {by} at {at}; refresh'],
        'order.notSelectable': ['样本{code}不能开单: {reasons}', '{code}: {reasons}'],
        'order.differs': ['样本{code}与订单{no}不属同一组', '{code} does not go with order {no}'],
        'order.notIn': ['样本不在订单{no}', 'Not in order {no}'],
        'order.empty': ['订单不能没有样本', 'An order has samples'],
        'order.tooManyLines': ['一个订单最多 {most} 个样本', 'An order has at most {most} samples'],
      },
      decide(state: EditState, { version, billUnitId, addLineIds = [], removeLineIds = [] }: EditInput): Outcome<EditChange> {
        const order = known(state);
        if (!order) return refuse('order.unknown');
        const no = order.orderNo;
        const refusal = orderUnsentRefusal(order);
        if (refusal) return refusal;
        if (version !== order.version) return changedMeanwhile('order.changed', no, state.lastChange);
        const { unit } = state;
        const unitRefused = whyNotUnit(billUnitId, unit, order.head.contractLaboratoryId);
        if (unitRefused) return unitRefused;
        if (addLineIds.length + removeLineIds.length === 0) return accept({ order, unit, lines: null, added: [], removed: [] });
        const here = new Set(state.lines.map(({ lineId }) => lineId));
        if (removeLineIds.some((id) => !here.has(id))) return refuse('order.notIn', { no });
        const fresh: PricedLine[] = [];
        for (const line of state.added) {
          const reasons = selectable(line);
          const { price, sampleCode: code } = line;
          if (reasons.length > 0 || price === null)
            return refuse('order.notSelectable', { code, reasons: [reasonText(line, reasons, 'zh'), reasonText(line, reasons, 'en')] });
          const head = headOf(line);
          if (!head || headKey(head) !== headKey(order.head)) return refuse('order.differs', { code, no });
          fresh.push({ ...line, price });
        }
        const lines = [...state.lines.filter(({ lineId }) => !removeLineIds.includes(lineId)), ...fresh];
        if (lines.length === 0) return refuse('order.empty');
        if (lines.length > mostLines) return refuse('order.tooManyLines', { most: mostLines });
        return accept({ order, unit, lines, added: fresh.map(({ lineId }) => lineId), removed: removeLineIds });
      },
    }),
  };
};

export const plainOrderActs = orderActs('order');
export const recheckOrderActs = orderActs('recheckOrder');
