import { sql } from 'drizzle-orm';
import { tenant } from '#domain/system/tenant.ts';
import { UserError } from '#server/kernel/answers.ts';
import type { Tx } from '#server/kernel/serve.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { OwnTable } from './ownTable.ts';

/** Every living tenant; the moments of the machinery are cut to seconds for people. */
export const tenantRows: OwnTable = {
  resource: tenant,
  isForPlatform: true,
  select: sql`select tenant_id as id, tenant_id, tenant_name, linkman, contact_number, address, package_id, account_number,
    expire_time::timestamp(0)::text as expire_time, domain_url, background_url, datasource_id, is_disable, version,
    create_time::timestamp(0)::text as create_time, update_time::timestamp(0)::text as update_time
    from tenant where is_deleted = 0`,
};

/** Throws UserError 400 where a tenant has more living accounts than it may (wire 4, accountNumber). Call it after the insert. */
export async function refuseBeyondQuota(tx: Tx, tenantId: string): Promise<void> {
  const row = await readRow<{ most: number }>(tx, sql`select account_number as most from tenant where tenant_id = ${tenantId} for update`);
  if (!row || row.most < 0) return;
  const counted = await readRow<{ count: number }>(
    tx,
    sql`select count(*)::int as count from user_account where tenant_id = ${tenantId} and is_deleted = 0`,
  );
  if ((counted?.count ?? 0) > row.most)
    throw new UserError(400, [`租户账号额度已满: ${row.most}`, `The tenant has used up its accounts: ${row.most}`]);
}
