import { parseArgs } from 'node:util';
import { runCommand, say } from './commandLine.ts';
import { restoreBackup } from './restoreBackup.ts';

/** `npm run restore -- --from FOLDER/20261127-031500`: puts a backup back into DATA_DIR (empty, or with its key alone) or an empty DATABASE_URL. */
runCommand(async () => {
  const { from } = parseArgs({ options: { from: { type: 'string' } } }).values;
  if (!from) throw new Error('Usage: DATA_DIR=./data npm run restore -- --from FOLDER/20261127-031500');
  const { env } = process;
  const { takenAt, missing, faults, leaps } = await restoreBackup({
    from,
    dataDir: env['DATA_DIR'] ?? './data',
    databaseUrl: env['DATABASE_URL'] || undefined,
    env,
  });
  say(`已恢复到 / restored as of ${takenAt}`);
  for (const { segmentName, first, last } of leaps) say(`${segmentName}: 号码不再发放 / numbers given to nobody any more: ${first}-${last}`);
  for (const { tenantId, sha256 } of missing) say(`缺失 / missing: ${tenantId}/${sha256}`);
  for (const { reportNo, versionNo, fault } of faults) say(`报告异常 / report is not what it was: ${reportNo} v${versionNo} (${fault})`);
  say('现在可以启动; 各前台会自动补传 / start it now: desks send by themselves what is missing');
  if (missing.length + faults.length > 0) process.exitCode = 2;
});
