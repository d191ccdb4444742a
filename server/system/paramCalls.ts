import { sql } from 'drizzle-orm';
import { isId } from '#domain/kernel/ids.ts';
import { param } from '#domain/system/param.ts';
import { policies, policyNames, policyOf, policyProblems, type Policy } from '#domain/system/policies.ts';
import { problemsError, UserError } from '#server/kernel/answers.ts';
import { neededParameter } from '#server/kernel/pageRows.ts';
import { policiesOf, type PolicyBoard } from '#server/kernel/policies.ts';
import { removeRows, saveRow } from '#server/kernel/resourceWrite.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { readRow } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { idsOf } from '#server/kernel/idList.ts';
import { scalarText } from './scalarText.ts';
import { writeOnce } from './writing.ts';

/** The value of one parameter by its key; null where it is not set. Parameters are the platform's (domain/reservedRights.ts). */
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

const policyRow = sql`lower(param_key) = any(${sql.param(policyNames.map((name) => policies[name].key.toLowerCase()))}::text[])`;

/** Saves a parameter. One that the product reads keeps its key and takes only values of its kind. */
const submit = defineCall<Record<string, string>>({
  method: 'POST',
  service: 'system',
  path: 'param/submit',
  title: ['保存参数', 'Save a parameter'],
  permission: 'param_save',
  handle: (context) => {
    const { user, request } = context;
    const sent = { ...(context.body as Record<string, unknown> | null) };
    const id = scalarText(sent['id']);
    return writeOnce(context, 'param.save', async (tx, writing) => {
      const known = isId(id)
        ? await readRow<{ paramKey: string; paramValue: string }>(
            tx,
            sql`select param_key, param_value from param where tenant_id = ${user.tenantId} and id = ${id} and is_deleted = 0 for update`,
          )
        : undefined;
      const key = scalarText(sent['paramKey']) || known?.paramKey || '';
      const [policy, before] = [policyOf(key), policyOf(known?.paramKey ?? '')];
      if (before && before !== policy) throw new UserError(400, ['系统参数的键名不可修改', 'The key of a policy stays as it is']);
      if (policy) {
        const given = scalarText(sent['paramValue'] ?? known?.paramValue);
        if (given !== known?.paramValue) refuseFixed(policy, policiesOf(request.server.server));
        const faults = policyProblems(policy, given);
        if (faults.length > 0) throw problemsError(faults);
        Object.assign(sent, { paramKey: policy.key, paramValue: given });
      }
      return saveRow(tx, param, sent, writing);
    });
  },
});

function refuseFixed(policy: Policy, board: PolicyBoard | undefined): void {
  const isFixed = policyNames.some((name) => (policies[name] as Policy) === policy && board?.fixed.has(name));
  if (isFixed)
    throw new UserError(400, [
      `该参数由服务器的环境变量 ${policy.variable ?? ''} 决定, 不能在此修改`,
      `The server’s environment variable ${policy.variable ?? ''} settles this parameter`,
    ]);
}

const remove = defineCall<Record<string, string>>({
  method: 'POST',
  service: 'system',
  path: 'param/remove',
  title: ['删除参数', 'Remove parameters'],
  permission: 'param_remove',
  handle: (context) =>
    writeOnce(context, 'param.remove', async (tx, writing) => {
      const ids = idsOf(context, 'ids');
      const { user } = context;
      const kept = await readRow<{ paramKey: string }>(
        tx,
        sql`select param_key from param where tenant_id = ${user.tenantId} and id = ${anyId(ids)} and is_deleted = 0 and ${policyRow} limit 1`,
      );
      if (kept)
        throw new UserError(400, [
          `系统参数 ${kept.paramKey} 不能删除, 默认值为 ${policyOf(kept.paramKey)?.usual ?? ''}`,
          `The policy ${kept.paramKey} cannot be removed; its usual value is ${policyOf(kept.paramKey)?.usual ?? ''}`,
        ]);
      return removeRows(tx, param, ids, writing);
    }),
});

export const paramCalls: readonly Call[] = [value, submit, remove];
