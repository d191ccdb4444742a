import { canonicalJson } from '#domain/kernel/canonical.ts';
import { check } from '#domain/kernel/check.ts';
import type { Field, Fields } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { conflict, refuse, type Refusal } from '#domain/kernel/outcome.ts';
import { entryFormOf } from '../forms/entryForms.ts';
import { refuseFindings } from '../findings.ts';
import { followSources } from '../rules/derive.ts';
import type { FormKey } from '../rules/entryForm.ts';
import { judge } from '../rules/judge.ts';
import { receptionFields, requisitionFields, tubeFields } from '../rules/summaryFields.ts';
import type { ChangeFacts, FieldChange } from './changeFacts.ts';

/** What a change of information leaves alone: codes of tubes, what was ordered, where, and what the product itself writes. */
const fixed: readonly string[] = [
  'requisitionCode',
  'contractLaboratoryId',
  'commodityIds',
  'receiveTime',
  'requisitionImages',
  ...Object.keys(tubeFields),
];

/** What may be changed of a requisition with this form: what reception settles, and what its detail entry asks. */
export function changeableFields(key: FormKey, isSettled: boolean): Fields {
  const form = entryFormOf(key);
  const may = ([name, field]: readonly [string, Field]): boolean => !fixed.includes(name) && field.readOnly !== true && field.form !== false;
  const own = isSettled ? Object.entries<Field>(form.fields).filter(([name]) => !form.carried.includes(name)) : [];
  return Object.fromEntries([...Object.entries<Field>(requisitionFields), ...own].filter(may));
}

/** What a field of a requisition is called. */
export function fieldLabel(key: FormKey, name: string): Label {
  const fields: Fields = { ...entryFormOf(key).fields, ...requisitionFields };
  return fields[name]?.label ?? [name, name];
}

export interface ChangedValues {
  /** What is asked for and what follows from it; only what differs. */
  readonly changes: readonly FieldChange[];
  /** What the rules say of the new values without forbidding them. */
  readonly warnings: readonly Label[];
}
export const isSame = (one: unknown, other: unknown): boolean => canonicalJson(one ?? null) === canonicalJson(other ?? null);

/** The values as they will be: checked, what is calculated following, judged anew. */
export function changeValues(
  { requisition, commodities, sampleClassNames }: ChangeFacts,
  asked: readonly FieldChange[],
  now: string,
): ChangedValues | Refusal {
  const { entryForm, isSettled, hasPass, values: was } = requisition;
  const fields = changeableFields(entryForm, isSettled);
  const odd = asked.find(({ field }) => !(field in fields));
  if (odd) return refuse('orderChange.field', { field: fieldLabel(entryForm, odd.field) });
  const stale = asked.filter(({ field, before }) => before !== undefined && !isSame(before, was[field]));
  if (stale.length > 0) return staleFields(stale.map(({ field }) => fieldLabel(entryForm, field)));
  const owned = hasPass && !isSettled ? asked.find(({ field }) => !receptionFields.includes(field)) : undefined;
  if (owned) return refuse('orderChange.entryOpen', { field: fieldLabel(entryForm, owned.field) });
  const named = Object.fromEntries(asked.map(({ field, after }) => [field, after]));
  const checked = check(Object.fromEntries(Object.keys(named).map((name) => [name, fields[name]!])), named);
  if (checked.problems.length > 0) return refuse('command.badInput', {}, checked.problems);
  const typed = { ...was, ...checked.values };
  const next = followSources(entryForm, [was], typed, now, new Set(Object.keys(named)));
  const writable = (name: string): boolean => name in named || name in requisitionFields || isSettled;
  const changes = [...new Set([...Object.keys(named), ...Object.keys(next)])]
    .filter((field) => writable(field) && !isSame(was[field], next[field]))
    .map((field): FieldChange => ({ field, before: was[field] ?? null, after: next[field] ?? null }));
  if (changes.length === 0) return refuse('orderChange.nothing');
  const touched = new Set(changes.map(({ field }) => field));
  const findings = judge(isSettled ? entryForm : 'summary', next, {
    now,
    receiveTime: requisition.receiveTime,
    commodities: commodities.filter(({ commodityId }) => requisition.commodityIds.includes(commodityId)),
    sampleClassName: (id) => sampleClassNames[id],
  }).filter((finding) => finding.fields.some((field) => touched.has(field)));
  const blocked = refuseFindings(
    findings.filter(({ severity }) => severity === 'block'),
    {},
  );
  return blocked ?? { changes, warnings: findings.filter(({ severity }) => severity === 'warn').map(({ text }) => text) };
}

/** Somebody changed these meanwhile: what was asked for was asked of something else. */
export const staleFields = (labels: readonly Label[]): Refusal => {
  const named = (at: 0 | 1): string => [...new Set(labels.map((label) => label[at]))].join('、');
  return conflict('orderChange.stale', { fields: [named(0), named(1)] });
};
