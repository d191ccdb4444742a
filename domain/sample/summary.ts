import { check, problemOf, type Checked, type Problem } from '#domain/kernel/check.ts';
import { summaryAnswer } from './rows.ts';
import { defineCommand, type Acting } from '#domain/kernel/command.ts';
import { accept, conflict, refuse, repeat, type Outcome } from '#domain/kernel/outcome.ts';
import type { Label } from '#domain/kernel/label.ts';
import { explainedOf, findingRefusals, refuseFindings, type Explained } from './findings.ts';
import { formOfAll, isSpecific } from './forms/entryForms.ts';
import type { Finding, FormKey } from './rules/entryForm.ts';
import { duplicateAnswer } from './rules/formChoices.ts';
import { judge } from './rules/judge.ts';
import { requisitionFields, tubeFields } from './rules/summaryFields.ts';
import { labStatus, type StatusMove } from './sampleStatus.ts';
import type { SummaryState } from './summaryState.ts';
import { foreseeSummary } from './summaryForesight.ts';
import { summaryInput, type SummaryInput } from './summaryInput.ts';

export interface SummaryChange {
  readonly requisitionCode: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly tubes: readonly Readonly<Record<string, unknown>>[];
  readonly commodityIds: readonly string[];
  readonly entryForm: FormKey;
  readonly isDoubleEntry: boolean;
  readonly receiveTime: string;
  readonly explained: readonly Explained[];
  /** Kept by the audit entry: a code typed by hand is the likelier one to be wrong. */
  readonly inputMode: 'scan' | 'manual' | null;
  readonly moves: readonly StatusMove[];
}

/** The right to take in a code that is not the client's, with a reason. */
export const overruleCodes = 'summary_overrule';

export const summaryRefusals = {
  ...findingRefusals,
  'summary.alreadyEntered': [
    '申请单 {requisitionCode} 已由 {by} 于 {at} 录入,内容不同',
    '{by} entered requisition {requisitionCode} at {at} with other content',
  ],
  'summary.sampleTaken': [
    '样本 {sampleCode} 已由 {by} 于 {at} 登记在申请单 {requisitionCode}',
    '{by} registered sample {sampleCode} on requisition {requisitionCode} at {at}',
  ],
  'summary.rejected': [
    '申请单 {requisitionCode} 已于 {at} 拒收,不能录入',
    'Requisition {requisitionCode} was rejected at {at} and cannot be entered',
  ],
} as const satisfies Record<string, Label>;

/** Reception of a requisition with its tubes (docs/forms.md#summary-entry): makes samples 101. Its time of receipt is the act's, never typed. */
export const enterSummary = defineCommand({
  name: 'summary.enter',
  title: ['前处理录入', 'Summary entry'],
  service: 'sample',
  path: 'enter-info/enter-summary',
  permission: 'summary_enter',
  roles: ['reception', 'entry'],
  screens: ['/sample/summary-enter'],
  input: summaryInput,
  answer: summaryAnswer,
  version: 1,
  offline: true,
  lanes: ({ requisitionCode, tubes }) => [`req:${requisitionCode}`, ...tubes.map(({ sampleCode }) => `tube:${sampleCode}`)],
  subject: ({ requisitionCode }) => requisitionCode,
  refusals: summaryRefusals,
  decide: decideSummary,
  foresee: foreseeSummary,
});

function decideSummary(state: SummaryState, input: SummaryInput, acting: Acting): Outcome<SummaryChange> {
  const { existing } = state;
  const known = { requisitionCode: input.requisitionCode, by: existing?.by, at: existing?.at };
  if (existing?.isSame) return repeat(changeOf(state, input, acting, [], {}));
  if (existing?.isRejected) return refuse('summary.rejected', known);
  if (existing) return conflict('summary.alreadyEntered', known);
  const [taken] = state.taken;
  if (taken?.newCode) return conflict('command.codeReplaced', { code: taken.sampleCode, newCode: taken.newCode, by: taken.by, at: taken.at });
  if (taken) return conflict('summary.sampleTaken', { ...taken });

  const { faults, findings } = judgeSummary(state, input, acting);
  if (faults.length > 0) return refuse('command.badInput', {}, faults);
  const reasons = reasonsOf(input);
  return refuseFindings(findings, reasons) ?? accept(changeOf(state, input, acting, findings, reasons));
}

