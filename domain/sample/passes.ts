import type { Label } from '#domain/kernel/label.ts';
import type { Explained } from './findings.ts';
import { comparePasses } from './rules/compare.ts';
import type { Difference, FormKey, Values } from './rules/entryForm.ts';
import { heldBack } from './rules/judge.ts';
import { entryState, type EntryState, type PassKind, type PassNo } from './entryState.ts';

/** One immutable revision of a pass. */
export interface PassRecord {
  readonly pass: PassNo;
  readonly revision: number;
  readonly kind: PassKind;
  readonly authorId: string;
  readonly authorName: string;
  /** yyyy-MM-dd HH:mm:ss. */
  readonly enterTime: string;
  readonly form: FormKey;
  readonly values: Values;
  /** Fields marked 字迹不清. */
  readonly unclear: readonly string[];
  readonly explained: readonly Explained[];
}

export interface EntryOutcome {
  readonly entryState: EntryState;
  /** Only where both passes stand and differ. */
  readonly differences: readonly Difference[];
  /** The settled values; null while nothing is settled. */
  readonly merged: Values | null;
}

export const isEmptyValue = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Required fields that this pass marked illegible and left empty: they keep the requisition from 103. */
export function openUnclear(pass: PassRecord | null): readonly string[] {
  return pass ? heldBack(pass.form, pass.values, pass.unclear).filter((name) => isEmptyValue(pass.values[name])) : [];
}

/** What the passes that stand now amount to; whichever pass comes last asks this (docs/forms.md#double-entry). */
export function weighPasses(formKey: FormKey, isDoubleEntry: boolean, first: PassRecord | null, second: PassRecord | null): EntryOutcome {
  const open = (state: EntryState, differences: readonly Difference[] = []): EntryOutcome => ({ entryState: state, differences, merged: null });
  if (!first || (isDoubleEntry && !second)) return open(entryState.waiting);
  if (openUnclear(first).length > 0 || (isDoubleEntry && openUnclear(second).length > 0)) return open(entryState.unclear);
  if (!isDoubleEntry || !second) return { entryState: entryState.settled, differences: [], merged: first.values };
  const differences = comparePasses(formKey, first.values, second.values);
  if (differences.length > 0) return open(entryState.pendingCorrection, differences);
  return { entryState: entryState.settled, differences: [], merged: mergePasses(first.values, second.values) };
}

/** Equal passes merged: the first pass's way of writing; what only the second one gave is taken from it. */
export function mergePasses(first: Values, second: Values): Values {
  const only = Object.entries(second).filter(([name, value]) => isEmptyValue(first[name]) && !isEmptyValue(value));
  return { ...first, ...Object.fromEntries(only) };
}

export const entryRefusals = {
  'detail.notFound': ['申请单 {requisitionCode} 尚未前处理录入', 'Requisition {requisitionCode} has not been received yet'],
  'detail.closed': [
    '申请单 {requisitionCode} 已拒收或终止,不能录入',
    'Requisition {requisitionCode} was rejected or terminated and cannot be entered',
  ],
} as const satisfies Record<string, Label>;
