import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#server/storage/tx.ts';
import { reserveIds } from '#server/storage/ids.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { insertBlockSql, tallyOffset } from './blockSql.ts';
import { lineSql } from './lineSql.ts';
import { rejectSql } from './rejectSql.ts';
import type { DemoUser, SampleBlock } from './sampleSql.ts';
import type { SampleProfile } from './sampleStages.ts';
import { nowText } from '#server/storage/clock.ts';

export interface AddSamplesOptions {
  readonly tenantId: string;
  /** Tubes wanted; every tenth requisition has two. */
  readonly samples: number;
  readonly profile: SampleProfile;
  readonly onProgress?: (done: number) => void;
}
/** A database, or one transaction that is to hold all of it. */
export interface SampleTarget {
  readonly orm: Pick<Tx, 'execute'>;
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}
const requisitionsPerBlock = 5_000;

/** Adds invented samples with their history. Needs master data and the demo accounts; throws where there is none to use. */
export async function addSamples(database: SampleTarget, { tenantId, samples, profile, onProgress }: AddSamplesOptions): Promise<number> {
  const first = await nextNumber(database, tenantId, profile);
  const users = await demoUsers(database, tenantId);
  const requisitions = Math.max(1, Math.round((samples * 10) / 11));
  // Requisitions with their tubes, handovers and tallies are numbered from here.
  const base = BigInt(reserveIds(requisitions * 10 + tallyOffset + 4096));
  const handoverBase = base + BigInt(requisitions + 1) * 8n;
  let done = 0;
  for (let from = first; from < first + requisitions; from += requisitionsPerBlock) {
    const to = Math.min(from + requisitionsPerBlock, first + requisitions) - 1;
    const block = { tenantId, from, to, first, base, handoverBase, now: nowText(), profile, users };
    const added = await database.transaction(async (tx) => {
      const { rows } = await tx.execute<{ samples: number }>(insertBlockSql(block));
      await tx.execute(lineSql(keepsLine(block)));
      await tx.execute(rejectSql(ofBlock(block)));
      return rows[0]?.samples ?? 0;
    });
    if (added === 0) throw new Error('no samples were added: the tenant has no sending clients or no commodities offered by a laboratory');
    done += added;
    onProgress?.(done);
  }
  return done;
}

/** Tubes of a block whose line is told: those with history, and what is recent. */
function keepsLine(block: SampleBlock): SQL {
  const { base, profile, now } = block;
  return sql`${ofBlock(block)}
    and (s.lab_status = ${labStatus.pendingEntry} or s.receive_time > ${now}::timestamptz - interval '60 days' or (s.requisition_id - ${base.toString()}::bigint) / 8 % ${sql.raw(String(profile.historyEvery))} = 0)`;
}

/** Tubes of a block. */
function ofBlock({ tenantId, base, first, from, to }: SampleBlock): SQL {
  const idOf = (number: number) => (base + BigInt(number - first) * 8n).toString();
  return sql`s.tenant_id = ${tenantId} and s.requisition_id between ${idOf(from)}::bigint and ${idOf(to)}::bigint`;
}

/** The number after the last invented requisition of this letter. */
async function nextNumber(database: SampleTarget, tenantId: string, { letter }: SampleProfile): Promise<number> {
  const { rows } = await database.orm.execute<{ last: string | null }>(
    sql`select max(requisition_code) as last from requisition where tenant_id = ${tenantId} and requisition_code > ${letter} and requisition_code < ${`${letter}:`}`,
  );
  return Number(rows[0]?.last?.slice(1) ?? 0) + 1;
}

/** The accounts that the invented acts are ascribed to; the first account of all stands in for a missing one. */
async function demoUsers(database: SampleTarget, tenantId: string): Promise<Record<'reception' | 'entry1' | 'entry2' | 'lab', DemoUser>> {
  const { rows } = await database.orm.execute<{ id: string; account: string; name: string }>(
    sql`select id, account, real_name as name from user_account where tenant_id = ${tenantId} and is_deleted = 0 order by id`,
  );
  const named = (account: string): DemoUser => {
    const found = rows.find((row) => row.account === account) ?? rows[0];
    if (!found) throw new Error('no samples were added: the tenant has no accounts');
    return { ...found, id: String(found.id) };
  };
  return { reception: named('reception'), entry1: named('entry1'), entry2: named('entry2'), lab: named('lab') };
}
