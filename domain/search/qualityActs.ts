import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { shape } from '#domain/kernel/contract.ts';
import { isMonth } from '#domain/kernel/dates.ts';
import { integer, reasonField } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { isComputed } from './qualityFigure.ts';
import { monthState, qualityScreen, type QualityMonth } from './qualityIndexValue.ts';

/** A month of a laboratory's indexes, as far as an act asks. */
export type KnownMonth = Pick<QualityMonth, 'month' | 'state' | 'closeUserName' | 'closeTime' | 'typistIds' | 'uncounted'>;
export interface QualityState {
  readonly laboratory: { readonly laboratoryId: string; readonly name: string } | null;
  /** null: the month is none. */
  readonly month: KnownMonth | null;
}
export interface TypingState extends QualityState {
  /** null: there is no such index, or it is a heading. */
  readonly index: { readonly indexCode: string } | null;
  /** 0: nothing was typed of it yet. */
  readonly version: number;
}

const monthInput = z.object({ laboratoryId: idText, month: z.string().trim().max(7) });
export type MonthInput = z.output<typeof monthInput>;
const typingAsks = {
  numerator: integer('分子', 'Numerator', { required: true, min: 0, max: 1_000_000_000 }),
  denominator: integer('分母', 'Denominator', { required: true, min: 0, max: 1_000_000_000 }),
} as const;
const typingInput = z.object({ ...monthInput.shape, qualityIndexId: idText, version: z.int().min(0), ...partsOfFields(typingAsks) });
export type TypingInput = z.output<typeof typingInput>;
const reopenAsks = { reason: reasonField } as const;
const reopenInput = z.object({ ...monthInput.shape, ...partsOfFields(reopenAsks) });
export type ReopenMonthInput = z.output<typeof reopenInput>;

const answer = shape({ laboratoryId: z.string(), month: z.string() });
export type QualityChange = z.output<typeof answer>;
const refusals = {
  'quality.unknownLaboratory': ['没有此检验所', 'No such laboratory'],
  'quality.badMonth': ['请输入如 2026-07 的月份', 'Give a month as 2026-07'],
  'quality.monthAhead': ['{month}尚未开始', '{month} has not begun'],
  'quality.monthRuns': ['{month}尚未结束,不能关闭', '{month} is not over yet'],
  'quality.closed': ['{month}已由{by}于{at}关闭', '{month} was closed by {by} at {at}'],
  'quality.notClosed': ['{month}未关闭', '{month} is not closed'],
  'quality.sameCloser': ['须由未填报该月数据的人关闭', 'Somebody who typed none of its figures must close it'],
  'quality.uncounted': ['{month}尚有指标未计算: {codes},请先重新计算', '{month} was not counted yet: {codes}; count it first'],
  'quality.unknownIndex': ['没有此质量指标', 'No such quality index'],
  'quality.computed': ['{code}由系统计算,不能填报', '{code} is counted by the system and not typed'],
  'quality.notSubset': ['分子不能大于分母', 'The numerator is a part of the denominator'],
  'quality.changed': ['已被他人修改,请重新打开', 'Somebody changed it meanwhile; open it again'],
} as const;
const common = {
  service: 'search',
  screens: [qualityScreen],
  version: 1,
  offline: false,
  lanes: ({ laboratoryId, month }: MonthInput) => [`qualityMonth:${laboratoryId}:${month}`],
  subject: ({ month }: MonthInput) => month,
  answer,
  refusals,
} as const;

const changeOf = ({ laboratoryId, month }: MonthInput): QualityChange => ({ laboratoryId, month });
const closedRefusal = ({ month, closeUserName, closeTime }: KnownMonth): Refusal =>
  conflict('quality.closed', { month, by: closeUserName, at: closeTime });
/** What speaks against changing a figure of the month, whoever does it. */
function openRefusalOf({ laboratory, month: known }: QualityState, { month }: MonthInput, now: string): Refusal | null {
  if (!laboratory) return refuse('quality.unknownLaboratory');
  if (!isMonth(month) || !known) return refuse('quality.badMonth');
  return countMonthRefusal(known, now);
}

