import { parseArgs } from 'node:util';
import { runCommand, say } from './commandLine.ts';
import { layCluster, settleMoment } from './pointInTime.ts';
import { restoreBackup, type Restored } from './restoreBackup.ts';

const usage = [
  'Usage: DATA_DIR=./data npm run restore -- --from FOLDER/20261127-031500',
  "       npm run restore -- --from FOLDER/base-20261127-031500 --wal FOLDER/wal --to '2026-11-27 14:05:00' --cluster NEWDIR",
  "       DATABASE_URL=postgres://… npm run restore -- --from FOLDER/base-20261127-031500 --to '2026-11-27 14:05:00'",
].join('\n');

/**
 * `npm run restore -- --from FOLDER/20261127-031500`: puts a backup back into DATA_DIR (empty, or with its key alone) or an empty DATABASE_URL.
 * With `--to`, a PostgreSQL server to a moment: first its files are laid into `--cluster`, then, when it has come up, DATABASE_URL is settled.
 */
runCommand(async () => {
  const { from, to, wal, cluster } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, wal: { type: 'string' }, cluster: { type: 'string' } },
  }).values;
  const { env } = process;
  if (!from || (cluster !== undefined && !(to && wal))) throw new Error(usage);
  const place = { from, dataDir: env['DATA_DIR'] ?? './data', databaseUrl: env['DATABASE_URL'] || undefined, env };
  if (to && cluster && wal) {
    await layCluster({ from, wal, to, cluster });
    say(`已放置 / laid into ${cluster}: 以数据库账号启动 / start it with the account of the database, pg_ctl -D ${cluster} start`);
    say('启动后再执行 / when it has come up: DATABASE_URL=… npm run restore -- --from … --to …');
    return;
  }
  tell(to ? await settleMoment({ ...place, to }) : await restoreBackup(place));
});

function tell({ takenAt, missing, faults, leaps }: Restored): void {
  say(`已恢复到 / restored as of ${takenAt}`);
  for (const { segmentName, first, last } of leaps) say(`${segmentName}: 号码不再发放 / numbers given to nobody any more: ${first}-${last}`);
  for (const { tenantId, sha256 } of missing) say(`缺失 / missing: ${tenantId}/${sha256}`);
  for (const { reportNo, versionNo, fault } of faults) say(`报告异常 / report is not what it was: ${reportNo} v${versionNo} (${fault})`);
  say('现在可以启动; 各前台会自动补传 / start it now: desks send by themselves what is missing');
  if (missing.length + faults.length > 0) process.exitCode = 2;
}
