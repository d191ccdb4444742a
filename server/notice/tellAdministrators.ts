import { sql } from 'drizzle-orm';
import { noticeAudience, noticeCategory } from '#domain/notice/notice.ts';
import { roleAlias } from '#domain/system/role.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow } from '#server/storage/readRows.ts';
import { isActive } from './addressed.ts';
import { saveNotice } from './saveNotice.ts';

/** Publishes a notice to the administrators of a tenant, in the name of the first of them. Says nothing where there is none yet. */
export async function tellAdministrators(database: Database, tenantId: string, title: string, lines: readonly string[]): Promise<void> {
  await database.transaction(async (tx) => {
    const author = await readRow<{ id: string; account: string; name: string; roleId: string }>(
      tx,
      sql`select u.id::text as id, u.account, coalesce(u.real_name, u.account) as name, r.id::text as role_id from user_account u
      join role r on r.tenant_id = u.tenant_id and r.id = any(u.role_ids) and r.is_deleted = 0 and r.role_alias = ${roleAlias.administrator}
      where u.tenant_id = ${tenantId} and ${isActive} order by u.id limit 1`,
    );
    if (!author) return;
    const content = lines.map((line) => `<p>${line.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>`).join('');
    const { id, account, name, roleId } = author;
    const body = { title, content, category: noticeCategory.affair, mustConfirm: 1, audience: noticeAudience.roles, roleIds: [roleId] };
    const user = { id, account, name, tenantId, permissions: new Set<string>() };
    await saveNotice(tx, body, { user, deviceId: null, opId: null });
  });
}
