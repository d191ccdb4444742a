import { sql } from 'drizzle-orm';
import { tenant } from '#domain/system/tenant.ts';
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
