import { z } from 'zod';
import { shape } from '#domain/kernel/contract.ts';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { check } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, repeat, type Refusal, type Outcome } from '#domain/kernel/outcome.ts';
import { codeText, reasonInput, reasonsInput } from './codeText.ts';
import { looseNumber } from './looseParts.ts';
import { explainedOf, findingRefusals, refuseFindings, type Explained } from './findings.ts';
import { receptionFields, requisitionFields, tubeFields } from './rules/summaryFields.ts';
import { labStatus, type LabStatus } from './sampleStatus.ts';
import { masterProblems, summaryFindings } from './summary.ts';
import type { SummaryState } from './summaryState.ts';
import { requisitionInput, type SummaryInput } from './summaryInput.ts';

/** Payload of `summary.correct`, version 1: the fields that change, null for one that becomes empty. */
export const correctInput = z.object({
  requisitionCode: codeText(),
  values: requisitionInput.extend({ sendSampleClientId: idText }).partial(),
  /** What changes of its tubes, each named by its code. */
  tubes: z
    .array(z.object({ sampleCode: codeText(), sampleClassId: idText.optional(), sampleVolume: looseNumber }))
    .max(20)
    .default([]),
  reasons: reasonsInput,
  reason: reasonInput,
});
export type CorrectInput = z.output<typeof correctInput>;
export type CorrectPayload = z.input<typeof correctInput>;

interface Tube {
  readonly sampleCode: string;
  readonly labStatus: LabStatus;
}
export interface CorrectState {
  readonly requisition: {
    /** What reception typed, without its tubes. */
    readonly values: Readonly<Record<string, unknown>>;
    readonly tubes: readonly Readonly<Record<string, unknown>>[];
    readonly receiveTime: string;
    /** Somebody has made a pass of the detail entry. */
    readonly hasPass: boolean;
  } | null;
  readonly samples: readonly Tube[];
  /** The reception as it would be, and what its rules read. */
  readonly corrected: { readonly input: SummaryInput; readonly state: SummaryState } | null;
}
export interface CorrectChange {
  readonly requisitionCode: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Those of its tubes that change, with what changes. */
  readonly tubes: readonly (Readonly<Record<string, unknown>> & { readonly sampleCode: string })[];
  readonly changed: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  readonly explained: readonly Explained[];
}

const open: readonly LabStatus[] = [labStatus.pendingEntry, labStatus.entered, labStatus.rejected];

/** What speaks against correcting the reception of these tubes at all; null: nothing. */
export function correctRefusal(samples: readonly Tube[]): Refusal | null {
  const late = samples.find((sample) => !open.includes(sample.labStatus));
  if (late) return refuse('correct.tooLate', { sampleCode: late.sampleCode, status: labStatus.labelOf(late.labStatus) });
  return samples.length > 0 && samples.every((sample) => sample.labStatus === labStatus.rejected) ? refuse('correct.rejected') : null;
}

const tubeNames = ['sampleClassId', 'sampleVolume'] as const;

/** What differs in the tubes an act names, by their places in the reception. */
function changedTubes(
  before: readonly Readonly<Record<string, unknown>>[],
  { tubes: after }: Pick<SummaryInput, 'tubes'>,
  given: CorrectInput['tubes'],
) {
  return given.flatMap((asked) => {
    const at = after.findIndex(({ sampleCode }) => sampleCode === asked.sampleCode);
    const tube = after[at];
    if (!tube) return [];
    const { values, problems } = check(tubeFields, tube);
    return tubeNames.flatMap((name) => {
      if (!(name in asked)) return [];
      const [old, next] = [before[at]?.[name] ?? null, (values as Readonly<Record<string, unknown>>)[name] ?? null];
      const faults = problems.filter(({ field }) => field === name).map((problem) => ({ ...problem, field: `tubes.${at}.${name}` }));
      return canonicalJson(old) === canonicalJson(next) ? [] : [{ sampleCode: tube.sampleCode, at, name, before: old, after: next, faults }];
    });
  });
}

/** What may be corrected: everything but codes, products and what the product itself writes. With a pass only what entry does not type again. */
export function correctable(hasPass: boolean): readonly string[] {
  const names = Object.keys(correctInput.shape.values.shape);
  return hasPass ? names.filter((name) => receptionFields.includes(name)) : names;
}

