import { sql } from 'drizzle-orm';
import { platformTenantId } from '#domain/system/platform.ts';
import { policies } from '#domain/system/policies.ts';
import { tellAdministrators } from '#server/notice/tellAdministrators.ts';
import type { Database } from '#server/storage/database.ts';
import { setting } from '#server/storage/kernelTables.ts';
import { readRow } from '#server/storage/readRows.ts';
import { publicAddress } from './linkOf.ts';

const toldSetting = 'report.noAddressTold';

/** Tells the platform's administrators, once, that reports go out whose code leads nowhere, for nobody said where readers reach this house. */
export async function tellOfNoAddress(database: Database): Promise<void> {
  const { orm } = database;
  if ((await publicAddress(orm)) !== null) return;
  if (!(await readRow(orm, sql`select 1 as found from report_chain where last_hash <> '' limit 1`))) return;
  const told = await orm.insert(setting).values({ key: toldSetting, value: true }).onConflictDoNothing().returning({ key: setting.key });
  if (told.length === 0) return;
  await tellAdministrators(database, platformTenantId, '报告公开地址未设置 / No public address of reports', [
    `已发布的报告上, 核验二维码没有网址, 扫码打不开; 报告链接不能发送。请在系统参数中设置 ${policies.reportAddress.key}。`,
    `Reports are issued whose code leads nowhere, and links to reports cannot be sent. Set the parameter ${policies.reportAddress.key}.`,
  ]);
}