/** What stands against a requisition, whatever else is wrong with it: faults of its fields, and what its rules find. */
export function judgeSummary(
  state: SummaryState,
  input: SummaryInput,
  acting: Acting,
): { readonly faults: readonly Problem[]; readonly findings: readonly Finding[] } {
  const checked = checkedOf(input);
  const faults = [...fieldProblems(input, checked), ...masterProblems(state, input), ...demandedProblems(state, input)];
  return { faults, findings: findingsOf(state, input, acting, checked) };
}

interface CheckedSummary {
  readonly requisition: Checked;
  readonly tubes: readonly Checked[];
}
const checkedOf = (input: SummaryInput): CheckedSummary => ({
  requisition: check(requisitionFields, input),
  tubes: input.tubes.map((tube) => check(tubeFields, tube)),
});

/** When the tubes were taken in: the desk's corrected time of the act, else the server's. */
export const actTime = (acting: Acting): string => acting.occurredAt ?? acting.now;

/** The content of an act without reasons and answers, normalised: equal content is the same act done twice. */
export function summaryContent(input: SummaryInput): Readonly<Record<string, unknown>> {
  const { tubes, commodityIds } = input;
  return {
    ...check(requisitionFields, input).values,
    commodityIds: [...new Set(commodityIds)].sort(),
    tubes: tubes.map((tube) => check(tubeFields, tube).values).sort((a, b) => String(a['sampleCode']).localeCompare(String(b['sampleCode']))),
  };
}

function fieldProblems(input: SummaryInput, { requisition, tubes }: CheckedSummary): Problem[] {
  const own = requisition.problems;
  const ofTubes = tubes.flatMap((tube, index) => tube.problems.map((problem) => ({ ...problem, field: `tubes.${index}.${problem.field}` })));
  const codes = input.tubes.map(({ sampleCode }) => sampleCode);
  const twice = codes.flatMap((sampleCode, index) =>
    codes.indexOf(sampleCode) < index ? [problemOf(`tubes.${index}.sampleCode`, tubeFields.sampleCode, 'taken', { value: sampleCode })] : [],
  );
  return [...own, ...ofTubes, ...twice];
}

const ruleProblem = (field: string, text: Label): Problem => ({ field, code: 'rule', params: { text } });

/** Client, laboratory, commodities and classes exist, are enabled, and may be used together. */
export function masterProblems(state: SummaryState, input: SummaryInput): Problem[] {
  const { client, laboratory, commodities, sampleClasses } = state;
  const problems: Problem[] = [];
  if (!client) problems.push(ruleProblem('sendSampleClientId', ['送检单位不存在', 'No such sending client']));
  else if (client.isDisable === 1)
    problems.push(ruleProblem('sendSampleClientId', [`送检单位已停用: ${client.clientName}`, `Sending client is disabled: ${client.clientName}`]));
  if (!laboratory) problems.push(ruleProblem('contractLaboratoryId', ['检验所不存在', 'No such laboratory']));
  else if (!laboratory.isAllowed)
    problems.push(
      ruleProblem('contractLaboratoryId', [
        `不是您的检验所: ${laboratory.laboratoryName}`,
        `Not one of your laboratories: ${laboratory.laboratoryName}`,
      ]),
    );
  for (const commodityId of new Set(input.commodityIds)) {
    const found = commodities.find((commodity) => commodity.commodityId === commodityId);
    if (!found) problems.push(ruleProblem('commodityIds', ['产品不存在', 'No such commodity']));
    else if (found.isDisable === 1)
      problems.push(ruleProblem('commodityIds', [`产品已停用: ${found.commodityName}`, `Commodity is disabled: ${found.commodityName}`]));
  }
  input.tubes.forEach(({ sampleClassId }, index) => {
    const found = sampleClasses.find(({ classId }) => classId === sampleClassId);
    if (!found) problems.push(ruleProblem(`tubes.${index}.sampleClassId`, ['样本类型不存在', 'No such sample class']));
    else if (found.isDisable === 1)
      problems.push(
        ruleProblem(`tubes.${index}.sampleClassId`, [`样本类型已停用: ${found.className}`, `Sample class is disabled: ${found.className}`]),
      );
  });
  const forms = new Map(
    commodities.filter(({ entryForm }) => isSpecific(entryForm)).map(({ entryForm, commodityName }) => [entryForm, commodityName]),
  );
  if (forms.size > 1) {
    const names = [...forms.values()].join('、');
    problems.push(
      ruleProblem('commodityIds', [
        `这些产品使用不同的录入表单,请分开申请单: ${names}`,
        `These commodities use different entry forms; use one requisition each: ${names}`,
      ]),
    );
  }
  return problems;
}

