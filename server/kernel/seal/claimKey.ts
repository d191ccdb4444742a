import { sql } from 'drizzle-orm';
import type { Database } from '#server/storage/database.ts';
import { InstallationKeyError, isMarkOf, keyHolderOf, markOf, type KeyPlace } from '#server/storage/installationKey.ts';
import { setting } from '#server/storage/kernelTables.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { takeStartTurn } from '#server/storage/startTurn.ts';
import type { Tx } from '#server/storage/tx.ts';
import { sealText } from './sealedText.ts';
import { nowSql } from '#server/storage/clock.ts';

const markSetting = 'installation.keyMark';
/** What earlier versions kept open in the settings. */
const openSecrets = ['session.tokenKey', 'session.loginKey', 'session.sm2Key', 'installation.secretText', 'offline.deviceSecret'];
const openSealKeys = 'offline.sealKey.%';

/**
 * Finds this installation's key and ties the database to it, once for each opened database: a fresh one gets its key
 * made, one of an earlier version has its open secrets sealed, and one that is sealed already opens with its own key
 * alone. Throws InstallationKeyError, having changed nothing, where this process has another key or none.
 */
export async function claimKey(database: Database): Promise<void> {
  const holder = keyHolderOf(database.orm);
  if (holder.key) return;
  const { key, hasSealed } = await database.transaction(async (tx) => {
    await takeStartTurn(tx);
    const mark = await readRow<{ value: string }>(tx, sql`select value from setting where key = ${markSetting}`);
    const known = holder.place.read();
    if (mark) return { key: rightKey(known, mark.value, holder.place), hasSealed: false };
    // On the disk before anything is sealed with it.
    const key = known ?? holder.place.make();
    if (!key) throw new Error(`no key at ${holder.place.name}`);
    const hasSealed = await sealOpenSecrets(tx, key);
    await tx.insert(setting).values({ key: markSetting, value: markOf(key) });
    return { key, hasSealed };
  });
  // What was sealed stands open in the table's dead rows until they are written anew.
  if (hasSealed) await database.pool.query('vacuum full setting');
  holder.key = key;
}

function rightKey(key: Buffer | null, mark: string, { name }: KeyPlace): Buffer {
  if (key && isMarkOf(key, mark)) return key;
  throw new InstallationKeyError(
    key
      ? `${name} 中的密钥不是此数据库的安装密钥, 未启动, 未做任何更改。请用 KEY_FILE 或 INSTALLATION_KEY 提供原来的密钥。 The key of ${name} is not the one this database is sealed with. Nothing was started or changed: give the right key by KEY_FILE or INSTALLATION_KEY.`
      : `此数据库已有安装密钥, 但 ${name} 不存在, 未启动, 也未生成新密钥。请恢复该文件, 或用 KEY_FILE 或 INSTALLATION_KEY 提供原来的密钥。 This database is sealed with an installation key, and there is none at ${name}. Nothing was started and no new key was made: put the file back, or give the key by KEY_FILE or INSTALLATION_KEY.`,
  );
}

/** True where there was something to seal. */
async function sealOpenSecrets(tx: Tx, key: Buffer): Promise<boolean> {
  const rows = await readRows<{ key: string; value: unknown }>(
    tx,
    sql`select key, value from setting where key in ${openSecrets} or key like ${openSealKeys} for update`,
  );
  for (const { key: name, value } of rows) {
    const seal = (text: unknown): string => sealText(key, String(text), `setting/${name}`);
    const sealed =
      typeof value === 'string' ? seal(value) : { ...(value as object), privateKey: seal((value as { privateKey: unknown }).privateKey) };
    await tx.execute(sql`update setting set value = ${JSON.stringify(sealed)}::jsonb, update_time = ${nowSql} where key = ${name}`);
  }
  return rows.length > 0;
}
