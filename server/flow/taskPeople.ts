import { sql } from 'drizzle-orm';
import type { FlowVariables } from '#domain/flow/expression.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import type { TaskRule } from './readModel.ts';

export interface Person {
  readonly id: string;
  readonly account: string;
  readonly realName: string;
}
/** Whom a task is given or offered to. */
export interface Asked {
  readonly assignee: Person | null;
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** Active people of a tenant by id or account. */
export function peopleOf(reader: Reader, tenantId: string, names: readonly string[]): Promise<Person[]> {
  if (names.length === 0) return Promise.resolve([]);
  return readRows<Person>(
    reader,
    sql`select id::text as id, account, real_name from user_account where tenant_id = ${tenantId} and is_deleted = 0 and is_disable = 0
      and coalesce(status, 1) = 1 and (id::text = ${anyText(names)} or account = ${anyText(names)})`,
  );
}

/** `${name}` is the variable's value, which may be a comma list; anything else is itself. */
function filled(one: string, variables: FlowVariables): string[] {
  const name = /^[$#]\{\s*(\w+)\s*\}$/.exec(one)?.[1];
  if (name === undefined) return [one];
  const value = Object.hasOwn(variables, name) ? variables[name] : null;
  return value === null || value === undefined
    ? []
    : String(value)
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
}

/** Whom a user task asks in this run. Throws UserError 409 where that is nobody: the act that led there is not done. */
export async function askedBy(reader: Reader, tenantId: string, rule: TaskRule, variables: FlowVariables): Promise<Asked> {
  const wanted = rule.assignee === null ? [] : filled(rule.assignee, variables).slice(0, 1);
  const offered = rule.users.flatMap((one) => filled(one, variables));
  const people = await peopleOf(reader, tenantId, [...wanted, ...offered]);
  const named = (name: string): Person | undefined => people.find(({ id, account }) => id === name || account === name);
  const assignee = wanted[0] === undefined ? null : (named(wanted[0]) ?? null);
  const users = offered.flatMap((one) => named(one)?.id ?? []);
  const groups = rule.groups.flatMap((one) => filled(one, variables));
  if ((rule.assignee !== null && !assignee) || (rule.assignee === null && users.length === 0 && groups.length === 0))
    throw new UserError(
      409,
      ['任务 “{name}” 的办理人不存在或已停用', 'Nobody active can do the task “{name}”'].map((text) => text.replace('{name}', rule.name)) as [
        string,
        string,
      ],
      {
        refusal: 'flow.nobody',
        params: { name: rule.name },
      },
    );
  return { assignee, users: [...new Set(users)], groups: [...new Set(groups)] };
}