/** Fields that the client or the cold chain demands; what the form demands is a rule's affair. */
function demandedProblems({ client, commodities }: SummaryState, input: SummaryInput): Problem[] {
  const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';
  const problems: Problem[] = [];
  const demand = (name: keyof typeof requisitionFields & keyof SummaryInput) => {
    if (isEmpty(input[name])) problems.push(problemOf(name, requisitionFields[name], 'required'));
  };
  if (client?.isTelephoneRequired) demand('telephone');
  if (client?.isCredentialRequired) (['credentialType', 'credentialNo'] as const).forEach(demand);
  if (commodities.some(({ isColdChain }) => isColdChain)) demand('arrivalTemperature');
  return problems;
}

/** The rules of docs/forms.md#common-rules over the requisition and its tubes. */
export const summaryFindings = (state: SummaryState, input: SummaryInput, acting: Acting): readonly Finding[] =>
  findingsOf(state, input, acting, checkedOf(input));

function findingsOf(state: SummaryState, input: SummaryInput, acting: Acting, checked: CheckedSummary): readonly Finding[] {
  const tubes = checked.tubes.map(({ values }) => values);
  const classNames = new Map(state.sampleClasses.map(({ classId, className }) => [classId, className]));
  return judge(
    'summary',
    { ...checked.requisition.values, ...tubes[0], tubes },
    {
      now: acting.now,
      receiveTime: actTime(acting),
      commodities: state.commodities,
      existing: isOlderDesk(input, acting) ? { ...state.looked, codeStyles: undefined } : state.looked,
      mayOverrule: acting.user.permissions.has(overruleCodes),
      sampleClassName: (id) => classNames.get(id),
    },
  );
}

/** What an older desk has told a person is saved: it is taken as it was, the tube is there. */
const isOlderDesk = (input: SummaryInput, acting: Acting): boolean => acting.occurredAt !== null && input.isCodeJudged !== true;

/** The answer to R-08 is its reason. */
export function reasonsOf({ reasons, duplicateAnswer: answer, originalRequest }: SummaryInput): Readonly<Record<string, string>> {
  const label = duplicateAnswer.labelOf(answer);
  return label && !reasons['R-08'] ? { ...reasons, 'R-08': originalRequest ? `${label[0]} ${originalRequest}` : label[0] } : reasons;
}

function changeOf(
  state: SummaryState,
  input: SummaryInput,
  acting: Acting,
  findings: readonly Finding[],
  reasons: Readonly<Record<string, string>>,
): SummaryChange {
  const { requisitionCode, commodityIds, tubes } = input;
  return {
    requisitionCode,
    values: check(requisitionFields, input).values,
    tubes: tubes.map((tube) => check(tubeFields, tube).values),
    commodityIds: [...new Set(commodityIds)],
    entryForm: formOfAll(state.commodities.map(({ entryForm }) => entryForm)),
    isDoubleEntry: state.client?.isDoubleEntry === true || state.commodities.some(({ isDoubleEntry }) => isDoubleEntry),
    receiveTime: actTime(acting),
    explained: explainedOf(findings, reasons),
    inputMode: input.inputMode ?? null,
    moves: tubes.map(({ sampleCode }) => ({ sampleCode, from: null, to: labStatus.pendingEntry })),
  };
}
