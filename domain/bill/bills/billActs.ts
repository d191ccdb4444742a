import { z } from 'zod';
import { changedMeanwhile, type LastChange } from '#domain/bill/documents/lastChange.ts';
import { whyNotUnit, unitRefusals, unitRefusedAt, type PickedUnit } from '#domain/bill/documents/pickedUnit.ts';
import { mostLines } from '#domain/bill/orders/orderGroups.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { shape } from '#domain/kernel/contract.ts';
import { dateTime, ref } from '#domain/kernel/fields.ts';
import { idList, idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { asksOfBill, billScreen, type BilledLine } from './billCreate.ts';

/** A bill as its acts find it, locked. */
export interface KnownBill {
  readonly billId: string;
  readonly billNo: string;
  readonly version: number;
  readonly sended: number;
  readonly isVoidPending: number;
  readonly contractLaboratoryId: string;
}
export interface BillActState {
  readonly bill: KnownBill | null;
  /** The month its reconciliation falls in was closed: of the laboratory. */
  readonly closed: { readonly laboratory: string; readonly month: string } | null;
}
const answer = shape({ billId: z.string(), billNo: z.string() });
const refusals = {
  'bill.unknown': ['没有此账单', 'No such bill'],
  'bill.sent': ['账单{no}已发送', 'Bill {no} was sent'],
  'bill.notSent': ['账单{no}未发送', 'Bill {no} was not sent'],
  'bill.voidPending': ['账单{no}正在ERP撤销', 'Bill {no} is being voided'],
  'bill.periodClosed': ['{laboratory} {month}已结账', '{laboratory} {month} is closed'],
} as const;
type BillActRow = Pick<KnownBill, 'billNo' | 'sended' | 'isVoidPending'>;

/** What speaks against sending, changing or removing a bill, as far as its row tells. */
export const billUnsentRefusal = ({ billNo: no, sended, isVoidPending }: BillActRow): Refusal | null =>
  sended === 1 ? conflict('bill.sent', { no }) : isVoidPending === 1 ? refuse('bill.voidPending', { no }) : null;
/** … against taking its sending back. */
export const billCancelRefusal = ({ billNo: no, sended }: BillActRow): Refusal | null => (sended === 0 ? conflict('bill.notSent', { no }) : null);

const asksToSend = { reconciliationTime: dateTime('对账时间', 'Reconciliation time', { required: true }) } as const;
const sendInput = z.object({ billId: idText, ...partsOfFields(asksToSend) });
const idInput = z.object({ billId: idText });
const asksToEdit = { billUnitId: ref('结算单位', 'Billing unit', 'billUnit'), ...asksOfBill } as const;
const editInput = z.object({ billId: idText, version: z.int(), ...partsOfFields(asksToEdit) });
export type BillEditInput = z.output<typeof editInput>;
const editItemInput = z.object({ billItemId: idText, removeLineIds: idList(mostLines) });
export type BillEditItemInput = z.output<typeof editItemInput>;

export interface BillEditState extends BillActState {
  readonly unit: PickedUnit | null;
  /** Where it is not what was asked with. */
  readonly lastChange: LastChange | null;
}
export interface BillEditChange {
  readonly bill: KnownBill;
  /** null: its customer itself. */
  readonly unit: PickedUnit | null;
}
export interface BillEditItemState extends BillActState {
  /** All of the bill; `isHere`: of the item. */
  readonly lines: readonly (BilledLine & { readonly isHere: boolean })[];
}
export interface BillEditItemChange {
  readonly bill: KnownBill;
  readonly lines: readonly BilledLine[];
  readonly removed: readonly BilledLine[];
}
const common = {
  service: 'bill',
  roles: ['billing'],
  screens: [billScreen],
  version: 1,
  offline: false,
  answer,
} as const;
const onBill = {
  ...common,
  lanes: ({ billId }: { readonly billId: string }) => [`bill:${billId}`],
  subject: ({ billId }: { readonly billId: string }) => billId,
} as const;
const many = { of: 'billIds', keys: ['billId'] as const } as const;

/** 发送: to the ERP, as of a day of reconciliation; its customer's statement of the cycle counts it. */
export const sendBills = defineCommand({
  ...onBill,
  name: 'bill.send',
  title: ['发送账单', 'Send bills'],
  path: 'bill/send',
  permission: 'bill_send',
  input: sendInput,
  asks: asksToSend,
  many: { ...many, keys: ['billId'] },
  refusedAt: { 'bill.periodClosed': 'reconciliationTime' },
  refusals,
  decide({ bill, closed }: BillActState): Outcome<KnownBill> {
    if (!bill) return refuse('bill.unknown');
    return billUnsentRefusal(bill) ?? (closed ? refuse('bill.periodClosed', closed) : accept(bill));
  },
});

/** 取消发送: the ERP voids it. */
export const cancelBills = defineCommand({
  ...onBill,
  name: 'bill.cancelSend',
  title: ['取消发送账单', 'Take bills back'],
  path: 'bill/cancelSend',
  permission: 'bill_cancel_send',
  consequence: [
    'ERP中的单据随之撤销; 撤销确认前不能再发送或删除',
    'It is voided in the ERP; until that is confirmed it can neither be sent nor removed',
  ],
  isDanger: true,
  input: idInput,
  asks: {},
  many: { ...many, keys: ['billId'] },
  refusals,
  decide({ bill, closed }: BillActState): Outcome<KnownBill> {
    if (!bill) return refuse('bill.unknown');
    return billCancelRefusal(bill) ?? (closed ? refuse('bill.periodClosed', closed) : accept(bill));
  },
});

/** 删除: its lines can be billed again. */
export const removeBills = defineCommand({
  ...onBill,
  name: 'bill.remove',
  title: ['删除账单', 'Remove bills'],
  path: 'bill/remove',
  permission: 'bill_remove',
  consequence: ['其样本回到已开单, 可再入账单', 'Its samples stand in their orders again and can be billed anew'],
  isDanger: true,
  input: idInput,
  asks: {},
  many: { ...many, keys: ['billId'] },
  refusals,
  decide({ bill }: BillActState): Outcome<KnownBill> {
    if (!bill) return refuse('bill.unknown');
    return billUnsentRefusal(bill) ?? accept(bill);
  },
});

/** 修改: whom it is made out to, its name and remark. */
export const editBill = defineCommand({
  ...onBill,
  name: 'bill.edit',
  title: ['修改账单', 'Change a bill'],
  path: 'bill/editBill',
  permission: 'bill_edit',
  input: editInput,
  asks: asksToEdit,
  refusedAt: unitRefusedAt,
  refusals: { ...refusals, ...unitRefusals, 'bill.changed': ['账单{no}已被{by}于{at}修改,请刷新', 'Bill {no} was changed by {by} at {at}; refresh'] },
  decide({ bill, unit, lastChange }: BillEditState, { version, billUnitId }: BillEditInput): Outcome<BillEditChange> {
    if (!bill) return refuse('bill.unknown');
    const refusal = billUnsentRefusal(bill);
    if (refusal) return refusal;
    if (version !== bill.version) return changedMeanwhile('bill.changed', bill.billNo, lastChange);
    return whyNotUnit(billUnitId, unit, bill.contractLaboratoryId) ?? accept({ bill, unit });
  },
});

/** 移出样本: lines of an item go back to their orders. */
export const editBillItem = defineCommand({
  ...common,
  name: 'bill.editItem',
  title: ['移出样本', 'Take samples out'],
  path: 'bill/editBillItem',
  permission: 'bill_edit_item',
  consequence: ['移出的样本回到已开单, 可再入账单', 'They stand in their orders again and can be billed anew'],
  isDanger: true,
  lanes: ({ billItemId }) => [`billItem:${billItemId}`],
  subject: ({ billItemId }) => billItemId,
  input: editItemInput,
  asks: {},
  refusals: {
    ...refusals,
    'bill.notIn': ['样本不在账单{no}的此项', 'Not in this item of bill {no}'],
    'bill.empty': ['账单不能没有样本, 可删除账单', 'A bill has samples; remove the bill instead'],
  },
  decide({ bill, lines }: BillEditItemState, { removeLineIds }: BillEditItemInput): Outcome<BillEditItemChange> {
    if (!bill) return refuse('bill.unknown');
    const refusal = billUnsentRefusal(bill);
    if (refusal) return refusal;
    const out = new Set(removeLineIds);
    const removed = lines.filter(({ lineId, isHere }) => isHere && out.has(lineId));
    if (out.size === 0 || removed.length !== out.size) return refuse('bill.notIn', { no: bill.billNo });
    const kept = lines.filter(({ lineId }) => !out.has(lineId));
    return kept.length === 0 ? refuse('bill.empty') : accept({ bill, lines: kept, removed });
  },
});
