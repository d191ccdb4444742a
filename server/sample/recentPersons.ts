import { createHmac } from 'node:crypto';
import { recentPersonContracts } from '#domain/sample/entryContracts.ts';
import { sql } from 'drizzle-orm';
import { daysBetween, toMs } from '#domain/kernel/dates.ts';
import { isId } from '#domain/kernel/ids.ts';
import { earlierDays, entryBytes, markBytes, markedFrom, personMarks } from '#domain/sample/rules/personMarks.ts';
import { malformed } from '#server/kernel/core/answers.ts';
import { keepSecretBytes } from '#server/kernel/seal/secrets.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { inSight } from '#server/spine/loading.ts';
import { idAt } from '#server/storage/ids.ts';
import { readRows } from '#server/storage/readRows.ts';

const pageSize = 2_000;
const dayMs = 86_400_000;
/** Ids are given before their transactions end: what is younger may still get a neighbour below it. */
const settledMs = 5_000;

interface Row {
  readonly id: string;
  readonly personName: string | null;
  readonly telephone: string | null;
  readonly credentialNo: string | null;
  readonly commodityIds: readonly string[];
  readonly receiveTime: string;
}

function entryOf(key: Buffer, text: string, day: number): Buffer {
  const entry = Buffer.alloc(entryBytes);
  createHmac('sha256', key).update(text).digest().copy(entry, 0, 0, markBytes);
  entry.writeUInt16BE(day, markBytes);
  return entry;
}

export const recentPersonCalls: readonly Call[] = serveCalls(recentPersonContracts, {
  /** Keyed marks of the persons the person's laboratories received lately, so that a desk without network asks about an earlier requisition before it says saved. */
  'GET sample/offline/recent-persons': {
    async handle({ db, query, user, now }) {
      const given = parameter(query, 'after');
      if (given !== '' && !isId(given)) throw malformed('after');
      const nowMs = toMs(now);
      const first = idAt(nowMs - earlierDays * dayMs);
      const after = given !== '' && BigInt(given) > BigInt(first) ? given : first;
      const rows = await readRows<Row>(
        db,
        sql`select id, person_name, telephone, credential_no, commodity_ids, receive_time from requisition
        where id > ${after} and id < ${idAt(nowMs - settledMs)} and tenant_id = ${user.tenantId} and ${inSight(user, sql`contract_laboratory_id`)} and receive_time > ${now}::timestamptz - make_interval(days => ${earlierDays})
        order by id limit ${pageSize}`,
      );
      const key = await keepSecretBytes(db, `sample.personMarks.${user.tenantId}`);
      const entries = rows.flatMap((row) => {
        const day = daysBetween(markedFrom, row.receiveTime);
        return personMarks({ ...row, commodityIds: row.commodityIds.map(String) }).map((text) => entryOf(key, text, day));
      });
      return {
        key: key.toString('base64'),
        entries: Buffer.concat(entries).toString('base64'),
        cursor: rows.at(-1)?.id ?? after,
        hasMore: rows.length === pageSize,
      };
    },
  },
});
