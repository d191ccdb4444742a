import { and, eq, inArray } from 'drizzle-orm';
import { param } from '#domain/system/param.ts';
import { policies, policyNames, policyProblems, type Policy } from '#domain/system/policies.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { newId } from '#server/storage/ids.ts';
import { insertRows } from '#server/storage/insertRows.ts';
import { setting } from '#server/storage/kernelTables.ts';
import { tableOf } from '#server/storage/tables.ts';

const table = tableOf(param);

/**
 * Puts every policy among the platform's parameters, so that it stands where an administrator looks for it; what is there
 * stays. Installations that kept some in the table `setting` go on with what they had set.
 */
export async function seedPolicies(tx: Tx, by: { readonly tenantId: string; readonly userId: string; readonly now: string }): Promise<void> {
  const rows = await tx
    .select({ key: table.paramKey })
    .from(table)
    .where(and(eq(table.tenantId, by.tenantId), eq(table.isDeleted, 0)));
  const known = new Set(rows.map(({ key }) => String(key).toLowerCase()));
  const missing = policyNames.map((name): Policy => policies[name]).filter(({ key }) => !known.has(key.toLowerCase()));
  if (missing.length === 0) return;
  const keys = missing.map(({ key }) => key);
  const set = new Map((await tx.select().from(setting).where(inArray(setting.key, keys))).map((row) => [row.key, row.value]));
  const valueOf = (policy: Policy): string => {
    const value = set.get(policy.key);
    const given = typeof value === 'number' || typeof value === 'string' ? String(value) : policy.usual;
    return policyProblems(policy, given).length === 0 ? given : policy.usual;
  };
  await insertRows(
    tx,
    param,
    missing.map((policy) => ({
      id: newId(),
      paramName: policy.title[0],
      paramKey: policy.key,
      paramValue: valueOf(policy),
      remark: policy.about[0],
    })),
    by,
  );
}
