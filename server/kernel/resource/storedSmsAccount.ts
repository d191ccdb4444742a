import { sql } from 'drizzle-orm';
import { platformStatus, smsFormat, smsPlatform } from '#domain/base/smsPlatform.ts';
import type { SmsAccount } from '#server/ports/sms.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow } from '#server/storage/readRows.ts';
import { openSecrets } from './secretText.ts';

/** The account of a platform that is in use, its secrets opened; null where it is not. */
export async function smsAccountOf({ orm }: Database, tenantId: string, platformId: string): Promise<SmsAccount | null> {
  const row = await readRow<Omit<SmsAccount, 'password' | 'appkey' | 'isJson'> & { readonly format: number }>(
    orm,
    sql`select url, format::int as format, user_name, resources_name, signature, success_text from sms_platform where tenant_id = ${tenantId} and id = ${platformId} and is_deleted = 0
      and status = ${platformStatus.on}`,
  );
  if (!row) return null;
  const { format, ...account } = row;
  const { password = null, appkey = null } = await openSecrets(orm, smsPlatform, tenantId, platformId);
  return { ...account, isJson: format === smsFormat.json, password, appkey };
}

/** The oldest platform of a tenant that is in use, for what no rule chooses one for; null: there is none. */
export async function usualSmsAccount(database: Database, tenantId: string): Promise<SmsAccount | null> {
  const row = await readRow<{ id: string }>(
    database.orm,
    sql`select id::text as id from sms_platform where tenant_id = ${tenantId} and is_deleted = 0 and status = ${platformStatus.on} order by id limit 1`,
  );
  return row ? smsAccountOf(database, tenantId, row.id) : null;
}
