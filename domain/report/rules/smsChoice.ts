import { qualitativeResult } from '#domain/base/conclusion.ts';
import { sendType } from '#domain/base/smsConfig.ts';
import type { Label } from '#domain/kernel/label.ts';
import { canMeet, holdsAll, rankOf } from './listRank.ts';

/** Which messages a rule is for (docs/report.md#text-messages). */
export interface SmsRule {
  readonly smsConfigId: string;
  readonly contractLaboratoryId: string;
  /** null: every client's. */
  readonly sendSampleClientId: string | null;
  readonly commodityIds: readonly string[];
  readonly reportTitleIds: readonly string[];
  readonly qualitativeResult: number;
  /** The occasion: a new sample is asked for, or a report is out. */
  readonly isResampling: boolean;
  readonly sendType: number;
  readonly isDisable: number;
}
/** The report, or the request for a new sample, that somebody is to be told of. */
export interface SmsQuestion {
  readonly contractLaboratoryId: string;
  readonly sendSampleClientId: string | null;
  readonly commodityIds: readonly string[];
  readonly reportTitleId: string | null;
  readonly qualitativeResult: number | null;
  readonly isResampling: boolean;
}

const weights = { clients: 4, commodityIds: 2, reportTitleIds: 1 } as const;
const boundsOf = ({ sendSampleClientId, commodityIds, reportTitleIds }: SmsRule) => ({
  clients: sendSampleClientId === null ? [] : [sendSampleClientId],
  commodityIds,
  reportTitleIds,
});
export const smsRank = (rule: SmsRule): number => rankOf(boundsOf(rule), weights);

/** Why a rule does not speak of a message, in the order in which it is asked. */
export const smsMisfits = {
  laboratory: ['检验所不符', 'Another laboratory'],
  disabled: ['已停用', 'Disabled'],
  occasion: ['场景不符', 'Another occasion'],
  result: ['定性结果不符', 'Another result'],
  client: ['送检单位不符', 'Another client'],
  commodity: ['产品不符', 'Other commodities'],
  title: ['报告抬头不符', 'Another report title'],
} as const satisfies Readonly<Record<string, Label>>;
export type SmsMisfit = keyof typeof smsMisfits;

export function smsMisfit(rule: SmsRule, question: SmsQuestion): SmsMisfit | null {
  const { clients, commodityIds, reportTitleIds } = boundsOf(rule);
  const given = (value: string | null): readonly string[] => (value === null ? [] : [value]);
  if (rule.contractLaboratoryId !== question.contractLaboratoryId) return 'laboratory';
  if (rule.isDisable !== 0) return 'disabled';
  if (rule.isResampling !== question.isResampling) return 'occasion';
  // Who is asked for a new sample has no result yet.
  if (!question.isResampling && rule.qualitativeResult !== question.qualitativeResult) return 'result';
  if (!holdsAll(clients, given(question.sendSampleClientId))) return 'client';
  if (!holdsAll(commodityIds, question.commodityIds)) return 'commodity';
  return holdsAll(reportTitleIds, given(question.reportTitleId)) ? null : 'title';
}

export interface SmsChoice<Rule> {
  /** null: no rule speaks of it. */
  readonly chosen: Rule | null;
  /** A person sends it: the rule says so, whatever else is, or the result is positive, whatever the rule says. */
  readonly isHeld: boolean;
  readonly trace: readonly { readonly rule: Rule; readonly rank: number; readonly misfit: SmsMisfit | null }[];
  /** The whole in one sentence, where no rule speaks of it. */
  readonly why: Label | null;
}

/** The rule a message is sent by: the heaviest that speaks of it; how its platform fares is another matter, no other rule takes its place. */
export function chooseSms<Rule extends SmsRule>(rules: readonly Rule[], question: SmsQuestion): SmsChoice<Rule> {
  const trace = rules
    .map((rule) => ({ rule, rank: smsRank(rule), misfit: smsMisfit(rule, question) }))
    .toSorted(
      (a, b) => Number(a.misfit !== null) - Number(b.misfit !== null) || b.rank - a.rank || a.rule.smsConfigId.localeCompare(b.rule.smsConfigId),
    );
  const chosen = trace[0]?.misfit === null ? trace[0].rule : null;
  // No rule is saved that would send it by itself; one from before may say so.
  const isPositive = !question.isResampling && question.qualitativeResult === qualitativeResult.positive;
  if (chosen) return { chosen, isHeld: isPositive || chosen.sendType === sendType.manual, trace, why: null };
  const misfits = trace.flatMap(({ misfit }) => (misfit === null || misfit === 'laboratory' || misfit === 'disabled' ? [] : [misfit]));
  if (misfits.length === 0) return { chosen: null, isHeld: false, trace, why: ['没有启用的规则', 'No rule is enabled'] };
  const kinds = [...new Set(misfits)].map((misfit) => ({ misfit, count: misfits.filter((one) => one === misfit).length }));
  const said = (at: 0 | 1, words: (count: number) => string): string =>
    kinds.map(({ misfit, count }) => words(count) + smsMisfits[misfit][at]).join('; ');
  return { chosen: null, isHeld: false, trace, why: [said(0, (count) => `${count}条规则: `), said(1, (count) => `${count} rules: `)] };
}

/** Another enabled rule that would speak of some message as much as this one. */
export function sameSmsRank<Rule extends SmsRule>(one: SmsRule, others: readonly Rule[]): Rule | undefined {
  return others.find(
    (other) =>
      other.smsConfigId !== one.smsConfigId &&
      other.isDisable === 0 &&
      other.contractLaboratoryId === one.contractLaboratoryId &&
      other.isResampling === one.isResampling &&
      (one.isResampling || other.qualitativeResult === one.qualitativeResult) &&
      smsRank(other) === smsRank(one) &&
      canMeet(boundsOf(one), boundsOf(other), ['clients', 'commodityIds', 'reportTitleIds']),
  );
}