/** Mends what reception typed, a tube's class and volume too, while the tubes are 101 or 103, with a reason. Codes and products have acts of their own. */
export const correctSummary = defineCommand({
  name: 'summary.correct',
  title: ['更正接样信息', 'Correct a reception'],
  service: 'sample',
  path: 'enter-info/correct-summary',
  permission: 'summary_correct',
  roles: ['reception'],
  screens: ['/sample/summary-enter'],
  input: correctInput,
  answer: shape({ requisitionCode: z.string(), changed: z.array(z.string()) }),
  version: 1,
  offline: false,
  lanes: ({ requisitionCode }) => [`req:${requisitionCode}`],
  subject: ({ requisitionCode }) => requisitionCode,
  refusals: {
    ...findingRefusals,
    'correct.tooLate': ['样本 {sampleCode} 状态为{status},不能更正', 'Sample {sampleCode} is {status}; it can no longer be corrected'],
    'correct.rejected': ['申请单已拒收,不能更正', 'The requisition was rejected and cannot be corrected'],
    'correct.ownedByEntry': ['{field}已由录入员录入,请先撤回录入再更正', '{field} has been entered since; withdraw the entry before correcting it'],
  },
  decide(
    { requisition, samples, corrected }: CorrectState,
    { requisitionCode, values, tubes, reasons }: CorrectInput,
    acting,
  ): Outcome<CorrectChange> {
    if (!requisition || !corrected) return refuse('command.notFound', { what: requisitionCode });
    // Another laboratory's requisition is not there for this person.
    if (corrected.state.laboratory?.isAllowed === false) return refuse('command.notFound', { what: requisitionCode });
    const refusal = correctRefusal(samples);
    if (refusal) return refusal.code === 'correct.tooLate' ? conflict(refusal.code, refusal.params) : refusal;
    const { input, state } = corrected;
    const checked = check(requisitionFields, input);
    const next = checked.values as Readonly<Record<string, unknown>>;
    const changed = Object.keys(values).flatMap((field) => {
      const [before, after] = [requisition.values[field] ?? null, next[field] ?? null];
      return canonicalJson(before) === canonicalJson(after) ? [] : [{ field, before, after }];
    });
    const stranger = tubes.find(({ sampleCode }) => !input.tubes.some((tube) => tube.sampleCode === sampleCode));
    if (stranger) return refuse('command.notFound', { what: stranger.sampleCode });
    const ofTubes = changedTubes(requisition.tubes, input, tubes);
    // How long a sample keeps hangs on its class.
    const names = new Set([
      ...changed.map(({ field }) => field),
      ...ofTubes.flatMap(({ name }): string[] => (name === 'sampleClassId' ? [name, 'samplingTime'] : [name])),
    ]);
    const isMeant = (field: string): boolean => names.has(field) || ofTubes.some(({ at, name }) => field === `tubes.${at}.${name}`);
    const faults = [
      ...checked.problems.filter(({ field }) => field in values),
      ...ofTubes.flatMap((each) => each.faults),
      ...masterProblems(state, input).filter(({ field }) => isMeant(field)),
    ];
    if (faults.length > 0) return refuse('command.badInput', {}, faults);
    const change: CorrectChange = {
      requisitionCode,
      values: Object.fromEntries(changed.map(({ field, after }) => [field, after])),
      tubes: [...new Set(ofTubes.map(({ sampleCode }) => sampleCode))].map((sampleCode) => ({
        ...Object.fromEntries(ofTubes.filter((each) => each.sampleCode === sampleCode).map(({ name, after }) => [name, after])),
        sampleCode,
      })),
      changed: [...changed, ...ofTubes.map(({ at, name, before, after }) => ({ field: `tubes.${at}.${name}`, before, after }))],
      explained: [],
    };
    if (change.changed.length === 0) return repeat(change);
    const allowed = correctable(requisition.hasPass);
    const owned = changed.find(({ field }) => !allowed.includes(field));
    if (owned) return refuse('correct.ownedByEntry', { field: requisitionFields[owned.field as keyof typeof requisitionFields].label });
    // The tubes came in when they came in; only what changes is judged anew.
    const findings = summaryFindings(state, input, { ...acting, occurredAt: requisition.receiveTime }).filter(({ fields }) =>
      fields.some((field) => names.has(field)),
    );
    return refuseFindings(findings, reasons) ?? accept({ ...change, explained: explainedOf(findings, reasons) });
  },
});
