import { eq, sql } from 'drizzle-orm';
import { resourceByName } from '#domain/resources.ts';
import type { BlobFiles } from '#server/storage/blobFiles.ts';
import type { Database } from '#server/storage/database.ts';
import { backfillTasks } from '#server/spine/tasks/backfillTasks.ts';
import { insertRows } from '#server/storage/insertRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { reportTemplateVersionTable } from '#server/storage/reportTables.ts';
import { setting } from '#server/storage/kernelTables.ts';
import { takeStartTurn } from '#server/storage/startTurn.ts';
import { readRows } from '#server/storage/readRows.ts';
import { countMonth, openMonths, writeCounted } from '#server/search/qualityMonths.ts';
import { addSamples } from './addSamples.ts';
import { billMaster } from './bill/billMaster.ts';
import { seedBill } from './bill/seedBill.ts';
import { demoMaster } from './demoMaster.ts';
import { demoPerson } from './doneAs.ts';
import { seedDesk } from './seedDesk.ts';
import { seedInterfaceLogs } from './seedInterfaceLogs.ts';
import { seedExpected } from './seedExpected.ts';
import { seedParcels } from './seedParcels.ts';
import { seedLab } from './lab/seedLab.ts';
import { shippedVersions } from './reportMaster.ts';
import { deskProfile } from './sampleStages.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Tx } from '#server/storage/tx.ts';

const seededSetting = 'demo.seeded';
const demoSamples = 264;

export interface DemoOptions {
  readonly tenantId?: string;
  /** The laboratory and billing are at work, too; absent: tasks wait and nothing is ordered, as tests want it. */
  readonly work?: {
    /** Where the bytes of its files and signatures are kept; null: nowhere. */
    readonly files: BlobFiles | null;
  };
}

/**
 * Fills an installation with invented master data and a few dozen samples in each state, once: what is there stays as
 * its people made it. Runs after seedSession, whose accounts the samples are ascribed to. True where it was done now.
 */
export async function seedDemo(database: Database, { tenantId = '000000', work }: DemoOptions = {}): Promise<boolean> {
  return database.transaction(async (tx) => {
    await takeStartTurn(tx);
    const [known] = await tx.select({ key: setting.key }).from(setting).where(eq(setting.key, seededSetting));
    if (known) return false;
    const now = nowText();
    const master = work ? billMaster(demoMaster(), (await demoPerson(tx, tenantId, 'sales')).id) : demoMaster();
    for (const [name, rows] of Object.entries(master)) await insertRows(tx, resourceByName(name), rows, { tenantId, userId: '0', now });
    await tx.execute(insertMany(reportTemplateVersionTable, shippedVersions(master['reportTemplate'] ?? [], tenantId, now)));
    await tx.insert(setting).values({ key: seededSetting, value: true });
    // All or nothing: a node that is killed here leaves nothing half filled, and one that waits finds all of it.
    await addSamples({ orm: tx, transaction: (work) => work(tx) }, { tenantId, samples: demoSamples, profile: deskProfile });
    // Nobody counted these rows yet: without it a plan is chosen blindly, and the laboratory's work has taken six times as long.
    await tx.execute(sql`analyze requisition, sample, sample_item, handover, entry_pass, commodity, panel, item, send_sample_client`);
    await backfillTasks({ transaction: (work) => work(tx) }, { tenantId, isLegacy: 0 });
    if (work) {
      await seedLab(tx, { ...work, tenantId, now });
      await seedDesk(tx, { tenantId, now });
      await seedBill(tx, { tenantId, now });
      await seedExpected(tx, { tenantId, now });
      await seedInterfaceLogs(tx, { tenantId, now });
      await seedParcels(tx, { tenantId, now });
      await countQuality(tx, { tenantId, now });
    }
    return true;
  });
}

/** What the night would have counted of this and the last month. */
async function countQuality(tx: Tx, { tenantId, now }: { readonly tenantId: string; readonly now: string }): Promise<void> {
  const laboratories = await readRows<{ id: string }>(
    tx,
    sql`select id::text as id from laboratory where tenant_id = ${tenantId} and is_deleted = 0`,
  );
  for (const { id: laboratoryId } of laboratories)
    for (const month of openMonths(now)) {
      const whose = { tenantId, laboratoryId, month };
      await writeCounted(tx, whose, await countMonth(tx, whose), now);
    }
}
