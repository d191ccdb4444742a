import { check, type Checked, type Problem } from '#domain/kernel/check.ts';
import type { Acting } from '#domain/kernel/command.ts';
import { entryState, type ComparisonState, type EntryState } from './entryState.ts';
import type { Explained } from './findings.ts';
import { isEmptyValue, type PassRecord } from './passes.ts';
import type { EntryForm, Finding, FormKey, NamedCase, NamedSample, Values } from './rules/entryForm.ts';
import { judge } from './rules/judge.ts';
import { labStatus, type LabStatus, type StatusMove } from './sampleStatus.ts';
import type { EnteredCommodity } from './summaryState.ts';

/** What the rules of detail entry read. The passes are the current revisions; a withdrawn one is null. */
export interface DetailState {
  readonly requisition: {
    readonly requisitionCode: string;
    readonly entryForm: FormKey;
    readonly isDoubleEntry: boolean;
    readonly entryState: EntryState;
    readonly receiveTime: string;
    /** Its client asks for a picture of the requisition, and there is none. */
    readonly isImageMissing?: boolean;
    readonly commodityIds: readonly string[];
    /** What reception has settled; no value of a pass before the entry is settled. */
    readonly carried: Values;
  } | null;
  readonly samples: readonly { readonly sampleCode: string; readonly labStatus: LabStatus; readonly isInHandover: boolean }[];
  readonly first: PassRecord | null;
  readonly second: PassRecord | null;
  /** The highest revision of each pass so far, withdrawn ones included. */
  readonly revisions: { readonly 1: number; readonly 2: number };
  /** The newest comparison that is not withdrawn. */
  readonly comparison: { readonly round: number; readonly state: ComparisonState; readonly fields: readonly string[] } | null;
  readonly rounds: number;
  readonly commodities: readonly EnteredCommodity[];
  readonly sampleClasses: readonly { readonly classId: string; readonly className: string }[];
  /** What the house has of the tubes that a pass names, by code; null: nothing. A desk knows none. */
  readonly named?: Readonly<Record<string, NamedSample | null>>;
  /** The abnormal cases that a pass names, by number; null: none. A desk knows none. */
  readonly cases?: Readonly<Record<string, NamedCase | null>>;
  /** What reception has explained already: the same warning is not asked again. */
  readonly explained: readonly Explained[];
}

/** What an accepted act of detail entry writes. */
export interface DetailChange {
  /** A new revision of a pass; null where none is written. */
  readonly pass:
    | (Omit<PassRecord, 'authorId' | 'authorName' | 'enterTime'> & { readonly startedAt: string | null; readonly seconds: number | null })
    | null;
  readonly entryState: EntryState;
  readonly comparison: {
    readonly round: number;
    readonly state: ComparisonState;
    readonly differences?: readonly { field: string; value1: unknown; value2: unknown }[];
    readonly decisions?: readonly unknown[];
  } | null;
  /** Settled values, to be written onto the requisition. */
  readonly merged: Values | null;
  readonly moves: readonly StatusMove[];
}

/** All tubes gone: nothing can be entered. */
export function isClosed({ samples, requisition }: DetailState): boolean {
  return (
    requisition?.entryState === entryState.closed ||
    samples.every((sample) => sample.labStatus === labStatus.rejected || sample.labStatus === labStatus.terminated)
  );
}

/** The tubes that a settled entry takes from 101 to 103. */
export function settledMoves({ samples }: DetailState): readonly StatusMove[] {
  return samples
    .filter((sample) => sample.labStatus === labStatus.pendingEntry)
    .map(({ sampleCode }): StatusMove => ({ sampleCode, from: labStatus.pendingEntry, to: labStatus.entered }));
}

/** The typed values against the form's fields; an illegible field may be left empty. */
export function checkTyped(form: EntryForm, values: Values, unclear: readonly string[]): Checked {
  const checked = check(form.fields, values);
  const excused = new Set(unclear.filter((name) => isEmptyValue(checked.values[name])));
  return { values: checked.values, problems: checked.problems.filter(({ field }) => !excused.has(field)) };
}

/** The form's rules over what was typed and what reception has settled. */
export function detailFindings(form: FormKey, values: Values, state: DetailState, acting: Acting, unclear: readonly string[]): readonly Finding[] {
  const { requisition, commodities, sampleClasses } = state;
  const known = new Set(state.explained.map(({ rule, text }) => `${rule} ${text[0]}`));
  const classNames = new Map(sampleClasses.map(({ classId, className }) => [classId, className]));
  const findings = judge(
    form,
    { ...requisition?.carried, ...values },
    {
      now: acting.now,
      receiveTime: requisition?.receiveTime,
      commodities,
      unclear,
      sampleClassName: (id) => classNames.get(id),
      sampleNamed: (code) => state.named?.[code],
      caseNamed: (caseNo) => state.cases?.[caseNo],
    },
  );
  return findings.filter(({ rule, text }) => !known.has(`${rule} ${text[0]}`));
}

const sorted = (ids: readonly unknown[]): string => [...ids].map(String).sort().join();

/** What was ordered changes by amend-items alone, so that items and entry cannot part. */
export function orderProblem(values: Values, commodityIds: readonly string[]): readonly Problem[] {
  const typed = values['commodityIds'];
  if (!Array.isArray(typed) || typed.length === 0 || sorted(typed) === sorted(commodityIds)) return [];
  return [
    {
      field: 'commodityIds',
      code: 'rule',
      params: { text: ['与前处理录入的产品不一致,请用修改项目更正', 'Differs from the commodities received; correct them with amend items'] },
    },
  ];
}
