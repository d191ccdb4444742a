import { createHash } from 'node:crypto';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { requisitionFields } from '#domain/sample/rules/summaryFields.ts';
import { summaryContent } from '#domain/sample/summary.ts';
import type { SummaryInput } from '#domain/sample/summaryInput.ts';
import { gramsOf } from '#server/storage/grams.ts';

/** Requisition fields that are columns of their own and follow the settled entry. */
export const personNames: readonly string[] = Object.entries(requisitionFields)
  .filter(([name]) => !['requisitionCode', 'contractLaboratoryId', 'commodityIds', 'receiveTime', 'requisitionImages'].includes(name))
  .map(([name]) => name);

/** The person columns out of a record of values; absent ones are null. */
export function personColumns(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(personNames.map((name) => [name, values[name] ?? null]));
}

/** Equal content is the same act done twice. */
export function contentHash(input: SummaryInput): string {
  return createHash('sha256')
    .update(canonicalJson(summaryContent(input)))
    .digest('hex');
}

export const nameGrams = (values: Readonly<Record<string, unknown>>): string[] => gramsOf([values['personName']]);
