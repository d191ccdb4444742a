import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchDesks } from '#server/desk/watchDesks.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing.ts';
import { deviceState } from './deviceState.ts';
import { nowSql } from '#server/storage/clock.ts';

const tenantId = '000000';
let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const run = (text: ReturnType<typeof sql>) => opened.database.orm.execute(text);
let made = 0;
/** A desk that says it has given out numbers up to `reported`. */
async function newDesk(reported: number): Promise<string> {
  const deviceId = `desk-state-${++made}`;
  await run(sql`insert into device (tenant_id, device_id, user_id, max_seq_reported) values (${tenantId}, ${deviceId}, 1, ${reported})`);
  return deviceId;
}
const arrive = (deviceId: string, seqs: readonly number[]) =>
  run(sql`insert into client_op (op_id, tenant_id, device_id, seq, author_id, type, type_version, payload_hash, status)
    select ${deviceId} || '-' || s, ${tenantId}, ${deviceId}, s, 1, 'summary.enter', 1, '', 'applied' from unnest(${sql.param(seqs.map(String))}::bigint[]) s`);
const explain = (deviceId: string, seqs: readonly number[]) =>
  run(sql`insert into device_explained (tenant_id, device_id, seq, how, user_id, create_time)
    select ${tenantId}, ${deviceId}, s, 'discarded', 1, ${nowSql} from unnest(${sql.param(seqs.map(String))}::bigint[]) s`);
const state = async (deviceId: string, maxSeq = 0) => {
  const { gaps, highestContiguousSeq, highestSeq } = await deviceState(opened.database.orm, tenantId, deviceId, maxSeq);
  return { gaps, highestContiguousSeq, highestSeq };
};
/** The same by going through every number. */
function counted(present: readonly number[], explained: readonly number[], limit: number) {
  const known = new Set([...present, ...explained]);
  const gaps = Array.from({ length: limit }, (_, at) => at + 1).filter((seq) => !known.has(seq));
  return { gaps: gaps.slice(0, 500), highestContiguousSeq: (gaps[0] ?? limit + 1) - 1, highestSeq: Math.max(0, ...present) };
}
/** Numbers below `most` by a small generator of its own, so that a failure can be repeated. */
function numbers(seed: number, most: number, isKept: (value: number) => boolean): number[] {
  let at = seed;
  return Array.from({ length: most }, (_, index) => index + 1).filter(() => isKept((at = (at * 1_103_515_245 + 12_345) % 2_147_483_648)));
}

describe('what the server lacks of a desk', () => {
  it('is nothing where nothing is said, everything where nothing came', async () => {
    expect(await state(await newDesk(0))).toEqual({ gaps: [], highestContiguousSeq: 0, highestSeq: 0 });
    expect(await state('desk-never-seen', 3)).toEqual({ gaps: [1, 2, 3], highestContiguousSeq: 0, highestSeq: 0 });
    const whole = await newDesk(4);
    await arrive(whole, [1, 2, 3, 4]);
    expect(await state(whole)).toEqual({ gaps: [], highestContiguousSeq: 4, highestSeq: 4 });
    expect(await state(whole, 6)).toEqual({ gaps: [5, 6], highestContiguousSeq: 4, highestSeq: 4 });
  });

  it.each([1, 7, 42])('is the same as going through every number (seed %i): before a watch, after it, and after more came', async (seed) => {
    const limit = 4_000;
    const deviceId = await newDesk(limit);
    const first = numbers(seed, limit, (value) => value % 100 < 88);
    const given = numbers(seed + 1, limit, (value) => value % 100 < 2);
    await arrive(deviceId, first);
    await explain(deviceId, given);
    expect(await state(deviceId)).toEqual(counted(first, given, limit));

    await watchDesks(opened.database);
    expect(await state(deviceId)).toEqual(counted(first, given, limit));

    // Some of what was missing arrives, and more is given out, both after the watch.
    const late = counted(first, given, limit).gaps.filter((_, at) => at % 3 === 0);
    const more = numbers(seed + 2, 700, (value) => value % 100 < 60).map((seq) => limit + seq);
    await arrive(deviceId, [...late, ...more]);
    expect(await state(deviceId, limit + 700)).toEqual(counted([...first, ...late, ...more], given, limit + 700));
    await watchDesks(opened.database);
    expect(await state(deviceId, limit + 700)).toEqual(counted([...first, ...late, ...more], given, limit + 700));
  });

  it('costs no list of numbers, however high a desk says it has counted', async () => {
    const most = 2_000_000_000;
    const deviceId = await newDesk(most);
    await arrive(deviceId, [1, 2, most - 1]);
    const answer = await state(deviceId);
    expect(answer.gaps).toHaveLength(500);
    expect([answer.gaps[0], answer.highestContiguousSeq, answer.highestSeq]).toEqual([3, 2, most - 1]);
  });

  it('is read above the mark alone once the numbers below were accounted for', async () => {
    const deviceId = await newDesk(3_000);
    await arrive(
      deviceId,
      numbers(3, 3_000, () => true),
    );
    await watchDesks(opened.database);
    await watchDesks(opened.database);
    const { rows } = await run(sql`select counted_seq::int as seq from device_watch where device_id = ${deviceId}`);
    expect(rows).toEqual([{ seq: 3_000 }]);
    // A row below the mark that went away is not looked for: the watch has settled it.
    await run(sql`delete from client_op where device_id = ${deviceId} and seq = 17`);
    await arrive(deviceId, [3_002]);
    expect(await state(deviceId)).toEqual({ gaps: [3_001], highestContiguousSeq: 3_000, highestSeq: 3_002 });
  });
});
