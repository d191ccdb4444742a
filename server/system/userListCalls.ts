import { sql, type SQL } from 'drizzle-orm';
import { userStatus } from '#domain/user/userAccount.ts';
import { pagingOf } from '#server/kernel/resourceQuery.ts';
import { parameter, pageRows } from '#server/kernel/pageRows.ts';
import { defineCall, type Call, type CallContext } from '#server/kernel/serve.ts';
import { containsPattern } from '#server/storage/grams.ts';
import { readRows } from '#server/storage/readRows.ts';
import { allOf, anyId, keyHolds } from '#server/storage/sqlParts.ts';
import { idsIn } from '#server/kernel/idList.ts';

type Asked = Record<string, string>;

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

async function named(context: CallContext<Asked>, further: readonly (SQL | undefined)[]): Promise<unknown[]> {
  return readRows(
    context.db,
    sql`select ${columns} from user_account u where ${allOf(conditions(context, further))} order by u.search_key, u.id limit ${pagingOf({ size: mostNamed, ...context.query }, mostNamed).size}`,
  );
}

const customList = defineCall<Asked>({
  method: 'GET',
  service: 'user',
  path: 'user-custom-list',
  title: ['用户列表', 'Users'],
  permission: null,
  handle: (context) => named(context, []),
});
const saleList = defineCall<Asked>({
  method: 'GET',
  service: 'user',
  path: 'user-sale-list',
  title: ['销售人员列表', 'Sales people'],
  permission: null,
  handle: (context) => named(context, [hasRole('sales')]),
});
const salePage = defineCall<Asked>({
  method: 'GET',
  service: 'user',
  path: 'sale-page',
  title: ['销售人员分页', 'Sales people'],
  permission: null,
  handle: (context) =>
    pageRows(context.db, context.query, {
      columns,
      from: sql`user_account u`,
      where: conditions(context, [hasRole('sales')]),
      order: sql`u.search_key, u.id`,
    }),
});
const listByDept = defineCall<Asked>({
  method: 'GET',
  service: 'user',
  path: 'client/user/list-by-dept',
  title: ['部门用户列表', 'Users of departments'],
  permission: null,
  handle: (context) => {
    const deptIds = idsIn(context.query['deptId'] ?? context.query['deptIds']);
    return named(context, [deptIds.length === 0 ? undefined : sql`u.dept_ids && ${sql.param(deptIds)}::bigint[]`]);
  },
});

export const userListCalls: readonly Call[] = [customList, saleList, salePage, listByDept];
