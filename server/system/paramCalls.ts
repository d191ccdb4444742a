import { sql } from 'drizzle-orm';
import { neededParameter } from '#server/kernel/pageRows.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { readRow } from '#server/storage/readRows.ts';

/** The value of one parameter of the caller's tenant by its key; null where it is not set. */
const value = defineCall<Record<string, string>>({
  method: 'GET',
  service: 'system',
  path: 'param/value',
  title: ['参数值', 'Value of a parameter'],
  permission: 'param_view',
  handle: async ({ db, user, query }) => {
    const row = await readRow<{ value: string }>(
      db,
      sql`select param_value as value from param where tenant_id = ${user.tenantId} and lower(param_key) = lower(${neededParameter(query, 'paramKey')}) and is_deleted = 0`,
    );
    return row?.value ?? null;
  },
});

export const paramCalls: readonly Call[] = [value];
