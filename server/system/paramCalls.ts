import { sql } from 'drizzle-orm';
import { isId } from '#domain/kernel/ids.ts';
import { param } from '#domain/system/param.ts';
import { paramContracts } from '#domain/system/paramCalls.ts';
import { policies, policyNames, policyOf, policyProblems, type Policy } from '#domain/system/policies.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import { neededParameter } from '#server/kernel/resource/pageRows.ts';
import { policiesOf, type PolicyBoard } from '#server/kernel/core/policies.ts';
import { removeRows, saveRow } from '#server/kernel/resource/resourceWrite.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { readRow } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { idsOf } from '#server/kernel/core/idList.ts';
import { scalarText } from './scalarText.ts';

const policyRow = sql`lower(param_key) = any(${sql.param(policyNames.map((name) => policies[name].key.toLowerCase()))}::text[])`;

function refuseFixed(policy: Policy, board: PolicyBoard | undefined): void {
  const isFixed = policyNames.some((name) => (policies[name] as Policy) === policy && board?.fixed.has(name));
  if (isFixed)
    throw new UserError(400, [
      `该参数由服务器的环境变量 ${policy.variable ?? ''} 决定, 不能在此修改`,
      `The server’s environment variable ${policy.variable ?? ''} settles this parameter`,
    ]);
}

export const paramCalls: readonly Call[] = serveCalls(paramContracts, {
  'GET system/param/value': {
    async handle({ db, user, query }) {
      const row = await readRow<{ value: string }>(
        db,
        sql`select param_value as value from param where tenant_id = ${user.tenantId} and lower(param_key) = lower(${neededParameter(query, 'paramKey')}) and is_deleted = 0`,
      );
      return row?.value ?? null;
    },
  },
  'POST system/param/submit': {
    async write(tx, { user, request, body, writing }) {
      const sent: Record<string, unknown> = { ...body };
      const id = scalarText(sent['id']);
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
    },
  },
  'POST system/param/remove': {
    async write(tx, context) {
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
      return removeRows(tx, param, ids, context.writing);
    },
  },
});
