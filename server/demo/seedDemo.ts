import { eq } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { resourceByName } from '#domain/resources.ts';
import type { Database } from '#server/storage/database.ts';
import { setting } from '#server/storage/kernelTables.ts';
import { addSamples } from './addSamples.ts';
import { demoMaster } from './demoMaster.ts';
import { insertRows } from './insertRows.ts';
import { deskProfile } from './sampleStages.ts';

const seededSetting = 'demo.seeded';
const demoSamples = 264;

/**
 * Fills an installation with invented master data and a few dozen samples in each state, once: what is there stays as
 * its people made it. Runs after seedSession, whose accounts the samples are ascribed to. True where it was done now.
 */
export async function seedDemo(database: Database, { tenantId = '000000' }: { readonly tenantId?: string } = {}): Promise<boolean> {
  const isNew = await database.transaction(async (tx) => {
    const [known] = await tx.select({ key: setting.key }).from(setting).where(eq(setting.key, seededSetting));
    if (known) return false;
    const now = formatDateTime(Date.now());
    for (const [name, rows] of Object.entries(demoMaster())) await insertRows(tx, resourceByName(name), rows, { tenantId, userId: '0', now });
    await tx.insert(setting).values({ key: seededSetting, value: true });
    return true;
  });
  if (isNew) await addSamples(database, { tenantId, samples: demoSamples, profile: deskProfile });
  return isNew;
}
