import { and, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { param } from '#domain/system/param.ts';
import { platformTenantId } from '#domain/system/platform.ts';
import { policies, policyNames, policyValuesOf, type PolicyName, type PolicyValues } from '#domain/system/policies.ts';
import { tableOf } from '#server/storage/tables.ts';

const table = tableOf(param);
const keys = policyNames.map((name) => policies[name].key.toLowerCase());

/** The installation's policies as its people set them (/system/param of the platform), else as usual. One short read. */
export async function policyValues(reader: Pick<NodePgDatabase, 'select'>): Promise<PolicyValues> {
  const key = sql<string>`lower(${table.paramKey})`;
  const rows = await reader
    .select({ key, value: table.paramValue })
    .from(table)
    .where(and(eq(table.tenantId, platformTenantId), eq(table.isDeleted, 0), inArray(key, keys)));
  return policyValuesOf(new Map(rows.map((row) => [row.key, String(row.value ?? '')])));
}

/** So old may a value be that another node changed. */
const freshMs = 15_000;

/** The policies at hand, for whoever cannot wait for a read. */
export interface PolicyBoard {
  /** What the environment settles, whatever the parameters say. */
  readonly fixed: ReadonlySet<PolicyName>;
  readonly now: () => PolicyValues;
  readonly refresh: () => Promise<void>;
  readonly stop: () => void;
}

/** Reads the policies and keeps them fresh; `fixed` holds those of the environment. */
export async function keepPolicies(
  reader: Pick<NodePgDatabase, 'select'>,
  fixed: Partial<PolicyValues>,
  onError: (error: unknown) => void,
): Promise<PolicyBoard> {
  let values = { ...(await policyValues(reader)), ...fixed };
  const refresh = async (): Promise<void> => {
    values = { ...(await policyValues(reader)), ...fixed };
  };
  const timer = setInterval(() => void refresh().catch(onError), freshMs).unref();
  return {
    fixed: new Set(policyNames.filter((name) => name in fixed)),
    now: () => values,
    refresh,
    stop: () => clearInterval(timer),
  };
}

const boards = new WeakMap<object, PolicyBoard>();

/** Says which policies a server's calls work under. */
export function bindPolicies(server: object, board: PolicyBoard): void {
  boards.set(server, board);
}
/** The same for a server; undefined where none were bound. */
export const policiesOf = (server: object): PolicyBoard | undefined => boards.get(server);
