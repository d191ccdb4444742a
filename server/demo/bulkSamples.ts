import { join } from 'node:path';
import { blobFilesOf, s3PlaceOf } from '#server/ports/s3Files.ts';
import { closeDataDir } from '#server/storage/closeDataDir.ts';
import { openDatabase } from '#server/storage/database.ts';
import { keyPlaceOf } from '#server/storage/installationKey.ts';
import { prepare } from '#server/prepare.ts';
import { addSamples } from './addSamples.ts';
import { addLabWork } from './lab/bulkLab.ts';
import { addTasks } from './lab/bulkTasks.ts';
import { yearsProfile } from './sampleStages.ts';
import { nowMs, nowText } from '#server/storage/clock.ts';

/** `npm run demo -- --samples N`: adds N invented samples with history to the database of DATA_DIR or DATABASE_URL. Stop the server first where the database is embedded. */
function samplesWanted(given: readonly string[]): number {
  const at = given.indexOf('--samples');
  const text = at >= 0 ? given[at + 1] : given.find((part) => part.startsWith('--samples='))?.slice('--samples='.length);
  const samples = Number(text);
  if (!Number.isSafeInteger(samples) || samples < 1 || samples > 20_000_000)
    throw new Error('Usage: npm run demo -- --samples N   (N from 1 to 20000000)');
  return samples;
}

async function main(): Promise<void> {
  const samples = samplesWanted(process.argv.slice(2));
  const dataDir = process.env['DATA_DIR'] ?? './data';
  closeDataDir(dataDir);
  const database = await openDatabase({
    dataDir,
    keyPlace: keyPlaceOf(dataDir, process.env),
    databaseUrl: process.env['DATABASE_URL'],
    queryTimeoutMs: 600_000,
  });
  const startedAt = nowMs();
  const seconds = (): string => ((nowMs() - startedAt) / 1000).toFixed(0);
  try {
    // On a fresh database this is the first start.
    const { isDemo, demoPassword } = await prepare(database, {
      isDemo: true,
      seedPassword: process.env['SEED_PASSWORD'] || undefined,
      files: blobFilesOf(join(dataDir, 'blobs'), s3PlaceOf(process.env)),
    });
    if (!isDemo)
      throw new Error('This is not a demo database: invented samples are not mixed with real ones. Name another by DATA_DIR or DATABASE_URL.');
    if (demoPassword) process.stdout.write(`password of the demo accounts: ${demoPassword}\n`);
    const done = await addSamples(database, {
      tenantId: '000000',
      samples,
      profile: yearsProfile,
      onProgress: (count) => process.stdout.write(`${count} / ${samples} samples, ${seconds()} s\n`),
    });
    process.stdout.write('making their test tasks\n');
    await addTasks(database, {
      tenantId: '000000',
      digit: yearsProfile.digit,
      now: nowText(),
      onProgress: (count) => process.stdout.write(`${count} tubes, ${seconds()} s\n`),
    });
    await database.vacuum();
    process.stdout.write('telling the laboratory’s work\n');
    const workAt = nowMs();
    const perSecond = (count: number): number => Math.round((count * 1000) / Math.max(1, nowMs() - workAt));
    await addLabWork(database, {
      tenantId: '000000',
      digit: yearsProfile.digit,
      now: nowText(),
      hasFiles: true,
      onProgress: ({ tasks, values }) =>
        process.stdout.write(`${tasks} tasks with ${values} values (${perSecond(tasks)} and ${perSecond(values)} a second), ${seconds()} s\n`),
    });
    process.stdout.write('counting pages and statistics (vacuum analyze)\n');
    await database.vacuum();
    process.stdout.write(`${done} samples added in ${seconds()} s\n`);
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
