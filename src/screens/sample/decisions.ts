import { formatDateTime } from '#domain/kernel/dates.ts';
import { arbitrationChoice } from '#domain/sample/entryState.ts';
import type { ArbitrationDetail } from '#domain/sample/rows.ts';
import { derive } from '#domain/sample/rules/derive.ts';

export interface Decision {
  readonly choice: 1 | 2 | 3;
  readonly value?: unknown;
  readonly reason?: string;
}
type Decisions = Readonly<Record<string, Decision>>;

/**
 * What was decided, and what follows from it: a calculated field that differs takes the pass whose value its decided sources
 * give. Nothing follows before its source is decided, nor where somebody has decided on the field itself.
 */
export function withFollowing({ entryForm, differences, first, second }: ArbitrationDetail, own: Decisions): Decisions {
  const decided = differences.filter(({ field }) => own[field]);
  const open = differences.filter(({ field }) => !own[field]);
  if (decided.length === 0 || open.length === 0) return own;
  const undecided = new Set(open.map(({ field }) => field));
  const chosen = decided.map(({ field, value1, value2 }) => {
    const { choice, value } = own[field]!;
    return [field, choice === arbitrationChoice.first ? value1 : choice === arbitrationChoice.second ? value2 : value] as const;
  });
  const values = { ...first, ...second, ...Object.fromEntries(open.map(({ field }) => [field, null])), ...Object.fromEntries(chosen) };
  const now = formatDateTime(Date.now());
  const after = derive(entryForm, values, now, undecided);
  // Without what was decided: what comes out of that alone follows nothing.
  const before = derive(entryForm, { ...values, ...Object.fromEntries(decided.map(({ field }) => [field, null])) }, now, undecided);
  const follows = open.flatMap(({ field, value1, value2 }) => {
    if (!(field in after.derived) || String(before.values[field]) === String(after.values[field])) return [];
    const value = String(after.values[field]);
    const choice = value === String(value1) ? arbitrationChoice.first : value === String(value2) ? arbitrationChoice.second : null;
    return choice === null ? [] : [[field, { choice: choice as Decision['choice'] }] as const];
  });
  return { ...own, ...Object.fromEntries(follows) };
}
