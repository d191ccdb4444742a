import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LastBackup, LastDrill } from '#domain/system/running/operations.ts';

/** In `DATA_DIR`: the last backup that was taken of it. */
export const backupMark = 'last-backup.json';
/** In the folder of backups: the last time one of them was put back. */
export const drillMark = 'last-restore.json';

/** Leaves word of a backup where the server's node finds it; nothing where `dataDir` is not there (PostgreSQL, on another machine). */
export const leaveBackup = (dataDir: string, mark: LastBackup): Promise<void> => leave(join(dataDir, backupMark), mark);
/** Leaves word of a restore beside the backups. */
export const leaveDrill = (folder: string, mark: LastDrill): Promise<void> => leave(join(folder, drillMark), mark);

async function leave(path: string, mark: object): Promise<void> {
  if (!existsSync(dirname(path))) return;
  await writeFile(`${path}.new`, `${JSON.stringify(mark)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
