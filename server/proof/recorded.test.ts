import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '#domain/commands.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { outboxEpoch, type BatchAnswer, type SentOperation } from '#domain/kernel/offlineWire.ts';
import { detailPayload, openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { lasting, opsPath, traces } from './outbox.ts';
import { adopt, filled, recordings, type Recording } from './recording.ts';

let desk: Desk;
/** The day the server believes it is; null: today. */
let day: number | null = null;

/** Puts a tube of this code at the lab's door. */
async function atTheDoor(sampleCode: string): Promise<void> {
  const summary = summaryPayload(desk, desk.master.single);
  const tubes = [{ ...summary.tubes[0]!, sampleCode }];
  expect(await desk.act('online', 'reception', 'summary.enter', { ...summary, tubes })).toMatchObject({ status: 'applied' });
  expect(await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1))).toMatchObject({ status: 'applied' });
  const handoverKey = crypto.randomUUID();
  await desk.act('online', 'reception', 'handover.save', { handoverKey, commodityId: desk.master.single, sampleCodes: [sampleCode] });
  const signPassword = await desk.sealed(handoverKey);
  expect(await desk.act('online', 'reception', 'handover.sign', { handoverKey, signAccount: 'lab', signPassword })).toMatchObject({
    status: 'applied',
  });
}

async function onDay<T>(ms: number, work: () => Promise<T>): Promise<T> {
  day = ms;
  try {
    return await work();
  } finally {
    day = null;
  }
}

async function send({ deviceId }: Recording, ops: readonly SentOperation[]) {
  const body = { deviceId, maxSeq: ops.length, epoch: outboxEpoch, ops };
  const answer = await (await desk.as('admin')).post(opsPath, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: BatchAnswer }>().data.results;
}

/** What a desk of any released version has left in its queue is taken by today's server. */
describe.each(recordings())('%s', (_file, recording) => {
  // A server of its own: a sign-in of another day would be over.
  beforeAll(async () => {
    desk = await openDesk({ now: () => day ?? Date.now() });
  });
  afterAll(() => desk.close());
  it('is taken as on the day it was written, once', async () => {
    await adopt(desk, recording);
    for (const tube of recording.tubes) await atTheDoor(tube);
    const ops = await Promise.all(recording.acts.map(({ op }) => filled(desk, op)));
    const written = Math.max(...ops.map(({ occurredAt }) => Date.parse(occurredAt))) + 60_000;
    await desk.orm.execute(sql`update handover set sign_time = ${formatDateTime(written - 3_600_000)} where sign_time is not null`);
    await desk.orm.execute(
      sql`update sample set receive_time = ${formatDateTime(written - 7_200_000)} where sample_code = ${anyText(recording.tubes)}`,
    );
    const receipts = await onDay(written, () => send(recording, ops));
    expect(receipts.map(({ status, code }) => ({ status, ...(code ? { code } : {}) }))).toEqual(recording.acts.map(({ expected }) => expected));
    const again = await onDay(written, () => send(recording, ops));
    expect(again.map(({ duplicate }) => duplicate)).toEqual(ops.map(() => true));
    expect(again.map(lasting)).toEqual(receipts.map(lasting));
    for (const [index, op] of ops.entries()) {
      const isApplied = recording.acts[index]?.expected.status === 'applied';
      expect(await traces(desk, op.opId), op.type).toEqual({ ledger: 1, audit: isApplied ? 1 : 0 });
    }
    const authors = await desk.rows<{ authorId: string }>(sql`select distinct author_id from client_op where device_id = ${recording.deviceId}`);
    expect(authors.map(({ authorId }) => authorId)).toEqual([ops[0]?.authorId]);
  });
});

it('an act of every version of every command a desk may do offline is recorded', () => {
  const recorded = new Set(recordings().flatMap(([, { acts }]) => acts.map(({ op }) => `${op.type} ${op.typeVersion}`)));
  const released = commands
    .filter(({ offline }) => offline)
    .flatMap(({ name, version }) => Array.from({ length: version }, (_none, index) => `${name} ${index + 1}`));
  expect(released.filter((act) => !recorded.has(act))).toEqual([]);
});
