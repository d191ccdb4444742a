import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { backfillTasks } from '#server/spine/tasks/backfillTasks.ts';
import type { BlobFiles } from '#server/storage/blobFiles.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import { readRows } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { addSamples } from '../addSamples.ts';
import { chance } from '../invented.ts';
import { benchProfile, deskProfile } from '../sampleStages.ts';
import { addLabWork } from './bulkLab.ts';
import { addControlMonths } from './controlMonths.ts';
import { keepIn, type KeepFile } from './keepFile.ts';
import { labBench, tasksOfTubes, type Crew } from './labBench.ts';
import { addSeals } from './labSeals.ts';
import { tellBiochemistry, tellByHand, tellChromosomes, tellCounts, tellPathogens } from './labStories.ts';
import { addTemplates } from './labTemplates.ts';
import type { Story } from './storyRuns.ts';

const benchSamples = 176;

/**
 * The laboratory of the demo at work: tubes in every state of their tasks, with sheets, files, results, audits, controls of two months and
 * what was decided about them. Its acts are the product's own, at times of the past; invented are what they say. Part of the seed's one
 * transaction.
 */
export async function seedLab(
  tx: Tx,
  { tenantId, now, files }: { readonly tenantId: string; readonly now: string; readonly files: BlobFiles | null },
): Promise<void> {
  const target = { orm: tx, transaction: <T>(work: (within: Tx) => Promise<T>) => work(tx) };
  const crew = await crewOf(tx, tenantId);
  const by = { tenantId, userId: '0', now };
  const keep: KeepFile = files === null ? async () => {} : keepIn(tx, { tenantId, now }, files);
  const random = chance(20_27);
  await addSamples(target, { tenantId, samples: benchSamples, profile: benchProfile });
  await backfillTasks(target, { tenantId, isLegacy: 0 });
  await tx.execute(sql`update item set delta_percent = 30 where tenant_id = ${tenantId} and item_code in ('WBC', 'HGB', 'PLT', 'ALT', 'CREA')`);
  const bench = labBench(tx, tenantId, { now, crew, seals: await addSeals(tx, by, crew, keep) });
  const templates = await addTemplates(tx, by);
  const levels = await addControlMonths(tx, by, random);
  const tasks = (await tasksOfTubes(tx, tenantId, benchProfile.digit)).filter((task) => task.taskState === taskState.waiting);
  const story = (groupCode: string, laboratoryCode: string): Story => ({
    bench,
    by: random,
    tasks: tasks.filter((task) => task.groupCode === groupCode && task.laboratoryCode === laboratoryCode),
    template: templates.find((template) => template.groupCode === groupCode),
    keep: (bytes) => keep(bytes, 'application/octet-stream', blobOwner.resultFile),
    levels,
  });
  await addLabWork(target, { tenantId, digit: deskProfile.digit, now, hasFiles: false });
  await tellChromosomes(story('PG01', 'SH01'));
  await tellCounts(story('PG07', 'SH01'));
  await tellPathogens(story('PG04', 'SH01'));
  await tellBiochemistry(story('PG08', 'BJ02'));
  await tellByHand(story('PG03', 'GZ03'), [{ 'GJB2-235': '纯合' }, {}, { 'SLC-919': '杂合' }, {}]);
  await tellByHand(story('PG05', 'BJ02'), [{ 'WES-SNV': 'P' }, {}, { 'WES-SNV': 'VUS' }, {}]);
}

/** The people of the demo's bench; the first account of all stands in for a missing one. */
async function crewOf(tx: Tx, tenantId: string): Promise<Crew> {
  const rows = await readRows<{ id: string; account: string; name: string }>(
    tx,
    sql`select id, account, real_name as name from user_account where tenant_id = ${tenantId} and is_deleted = 0 order by id`,
  );
  const named = (account: string): ActingUser => {
    const found = rows.find((row) => row.account === account) ?? rows[0];
    if (!found) throw new Error('demo data: the tenant has no accounts');
    return { ...found, tenantId, permissions: new Set() };
  };
  return { bench: named('lab'), reviewer: named('admin'), first: named('audit1'), second: named('audit2') };
}
