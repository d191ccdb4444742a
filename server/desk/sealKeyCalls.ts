import { sql } from 'drizzle-orm';
import { keptPaths, sealKeyRights, type SealKeyRow } from '#domain/desk/keptAct.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { deskDoorOf } from '#server/kernel/deskDoor.ts';
import { onceOnly } from '#server/kernel/onceOnly.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';

/** The installation's sealing keys, and what may still be sealed to each, of whatever tenant. */
const listSealKeys = defineCall({
  method: 'GET',
  service: 'sample',
  path: keptPaths.sealKeys,
  title: ['封存密钥', 'Sealing keys'],
  permission: sealKeyRights.view.code,
  async handle({ db, request }): Promise<readonly SealKeyRow[]> {
    const known = await deskDoorOf(request).sealKeys.known();
    // The act lies as the text that came: its key is read without reading it as JSON.
    const kept = await readRows<{ kid: string | null; count: number }>(
      db,
      sql`select substring(op from '"kid" *: *"([^"]*)"') as kid, count(*)::int as count from kept_act group by 1`,
    );
    const keptOf = new Map(kept.map(({ kid, count }) => [kid, count]));
    const rows: SealKeyRow[] = [];
    for (const [at, { kid, createdAt }] of known.entries()) {
      const [replacedAt, madeTime] = [known[at - 1]?.createdAt, formatDateTime(Date.parse(createdAt))];
      const old = replacedAt === undefined ? undefined : await leftBehind(db, createdAt, replacedAt);
      rows.push({
        serverKeyId: kid,
        createTime: madeTime,
        replacedTime: replacedAt === undefined ? null : formatDateTime(Date.parse(replacedAt)),
        keptActs: keptOf.get(kid) ?? 0,
        waitingActs: old?.waitingActs ?? 0,
        unheardDesks: old?.unheardDesks ?? 0,
      });
    }
    return rows;
  },
});

/** What desks may still hold of a key: acts waiting since before it was replaced, and desks whose last word fell into its time. */
function leftBehind(db: Parameters<typeof readRow>[0], createdAt: string, replacedAt: string) {
  return readRow<{ waitingActs: number; unheardDesks: number }>(
    db,
    sql`select coalesce(sum(waiting) filter (where waiting > 0 and oldest_waiting_at < ${replacedAt}::timestamptz), 0)::int as waiting_acts,
      count(*) filter (where last_seen >= ${createdAt}::timestamptz and last_seen < ${replacedAt}::timestamptz)::int as unheard_desks
      from device where revoked_time is null`,
  );
}

/** From now on desks are offered a new sealing key; what is sealed to the older ones is still opened. */
const rotateSealKey = defineCall({
  method: 'POST',
  service: 'sample',
  path: keptPaths.rotateSealKey,
  title: ['更换封存密钥', 'Change the sealing key'],
  permission: sealKeyRights.rotate.code,
  async handle({ db, user, request, now }) {
    const { sealKeys } = deskDoorOf(request);
    const made = await onceOnly(db, request, user, 'sealKey.rotate', async (tx, opId) => {
      const serverKeyId = await sealKeys.rotate(tx);
      await writeAudit(tx, { user, deviceId: null, opId, action: 'sealKey.rotate', subject: serverKeyId, before: null, after: null, now });
      return { serverKeyId };
    });
    await sealKeys.refresh();
    return made;
  },
});

export const sealKeyCalls: readonly Call[] = [listSealKeys, rotateSealKey];
