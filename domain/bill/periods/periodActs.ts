import { z } from 'zod';
import { viewPeriods } from '#domain/bill/billRights.ts';
import { billScreen } from '#domain/bill/bills/billCreate.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { isMonth } from '#domain/kernel/dates.ts';
import { shape, type RowOf } from '#domain/kernel/contract.ts';
import { dateTime, flag, reasonField, ref, text } from '#domain/kernel/fields.ts';
import { describeListing } from '#domain/kernel/listing.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';

/** A month of a laboratory's books, as it stands (docs/bill.md#periods). */
const periodRow = shape({
  periodId: z.string(),
  contractLaboratoryId: z.string(),
  contractLaboratoryName: z.string().nullable(),
  month: z.string(),
  isClosed: z.int(),
  closeUserId: z.string(),
  closeUserName: z.string(),
  closeTime: z.string(),
  reopenUserName: z.string().nullable(),
  reopenTime: z.string().nullable(),
  reopenReason: z.string().nullable(),
});
export type PeriodRow = RowOf<typeof periodRow>;

const month = text('月份', 'Month', { required: true, max: 7, help: ['如 2026-07', 'e.g. 2026-07'] });
const laboratory = ref('检验所', 'Laboratory', 'laboratory', { required: true });
/** Months that were closed, reopened ones with them. */
export const billPeriods = describeListing({
  name: 'billPeriod',
  title: ['结账月份', 'Closed months'],
  at: 'bill/billPeriod/list',
  permission: viewPeriods.code,
  row: periodRow,
  id: 'periodId',
  columns: {
    contractLaboratoryId: ref('检验所', 'Laboratory', 'laboratory'),
    month,
    isClosed: flag('已结账', 'Closed'),
    closeUserName: text('结账人', 'Closed by'),
    closeTime: dateTime('结账时间', 'Closed at'),
    reopenUserName: text('最近重开人', 'Last reopened by'),
    reopenTime: dateTime('最近重开时间', 'Last reopened at'),
    reopenReason: text('最近重开原因', 'Why it was reopened'),
  },
  search: { contractLaboratoryId: ref('检验所', 'Laboratory', 'laboratory'), month, isClosed: flag('已结账', 'Closed') },
  sortable: ['month', 'closeTime'],
});

const asks = { contractLaboratoryId: laboratory, month } as const;
const closeInput = z.object(partsOfFields(asks));
export type CloseInput = z.output<typeof closeInput>;
const reopenAsks = { reason: reasonField } as const;
const reopenInput = z.object({
  contractLaboratoryId: closeInput.shape.contractLaboratoryId,
  month: closeInput.shape.month,
  ...partsOfFields(reopenAsks),
});
export type ReopenInput = z.output<typeof reopenInput>;

export interface PeriodState {
  readonly laboratory: { readonly contractLaboratoryId: string; readonly name: string } | null;
  /** null: it was never closed. */
  readonly period: { readonly isClosed: number; readonly closeUserId: string; readonly closeUserName: string; readonly closeTime: string } | null;
  /** Orders and bills of the month that were not sent, or are being voided: how many, and the first. */
  readonly unsent: { readonly count: number; readonly no: string | null };
}
const answer = shape({ contractLaboratoryId: z.string(), month: z.string(), isClosed: z.int() });
export type PeriodChange = z.output<typeof answer>;
const refusals = {
  'bill.badMonth': ['请输入如 2026-07 的月份', 'Give a month as 2026-07'],
  'bill.unknownLaboratory': ['没有此检验所', 'No such laboratory'],
  'bill.monthAhead': ['{month}尚未开始', '{month} has not begun'],
  'bill.unsent': ['{month}还有{count}个单据未发送, 如{no}', '{count} documents of {month} were not sent, e.g. {no}'],
  'bill.alreadyClosed': ['已由{by}于{at}结账', 'Closed by {by} at {at}'],
  'bill.notClosed': ['{month}未结账', '{month} is not closed'],
  'bill.sameReopener': ['须由结账人以外的人重开', 'Somebody else than who closed it must reopen it'],
} as const;
const common = {
  service: 'bill',
  screens: [billScreen],
  version: 1,
  offline: false,
  lanes: ({ contractLaboratoryId, month: of }: CloseInput) => [`billPeriod:${contractLaboratoryId}:${of}`],
  subject: ({ month: of }: CloseInput) => of,
  answer,
  refusals,
  refusedAt: { 'bill.badMonth': 'month', 'bill.monthAhead': 'month' },
} as const;
/** What speaks against opening a month again, as far as its row tells. */
export function reopenRefusal(
  { month: of, isClosed, closeUserId }: Pick<PeriodRow, 'month' | 'isClosed' | 'closeUserId'>,
  userId: string,
): Refusal | null {
  if (isClosed === 0) return conflict('bill.notClosed', { month: of });
  return closeUserId === userId ? refuse('bill.sameReopener') : null;
}

/** 结账: nothing of the month is sent or taken back from here on. */
export const closePeriod = defineCommand({
  ...common,
  name: 'billPeriod.close',
  title: ['结账', 'Close a month'],
  path: 'billPeriod/close',
  permission: 'billPeriod_close',
  roles: ['billing', 'finance'],
  consequence: [
    '对账时间在该月的订单、账单不能再发送或取消发送; 更正记入未结账的月份',
    'Orders and bills reconciled in it are neither sent nor taken back; corrections go into an open month',
  ],
  input: closeInput,
  asks,
  decide({ laboratory: known, period, unsent }: PeriodState, { month: of }: CloseInput, { now }): Outcome<PeriodChange> {
    if (!isMonth(of)) return refuse('bill.badMonth');
    if (!known) return refuse('bill.unknownLaboratory');
    if (of > now.slice(0, 7)) return refuse('bill.monthAhead', { month: of });
    if (period?.isClosed === 1) return conflict('bill.alreadyClosed', { by: period.closeUserName, at: period.closeTime });
    if (unsent.count > 0) return refuse('bill.unsent', { month: of, count: unsent.count, no: unsent.no ?? '' });
    return accept({ contractLaboratoryId: known.contractLaboratoryId, month: of, isClosed: 1 });
  },
});

/** 重开: by another person, with a reason. */
export const reopenPeriod = defineCommand({
  ...common,
  refusedAt: {},
  name: 'billPeriod.reopen',
  title: ['重开', 'Reopen a month'],
  path: 'billPeriod/reopen',
  permission: 'billPeriod_reopen',
  roles: ['finance'],
  isDanger: true,
  consequence: ['该月的单据又可发送、取消发送', 'Its documents can be sent and taken back again'],
  input: reopenInput,
  asks: reopenAsks,
  decide({ laboratory: known, period }: PeriodState, { month: of }: ReopenInput, { user }): Outcome<PeriodChange> {
    if (!known) return refuse('bill.unknownLaboratory');
    const refusal = reopenRefusal({ month: of, isClosed: period?.isClosed ?? 0, closeUserId: period?.closeUserId ?? '' }, user.id);
    return refusal ?? accept({ contractLaboratoryId: known.contractLaboratoryId, month: of, isClosed: 0 });
  },
});
