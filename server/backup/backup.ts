import { parseArgs } from 'node:util';
import { runCommand, say } from './commandLine.ts';
import { bytesOf, hasKey } from './manifest.ts';
import { takeBase } from './pointInTime.ts';
import { takeBackup } from './takeBackup.ts';

/**
 * `npm run backup -- --to FOLDER [--without-key]`: a whole backup of DATA_DIR (or DATABASE_URL) into a folder of its own below FOLDER, while the server goes on.
 * `--base`: of a PostgreSQL server, what its archived log begins from, to come back to any moment after it.
 */
runCommand(async () => {
  const {
    to,
    base: isBase = false,
    'without-key': isWithoutKey = false,
  } = parseArgs({ options: { to: { type: 'string' }, base: { type: 'boolean' }, 'without-key': { type: 'boolean' } } }).values;
  if (!to) throw new Error('Usage: npm run backup -- --to FOLDER [--without-key] [--base]');
  const { env } = process;
  if (isBase) {
    say(`基础备份完成 / base backup taken: ${await takeBase({ to, databaseUrl: env['DATABASE_URL'] ?? '', dataDir: env['DATA_DIR'] ?? './data' })}`);
    return;
  }
  const { folder, manifest, newBlobs } = await takeBackup({
    dataDir: env['DATA_DIR'] ?? './data',
    databaseUrl: env['DATABASE_URL'] || undefined,
    to,
    withKey: !isWithoutKey,
  });
  say(`备份完成 / backup taken: ${folder}`);
  say(
    `${manifest.takenAt}, ${(bytesOf(manifest) / 1_048_576).toFixed(1)} MB, ${newBlobs} 个新图片与文件 / new pictures and files; 数据库静止 / the database stood still ${manifest.heldMs} ms`,
  );
  if (env['S3_ENDPOINT']) say('图片与文件在 S3 存储中, 不在此备份内 / pictures and files lie in the S3 store and are not in this backup');
  if (!hasKey(manifest)) say('不含安装密钥, 请另行保管 / without the installation key: keep it elsewhere');
});
