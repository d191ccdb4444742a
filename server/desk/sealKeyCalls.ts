import { sql } from 'drizzle-orm';
import { sealKeyContracts } from '#domain/desk/deskContracts.ts';
import { type SealKeyRow } from '#domain/desk/keptAct.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { deskContextOf } from '#server/kernel/act/deskContext.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';

/** What desks may still hold of a key: acts waiting since before it was replaced, and desks whose last word fell into its time. */
function leftBehind(db: Parameters<typeof readRow>[0], createdAt: string, replacedAt: string) {
  return readRow<{ waitingActs: number; unheardDesks: number }>(
    db,
    sql`select coalesce(sum(waiting) filter (where waiting > 0 and oldest_waiting_at < ${replacedAt}::timestamptz), 0)::int as waiting_acts,
      count(*) filter (where last_seen >= ${createdAt}::timestamptz and last_seen < ${replacedAt}::timestamptz)::int as unheard_desks
      from device where revoked_time is null`,
  );
}

export const sealKeyCalls: readonly Call[] = serveCalls(sealKeyContracts, {
  /** The installation's sealing keys, and what may still be sealed to each, of whatever tenant. */
  'GET sample/offline/seal-key/list': {
    async handle({ db, request }): Promise<readonly SealKeyRow[]> {
      const known = await deskContextOf(request).sealKeys.known();
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
  },
  /** From now on desks are offered a new sealing key; what is sealed to the older ones is still opened. */
  'POST sample/offline/seal-key/rotate': {
    async handle({ user, request, now, once }) {
      const { sealKeys } = deskContextOf(request);
      const made = await once(async (tx, { opId }) => {
        const serverKeyId = await sealKeys.rotate(tx);
        await writeAudit(tx, { user, deviceId: null, opId, action: 'sealKey.rotate', subject: serverKeyId, before: null, after: null, now });
        return { serverKeyId };
      });
      await sealKeys.refresh();
      return made;
    },
  },
});
