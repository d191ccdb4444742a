import type { Problem } from '#domain/kernel/check.ts';
import type { Label } from '#domain/kernel/label.ts';
import { refuse, type Refusal } from '#domain/kernel/outcome.ts';
import type { Finding } from './rules/entryForm.ts';

/** A warning somebody took upon themselves: kept with the record, printed where the rule says so. */
export interface Explained {
  readonly rule: string;
  readonly text: Label;
  readonly reason: string;
  readonly isPrinted: boolean;
  readonly reportText: Label | null;
}
type Reasons = Readonly<Record<string, string>>;

export const findingRefusals = {
  'entry.blocked': ['规则不允许保存,请更正', 'A rule forbids saving this; please correct it'],
  'entry.needsReason': ['有提示项,请逐项填写原因后保存', 'Some warnings need a reason before saving'],
} as const satisfies Record<string, Label>;

const problemOf = ({ rule, severity, fields, text }: Finding): Problem => ({
  field: fields[0] ?? '',
  code: 'rule',
  params: { text, rule, severity },
});
const isExplained = (reasons: Reasons, rule: string): boolean => (reasons[rule] ?? '').trim() !== '';

/** The refusal of findings that block, or that warn without a reason; null where nothing stands in the way. */
export function refuseFindings(findings: readonly Finding[], reasons: Reasons): Refusal | null {
  const blocks = findings.filter(({ severity }) => severity === 'block');
  const open = findings.filter(({ severity, rule }) => severity === 'warn' && !isExplained(reasons, rule));
  if (blocks.length > 0) return refuse('entry.blocked', {}, [...blocks, ...open].map(problemOf));
  return open.length > 0 ? refuse('entry.needsReason', {}, open.map(problemOf)) : null;
}

/** The warnings that were explained, each once. */
export function explainedOf(findings: readonly Finding[], reasons: Reasons): readonly Explained[] {
  const warned = findings.filter(({ severity, rule }) => severity === 'warn' && isExplained(reasons, rule));
  return warned.map(({ rule, text, isPrinted, reportText }) => ({
    rule,
    text,
    reason: (reasons[rule] ?? '').trim(),
    isPrinted: isPrinted ?? false,
    reportText: reportText ?? null,
  }));
}
