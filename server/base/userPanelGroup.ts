import { sql } from 'drizzle-orm';
import { scopedAccount, scopedGroup, userPanelGroupContracts } from '#domain/base/scopeContracts.ts';
import { saveUserScope, scopeLists, whySeen, type ScopeList, type ScopeLists } from '#domain/base/userScope.ts';
import type { RowOf } from '#domain/kernel/contract.ts';
import { isId } from '#domain/kernel/ids.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { neededParameter, pageRows, parameter } from '#server/kernel/resource/pageRows.ts';
import { serveCommand, type Call, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { snakeCase } from '#server/storage/columns.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId, keyHolds } from '#server/storage/sqlParts.ts';

interface StoredScope {
  readonly userId: string;
  readonly kind: string;
  readonly targetIds: readonly string[];
}

/** The limits of users, by their ids. */
async function scopesOf(reader: Reader, tenantId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, ScopeLists>> {
  const rows = await readRows<StoredScope>(
    reader,
    sql`select user_id::text as user_id, kind, target_ids::text[] as target_ids from user_scope where tenant_id = ${tenantId} and user_id = ${anyId(userIds)}`,
  );
  const listOf = (userId: string, kind: string): readonly string[] | null =>
    rows.find((row) => row.userId === userId && row.kind === kind)?.targetIds ?? null;
  return new Map(
    userIds.map((userId) => [
      userId,
      Object.fromEntries(scopeLists.map(({ name, kind }) => [name, listOf(userId, kind)])) as Record<ScopeList, readonly string[] | null>,
    ]),
  );
}

/** Ids of a list that name no living row. */
async function unknownIds(reader: Reader, tenantId: string, kind: string, ids: readonly string[] | null | undefined): Promise<readonly string[]> {
  if (!ids || ids.length === 0) return [];
  const found = await readRows<{ id: string }>(
    reader,
    sql`select id::text as id from ${sql.raw(`"${snakeCase(kind)}"`)} where tenant_id = ${tenantId} and is_deleted = 0 and id = ${anyId(ids)}`,
  );
  const known = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

const unlimited: ScopeLists = { laboratoryIds: null, panelGroupIds: null, commodityIds: null };

export const servedUserScope: ServedCommand = serveCommand(saveUserScope, {
  async load(tx, input, { user }) {
    // The account's row is what two changes of one user wait for: a limit that is not there yet has no row of its own.
    const known = await readRow(
      tx,
      sql`select id from user_account where tenant_id = ${user.tenantId} and id = ${input.userId} and is_deleted = 0 for update`,
    );
    const scopes = await scopesOf(tx, user.tenantId, [input.userId, user.id]);
    const unknown: Partial<Record<ScopeList, readonly string[]>> = {};
    for (const { name, kind } of scopeLists) unknown[name] = await unknownIds(tx, user.tenantId, kind, input[name]);
    return { ...(scopes.get(input.userId) ?? unlimited), isKnown: known !== undefined, giver: scopes.get(user.id) ?? unlimited, unknown };
  },
  async write(tx: Tx, { input, change, acting: { user } }) {
    for (const { name, kind } of scopeLists) {
      const own = sql`tenant_id = ${user.tenantId} and user_id = ${input.userId} and kind = ${kind}`;
      const ids = change[name];
      if (ids === null) await tx.execute(sql`delete from user_scope where ${own}`);
      else
        await tx.execute(sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values (${user.tenantId}, ${input.userId}, ${kind}, ${sql.param([...ids])}::bigint[])
          on conflict (tenant_id, user_id, kind) do update set target_ids = excluded.target_ids`);
    }
    return { userId: input.userId, ...change };
  },
  answerRepeat: ({ input: { userId }, change }) => ({ userId, ...change }),
});

const columns = sql`u.id::text as user_id, u.account, u.real_name, coalesce(u.status, 1)::int as status`;

/** The names behind the limits of a page of users: one look-up a kind. */
async function withNames(reader: Reader, tenantId: string, users: readonly RowOf<typeof scopedAccount>[]) {
  const scopes = await scopesOf(
    reader,
    tenantId,
    users.map(({ userId }) => userId),
  );
  const names = new Map<string, string>();
  for (const { name, kind } of scopeLists) {
    const ids = [...new Set([...scopes.values()].flatMap((scope) => scope[name] ?? []))];
    if (ids.length === 0) continue;
    const column = sql.raw(`"${snakeCase(kind)}_name"`);
    const rows = await readRows<{ id: string; name: string }>(
      reader,
      sql`select id::text as id, ${column} as name from ${sql.raw(`"${snakeCase(kind)}"`)} where tenant_id = ${tenantId} and id = ${anyId(ids)}`,
    );
    for (const row of rows) names.set(row.id, row.name);
  }
  return users.map((user) => {
    const scope = scopes.get(user.userId) ?? unlimited;
    const namesOf = (list: ScopeList): readonly string[] | null => scope[list]?.map((id) => names.get(id) ?? '') ?? null;
    return {
      ...user,
      ...scope,
      laboratoryNames: namesOf('laboratoryIds'),
      panelGroupNames: namesOf('panelGroupIds'),
      commodityNames: namesOf('commodityIds'),
    };
  });
}

export const userPanelGroupCalls: readonly Call[] = serveCalls(userPanelGroupContracts, {
  'GET base/user-panel-group/page': {
    /** One row a user; null lists are not limited. `isLimited=1` leaves out those who see all. */
    async handle({ db, query, user }) {
      const name = parameter(query, 'keyword') || parameter(query, 'realName') || parameter(query, 'account');
      const page = await pageRows(db, query, {
        row: scopedAccount,
        columns,
        from: sql`user_account u`,
        where: [
          sql`u.tenant_id = ${user.tenantId} and u.is_deleted = 0`,
          name !== '' && keyHolds('u', name),
          parameter(query, 'isLimited') === '1' && sql`exists (select 1 from user_scope s where s.tenant_id = u.tenant_id and s.user_id = u.id)`,
        ],
        order: sql`u.search_key, u.id`,
      });
      return { ...page, records: await withNames(db, user.tenantId, page.records) };
    },
  },
  'GET base/user-panel-group/details': {
    async handle({ db, query, user }) {
      const userId = neededParameter(query, 'userId');
      const row = isId(userId)
        ? await readRow(
            db,
            sql`select ${columns} from user_account u where u.tenant_id = ${user.tenantId} and u.id = ${userId} and u.is_deleted = 0`,
            scopedAccount,
          )
        : undefined;
      if (!row) throw new UserError(404, ['未找到该用户', 'No such user']);
      const [named] = await withNames(db, user.tenantId, [row]);
      if (!named) throw new Error('a user was read and is not there');
      const groups = await readRows(
        db,
        sql`select g.id::text as panel_group_id, g.panel_group_name, g.laboratory_id::text as laboratory_id, l.laboratory_name
        from panel_group g left join laboratory l on l.tenant_id = g.tenant_id and l.id = g.laboratory_id
        where g.tenant_id = ${user.tenantId} and g.is_deleted = 0 order by g.search_key, g.id`,
        scopedGroup,
      );
      return { ...named, panelGroups: groups.map((group) => ({ ...group, ...whySeen(named, group) })) };
    },
  },
});
