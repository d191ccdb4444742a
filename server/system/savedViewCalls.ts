import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { isId } from '#domain/kernel/ids.ts';
import { resourceByRoute } from '#domain/resources.ts';
import { mostViews, shareViewPermission, type ListViewContent } from '#domain/system/savedView.ts';
import { savedViewContracts, storedView } from '#domain/system/savedViewCalls.ts';
import { malformed, UserError } from '#server/kernel/core/answers.ts';
import { requirePermission } from '#server/kernel/core/permissions.ts';
import type { Call, Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';

const noSuchView = (): UserError => new UserError(404, ['没有此视图', 'No such view']);

/** What tells who a patient is stays out of what is kept and offered to others. */
function withoutPatients(screen: string, content: ListViewContent): ListViewContent {
  const fields: Readonly<Record<string, Field>> = resourceByRoute(screen)?.resource.fields ?? {};
  const search = Object.entries(content.search).filter(([name]) => fields[name.split('.')[0] ?? '']?.patient === undefined);
  return { ...content, search: Object.fromEntries(search) };
}

/** The view of an id that this person may change: an own one, or one for everybody where they may offer such. Locked. Throws UserError 404, 403. */
async function changeable(tx: Tx, user: ActingUser, id: string): Promise<{ readonly screen: string }> {
  if (!isId(id)) throw malformed('id');
  const row = await readRow<{ screen: string; userId: string; isShared: number }>(
    tx,
    sql`select screen, user_id::text as user_id, is_shared::int as is_shared from saved_view where tenant_id = ${user.tenantId} and id = ${id}
      and (user_id = ${user.id} or is_shared = 1) for update`,
  );
  if (!row) throw noSuchView();
  if (row.isShared === 1) requirePermission(user, shareViewPermission);
  return row;
}

async function setDefault(tx: Tx, user: ActingUser, screen: string, id: string | null): Promise<void> {
  const mine = sql`tenant_id = ${user.tenantId} and user_id = ${user.id} and screen = ${screen}`;
  if (id === null) return void (await tx.execute(sql`delete from saved_view_default where ${mine}`));
  await tx.execute(sql`insert into saved_view_default (tenant_id, user_id, screen, view_id) values (${user.tenantId}, ${user.id}, ${screen}, ${id})
    on conflict (tenant_id, user_id, screen) do update set view_id = excluded.view_id`);
}

/** What people make of their lists: kept on the server for each, some offered to everybody. */
export const savedViewCalls: readonly Call[] = serveCalls(savedViewContracts, {
  'GET system/saved-view/list': {
    async handle({ db, query, user }) {
      const rows = await readRows(
        db,
        sql`select v.id::text as id, v.name, v.content, v.is_shared::int as is_shared, (v.user_id = ${user.id})::int as is_own, (d.view_id is not null)::int as is_default, v.user_name
          from saved_view v left join saved_view_default d on d.tenant_id = v.tenant_id and d.user_id = ${user.id} and d.screen = v.screen and d.view_id = v.id
          where v.tenant_id = ${user.tenantId} and v.screen = ${query.screen} and (v.user_id = ${user.id} or v.is_shared = 1)
          order by v.is_shared, v.name, v.id`,
        storedView,
      );
      return rows.map((row) => ({ ...row, isShared: row.isShared === 1, isOwn: row.isOwn === 1, isDefault: row.isDefault === 1 }));
    },
  },
  'POST system/saved-view/save': {
    async write(tx, { body, user, now }) {
      const { id: known, screen, name, isShared, isDefault } = body;
      const content = JSON.stringify(withoutPatients(screen, body.content));
      if (isShared) requirePermission(user, shareViewPermission);
      if (known && (await changeable(tx, user, known)).screen !== screen) throw noSuchView();
      const mine = sql`tenant_id = ${user.tenantId} and user_id = ${user.id} and screen = ${screen}`;
      // One after another for each person: the names are theirs alone.
      await tx.execute(sql`select 1 from user_account where tenant_id = ${user.tenantId} and id = ${user.id} for update`);
      const others = await readRows<{ id: string; name: string }>(tx, sql`select id::text as id, name from saved_view where ${mine}`);
      if (others.some((one) => one.name === name && one.id !== known))
        throw new UserError(409, ['已有同名视图', 'There is a view of this name already'], { refusal: 'savedView.taken' });
      if (!known && others.length >= mostViews)
        throw new UserError(422, [`一个列表最多 ${mostViews} 个视图`, `At most ${mostViews} views of one list`], { refusal: 'savedView.tooMany' });
      const id = known ?? newId();
      if (known)
        await tx.execute(sql`update saved_view set name = ${name}, content = ${content}::jsonb, is_shared = ${isShared ? 1 : 0}, update_time = ${now}
            where tenant_id = ${user.tenantId} and id = ${id}`);
      else
        await tx.execute(sql`insert into saved_view (id, tenant_id, user_id, user_name, screen, name, content, is_shared, create_time, update_time)
            values (${id}, ${user.tenantId}, ${user.id}, ${user.name}, ${screen}, ${name}, ${content}::jsonb, ${isShared ? 1 : 0}, ${now}, ${now})`);
      // Nobody else keeps opening with what is offered no longer.
      if (!isShared)
        await tx.execute(sql`delete from saved_view_default where tenant_id = ${user.tenantId} and view_id = ${id} and user_id <> ${user.id}`);
      if (isDefault) await setDefault(tx, user, screen, id);
      return { id };
    },
  },
  'POST system/saved-view/set-default': {
    async write(tx, { body: { screen, id }, user }) {
      const known =
        !id ||
        (await readRow(
          tx,
          sql`select 1 as one from saved_view where tenant_id = ${user.tenantId} and id = ${id} and screen = ${screen} and (user_id = ${user.id} or is_shared = 1)`,
        ));
      if (!known) throw noSuchView();
      await setDefault(tx, user, screen, id ?? null);
      return true;
    },
  },
  'POST system/saved-view/remove': {
    async write(tx, { body: { id }, user }) {
      await changeable(tx, user, id);
      await tx.execute(sql`delete from saved_view_default where tenant_id = ${user.tenantId} and view_id = ${id}`);
      await tx.execute(sql`delete from saved_view where tenant_id = ${user.tenantId} and id = ${id}`);
      return true;
    },
  },
});
