import { sql } from 'drizzle-orm';
import { isBornWith } from '#domain/lab/rules/judging.ts';
import { metric } from '#domain/lab/rules/metrics.ts';
import { differsFromBefore, differsInSex, isInUnit } from '#domain/lab/rules/signals.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { earlierValuesOf } from './earlierValues.ts';
import type { GroupFacts } from './groupFacts.ts';

/** A task's next version, as far as it is held against what is known of the person. */
export interface HeldVersion {
  readonly given: { readonly task: { readonly id: string } };
  readonly merged: { readonly metrics: Readonly<Record<string, string>> };
  readonly judged: { readonly values: Readonly<Record<string, string>> };
}

/** Tasks whose measured sex is another than their requisition's (docs/lab.md#judging). */
export async function otherSexOf(
  tx: Tx,
  tenantId: string,
  { rule }: GroupFacts,
  versions: readonly Pick<HeldVersion, 'given' | 'merged'>[],
): Promise<ReadonlySet<string>> {
  const said = new Map(
    versions.flatMap(({ given, merged }) => (merged.metrics[metric.sexCall] ? [[given.task.id, merged.metrics[metric.sexCall]]] : [])),
  );
  if (said.size === 0) return new Set();
  const rows = await readRows<{ id: string; sex: number | null }>(
    tx,
    sql`select t.id::text as id, r.sex from lab_task t join requisition r on r.tenant_id = t.tenant_id and r.id = t.requisition_id where t.tenant_id = ${tenantId} and t.id = ${anyId([...said.keys()])}`,
  );
  return new Set(rows.flatMap(({ id, sex }) => (differsInSex(said.get(id), sex, rule.judgeKind) ? [id] : [])));
}

/** Tasks with a value that differs from the person's earlier ones of the same item more than it can (docs/lab.md#judging). */
export async function deltasOf(
  tx: Tx,
  tenantId: string,
  facts: GroupFacts,
  versions: readonly Pick<HeldVersion, 'given' | 'judged'>[],
  now: string,
): Promise<ReadonlySet<string>> {
  const isBorn = isBornWith(facts.rule.judgeKind);
  const isLooked = (itemId: string): boolean => isBorn || (facts.items.get(itemId)?.deltaPercent ?? null) !== null;
  const looked = [...new Set(versions.flatMap(({ judged }) => Object.keys(judged.values)))].filter(isLooked);
  if (looked.length === 0) return new Set();
  const earlier = await earlierValuesOf(
    tx,
    tenantId,
    versions.map(({ given }) => given.task.id),
    looked,
    now.slice(0, 10),
  );
  const differs = ({ given, judged }: Pick<HeldVersion, 'given' | 'judged'>): boolean =>
    looked.some((itemId) => {
      const value = judged.values[itemId];
      if (value === undefined) return false;
      const most = isBorn ? null : (facts.items.get(itemId)?.deltaPercent ?? null);
      return (earlier.get(given.task.id)?.get(itemId) ?? []).some(
        (one) => isInUnit(one, facts.items.get(itemId)?.unit ?? null) && differsFromBefore(value, one.value, most),
      );
    });
  return new Set(versions.filter(differs).map(({ given }) => given.task.id));
}
