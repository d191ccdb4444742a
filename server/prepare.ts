import { menu } from '#domain/menu.ts';
import { seedCalendar } from './base/workCalendar.ts';
import { judgeStoredPatterns } from './code/storedPatterns.ts';
import { seedDemo } from './demo/seedDemo.ts';
import { seedReports } from './demo/seedReports.ts';
import { seedFlow } from './flow/deploy.ts';
import { seedDemoFlow } from './flow/seedDemoFlow.ts';
import { tellAdministrators } from './notice/tellAdministrators.ts';
import { claimKey } from './kernel/seal/claimKey.ts';
import { stopPublishedPasswords } from './session/publishedPasswords.ts';
import { seedSession } from './session/seedSession.ts';
import { otherTenantIds } from './session/tenantMenus.ts';
import { defaultTenantId } from './session/tokenRequest.ts';
import type { BlobFiles } from './storage/blobFiles.ts';
import type { Database } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';
import { analyseWritten } from './storage/vacuum.ts';
import { nowText } from '#server/storage/clock.ts';

export type Seeded = Awaited<ReturnType<typeof seedSession>>;

export interface PrepareOptions {
  readonly isDemo: boolean;
  readonly seedPassword: string | undefined;
  readonly client?: string | undefined;
  /** Where pictures and files lie; null: the demo's own have no bytes. */
  readonly files?: BlobFiles | null;
}

/** Schema, then what every start makes sure of, then the demo where this database was made as one. */
export async function prepare(database: Database, { client, files = null, ...asked }: PrepareOptions): Promise<Seeded> {
  await migrate(database);
  await claimKey(database);
  const seeded = await seedSession(database, { ...asked, menus: menu, ...(client ? { client } : {}) });
  for (const tenantId of [defaultTenantId, ...(await database.transaction(otherTenantIds))]) await seedCalendar(database, tenantId);
  await seedFlow(database);
  if (seeded.isDemo) await seedDemoFlow(database, { now: nowText() });
  if (seeded.isDemo && (await seedDemo(database, { work: { files } }))) {
    if (files) await seedReports(database, { tenantId: defaultTenantId, files });
    await database.vacuum();
  } else if (database.kind === 'embedded') await analyseWritten(database);
  await reportUnreadPatterns(database);
  await reportPublishedPasswords(database);
  return seeded;
}

/** What an older version took and this one does not read stops nothing; the administrators are told of it once. */
async function reportUnreadPatterns(database: Database): Promise<void> {
  const unread = await judgeStoredPatterns(database);
  for (const tenantId of new Set(unread.map((style) => style.tenantId))) {
    const lines = unread
      .filter((style) => style.tenantId === tenantId)
      .flatMap(({ styleName, pattern, fault }) => [`${styleName}: ${pattern}`, `${fault[0]} / ${fault[1]}`]);
    console.error([`Code styles whose pattern is not used (tenant ${tenantId}):`, ...lines].join('\n  '));
    await tellAdministrators(database, tenantId, '条码样式的正则表达式不可用 / Patterns of code styles not in use', [
      '以下条码样式的正则表达式无法使用, 暂按未设置处理, 请在“条码样式”中修改。 / These patterns cannot be used and count as not set: change them under Code styles.',
      ...lines,
    ]);
  }
}

/** Said at every start for as long as it is so; the administrators are told of each account once. */
async function reportPublishedPasswords(database: Database): Promise<void> {
  const found = await stopPublishedPasswords(database);
  if (found.length === 0) return;
  const named = found.map(({ account }) => account).join(', ');
  console.error(
    [
      '!!! 演示密码 / DEMO PASSWORDS !!!',
      `以下账号的密码是公开的演示密码, 任何人都能登录: ${named}`,
      `These accounts have the published demo password, anybody can sign in: ${named}`,
      '请立即登录修改, 或停用这些账号。 Sign in and change it now, or disable the accounts.',
    ].join('\n  '),
  );
  const news = found.filter(({ isNew }) => isNew).map(({ account }) => account);
  if (news.length === 0) return;
  await tellAdministrators(database, defaultTenantId, '部分账号仍使用公开的演示密码 / Accounts with the published demo password', [
    '以下账号的密码是公开的演示密码, 下次登录时必须修改; 不用的账号请停用, 并在登录日志中核对。 / These accounts have the published demo password and must change it at their next sign-in: disable those nobody needs, and look through the log of sign-ins.',
    news.join(', '),
  ]);
}
