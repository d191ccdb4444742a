import { canonicalJson } from '#domain/kernel/canonical.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { fieldsOfRow, type WireRow } from './wireRow.ts';

/** One field that two people changed to different values. */
export interface Difference {
  readonly name: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}
export interface Merge {
  /** What only the other person changed: taken over. */
  readonly taken: Readonly<Record<string, unknown>>;
  /** What both changed: a person must choose. */
  readonly differences: readonly Difference[];
}

/** Equal as a form sees it: nothing, '' and [] are the same, numbers equal their text. */
function isSame(a: unknown, b: unknown): boolean {
  const flat = (value: unknown): unknown =>
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
      ? null
      : Array.isArray(value)
        ? value.map(String).toSorted()
        : typeof value === 'number'
          ? String(value)
          : value;
  return canonicalJson(flat(a)) === canonicalJson(flat(b));
}

/** Compares what was read (`base`), what stands on the screen (`mine`, by field name) and what the server holds now (`theirs`). */
export function mergeConflict(resource: Resource, base: WireRow, mine: Readonly<Record<string, unknown>>, theirs: WireRow): Merge {
  const before = fieldsOfRow(resource, base);
  const now = fieldsOfRow(resource, theirs);
  const taken: Record<string, unknown> = {};
  const differences: Difference[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.readOnly || isSame(before[name], now[name]) || isSame(mine[name], now[name])) continue;
    if (isSame(mine[name], before[name])) taken[name] = now[name];
    else differences.push({ name, mine: mine[name], theirs: now[name] });
  }
  return { taken, differences };
}
