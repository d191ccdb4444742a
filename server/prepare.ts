import { menu } from '#domain/menu.ts';
import { seedCalendar } from './base/workCalendar.ts';
import { seedDemo } from './demo/seedDemo.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { seedFlow } from './flow/deploy.ts';
import { seedDemoFlow } from './flow/seedDemoFlow.ts';
import { seedSession } from './session/seedSession.ts';
import { otherTenantIds } from './session/tenantMenus.ts';
import { defaultTenantId } from './session/tokenRequest.ts';
import type { Database } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';

export type Seeded = Awaited<ReturnType<typeof seedSession>>;

/** Schema, then what every start makes sure of, then the demo on the first one. */
export async function prepare(database: Database, { isDemo, seedPassword }: { isDemo: boolean; seedPassword: string | undefined }): Promise<Seeded> {
  await migrate(database);
  const seeded = await seedSession(database, { menus: menu, seedPassword, isDemo });
  for (const tenantId of [defaultTenantId, ...(await database.transaction(otherTenantIds))]) await seedCalendar(database, tenantId);
  await seedFlow(database);
  if (isDemo) await seedDemoFlow(database, { now: formatDateTime(Date.now()) });
  if (isDemo && (await seedDemo(database))) await database.vacuum();
  return seeded;
}
