import { sql, type SQL } from 'drizzle-orm';
import { userStatus } from '#domain/user/userAccount.ts';
import { namedUser, userListContracts } from '#domain/user/userCalls.ts';
import { pagingOf } from '#server/kernel/resource/resourceQuery.ts';
import { parameter, pageRows } from '#server/kernel/resource/pageRows.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { containsPattern } from '#server/storage/grams.ts';
import { readRows } from '#server/storage/readRows.ts';
import { allOf, anyId, keyHolds } from '#server/storage/sqlParts.ts';
import { idsIn } from '#server/kernel/core/idList.ts';

type Asked = Readonly<Record<string, unknown>>;

const columns = sql`u.id, u.account, u.real_name, coalesce(u.name, u.real_name) as name, array_to_string(u.dept_ids, ',') as dept_id`;
/** Colleagues a form may name are open to everybody signed in: account, name and department, nothing else. */
const mostNamed = 500;

function conditions({ user, query }: CallContext<Asked>, further: readonly (SQL | undefined)[]): (SQL | undefined)[] {
  const name = parameter(query, 'realName') || parameter(query, 'name');
  const ids = idsIn(query['ids']);
  const words = parameter(query, 'keyword').split(/\s+/).filter(Boolean);
  return [
    sql`u.tenant_id = ${user.tenantId}`,
    sql`u.is_deleted = 0`,
    // Who is already named stays named after leaving.
    ids.length > 0 ? undefined : sql`coalesce(u.status, ${userStatus.active}) = ${userStatus.active}`,
    name === '' ? undefined : sql`lower(u.real_name) like ${containsPattern(name)}`,
    ids.length === 0 ? undefined : sql`u.id = ${anyId(ids)}`,
    ...words.map((word) => keyHolds('u', word)),
    ...further,
  ];
}
const hasRole = (alias: string): SQL =>
  sql`exists (select 1 from role r where r.tenant_id = u.tenant_id and r.is_deleted = 0 and r.role_alias = ${alias} and r.id = any(u.role_ids))`;

const named = async (context: CallContext<Asked>, further: readonly (SQL | undefined)[]) =>
  readRows(
    context.db,
    sql`select ${columns} from user_account u where ${allOf(conditions(context, further))} order by u.search_key, u.id limit ${pagingOf({ size: mostNamed, ...context.query }, mostNamed).size}`,
    namedUser,
  );

export const userListCalls: readonly Call[] = serveCalls(userListContracts, {
  'GET user/user-custom-list': { handle: (context) => named(context, []) },
  'GET user/user-sale-list': { handle: (context) => named(context, [hasRole('sales')]) },
  'GET user/sale-page': {
    handle: (context) =>
      pageRows(context.db, context.query, {
        row: namedUser,
        columns,
        from: sql`user_account u`,
        where: conditions(context, [hasRole('sales')]),
        order: sql`u.search_key, u.id`,
      }),
  },
  'GET user/client/user/list-by-dept': {
    handle(context) {
      const deptIds = idsIn(context.query.deptId ?? context.query.deptIds);
      return named(context, [deptIds.length === 0 ? undefined : sql`u.dept_ids && ${sql.param(deptIds)}::bigint[]`]);
    },
  },
});