/** What speaks against counting or typing a month's figures, as far as its head tells. */
export function countMonthRefusal(month: KnownMonth, now: string): Refusal | null {
  if (month.month > now.slice(0, 7)) return refuse('quality.monthAhead', { month: month.month });
  return month.state === monthState.closed ? closedRefusal(month) : null;
}
/** What speaks against closing a month, as far as its head tells. */
export function closeMonthRefusal(known: KnownMonth, userId: string, now: string): Refusal | null {
  const { month, state, typistIds, uncounted } = known;
  if (state === monthState.closed) return closedRefusal(known);
  if (month >= now.slice(0, 7)) return refuse('quality.monthRuns', { month });
  if (uncounted.length > 0) return refuse('quality.uncounted', { month, codes: uncounted.join(', ') });
  return typistIds.includes(userId) ? refuse('quality.sameCloser') : null;
}
/** What speaks against opening a month again, as far as its head tells. */
export const reopenMonthRefusal = ({ month, state }: KnownMonth): Refusal | null =>
  state === monthState.closed ? null : conflict('quality.notClosed', { month });

/** 填报: numerator and denominator of an index that is not counted here. */
export const saveQuality = defineCommand({
  ...common,
  name: 'qualityIndexValue.save',
  title: ['填报质量指标', 'Type a quality figure'],
  path: 'quality-index-value/save',
  permission: 'qualityIndexValue_save',
  roles: ['quality', 'lab', 'ops'],
  consequence: ['填报人不能关闭该月', 'Who types a figure does not close the month'],
  input: typingInput,
  asks: typingAsks,
  refusedAt: { 'quality.notSubset': 'numerator' },
  decide(state: TypingState, input: TypingInput, { now }): Outcome<QualityChange> {
    const refusal = openRefusalOf(state, input, now);
    if (refusal) return refusal;
    if (!state.index) return refuse('quality.unknownIndex');
    if (isComputed(state.index.indexCode)) return refuse('quality.computed', { code: state.index.indexCode });
    if (input.version !== state.version) return conflict('quality.changed');
    return input.numerator > input.denominator ? refuse('quality.notSubset') : accept(changeOf(input));
  },
});

/** 重新计算: what is counted here, as the tubes and reports stand now. */
export const recomputeQuality = defineCommand({
  ...common,
  name: 'qualityIndexValue.recompute',
  title: ['重新计算', 'Count again'],
  path: 'quality-index-value/recompute',
  permission: 'qualityIndexValue_recompute',
  roles: ['quality', 'lab', 'ops'],
  consequence: ['该月由系统计算的指标按当前数据重新计算', 'What the system counts of the month is counted again, as things stand now'],
  input: monthInput,
  asks: {},
  decide: (state: QualityState, input: MonthInput, { now }): Outcome<QualityChange> => openRefusalOf(state, input, now) ?? accept(changeOf(input)),
});

/** 关闭: the month's figures stand from here on. */
export const closeQuality = defineCommand({
  ...common,
  name: 'qualityIndexValue.close',
  title: ['关闭月份', 'Close the month'],
  path: 'quality-index-value/close',
  permission: 'qualityIndexValue_close',
  roles: ['quality', 'audit2', 'ops'],
  consequence: ['该月的指标不再计算或填报', 'Its figures are neither counted nor typed any more'],
  input: monthInput,
  asks: {},
  decide({ laboratory, month: known }: QualityState, input: MonthInput, { user, now }): Outcome<QualityChange> {
    if (!laboratory) return refuse('quality.unknownLaboratory');
    if (!known) return refuse('quality.badMonth');
    return closeMonthRefusal(known, user.id, now) ?? accept(changeOf(input));
  },
});

/** 重开: with a reason. */
export const reopenQuality = defineCommand({
  ...common,
  name: 'qualityIndexValue.reopen',
  title: ['重开月份', 'Reopen the month'],
  path: 'quality-index-value/reopen',
  permission: 'qualityIndexValue_reopen',
  roles: ['quality', 'audit2', 'ops'],
  isDanger: true,
  consequence: ['该月的指标又可计算和填报', 'Its figures can be counted and typed again'],
  input: reopenInput,
  asks: reopenAsks,
  decide({ laboratory, month: known }: QualityState, input: ReopenMonthInput): Outcome<QualityChange> {
    if (!laboratory) return refuse('quality.unknownLaboratory');
    if (!known) return refuse('quality.badMonth');
    return reopenMonthRefusal(known) ?? accept(changeOf(input));
  },
});

export const qualityCommands = [saveQuality, recomputeQuality, closeQuality, reopenQuality] as const;
