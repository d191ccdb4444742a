import { canonicalJson } from '#domain/kernel/canonical.ts';
import type { Problem } from '#domain/kernel/check.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { Finding, RuleCode, Values } from '#domain/sample/rules/entryForm.ts';

/** A warning only the server could give, and what the form held where it was given. */
export interface ToldFinding {
  readonly finding: Finding;
  readonly of: string;
}
const heldBy = ({ fields }: Finding, values: Values): string => canonicalJson(fields.map((name) => values[name] ?? null));

/** The warnings of a refused act, so that its form asks for their reasons instead of ending in a refusal again. */
export function toldFindings(problems: readonly Problem[], values: Values): readonly ToldFinding[] {
  return problems.flatMap(({ field, params }) => {
    if (params['severity'] !== 'warn' || params['rule'] === undefined) return [];
    const finding: Finding = {
      rule: params['rule'] as RuleCode,
      severity: 'warn',
      fields: field === '' ? [] : [field],
      text: params['text'] as Label,
    };
    return [{ finding, of: heldBy(finding, values) }];
  });
}

/** Those still to be answered: what was said of other values says nothing of these. */
export function stillTold(told: readonly ToldFinding[], values: Values): readonly Finding[] {
  return told.flatMap(({ finding, of }) => (heldBy(finding, values) === of ? [finding] : []));
}
