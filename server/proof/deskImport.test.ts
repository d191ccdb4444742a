import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskImportPath, type DeskImportAnswer } from '#domain/desk/deskImport.ts';
import type { SentOperation } from '#domain/kernel/offlineWire.ts';
import { callPath } from '#domain/kernel/services.ts';
import { type Account, openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { newDevice, traces } from './outbox.ts';
import { SealedOutbox } from './sealedOutbox.ts';
import { nowSql } from '#server/storage/clock.ts';

const path = callPath('sample', deskImportPath, 'accession');
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const newSummary = () => summaryPayload(desk, desk.master.single);
async function bring(account: Account, deviceId: string, ops: readonly SentOperation[]) {
  const answer = await (await desk.as(account)).post(path, { deviceId, exportedAt: '2026-01-05T09:00:00.000Z', ops });
  return { status: answer.statusCode, results: answer.json<{ data: DeskImportAnswer | null }>().data?.results };
}
const once = { ledger: 1, audit: 1 };

describe('acts of a desk that a supervisor brings on a stick', () => {
  it('are done as their authors’, once, whatever brings them again', async () => {
    const device = newDevice();
    const [one, other] = [await SealedOutbox.open(desk, 'reception', device), await SealedOutbox.open(desk, 'entry1', device)];
    const [first, second] = [await one.write('summary.enter', newSummary()), await other.write('summary.enter', newSummary())];
    expect(await bring('admin', device.deviceId, [first, second])).toMatchObject({
      status: 200,
      results: [
        { opId: first.opId, status: 'applied', duplicate: false },
        { opId: second.opId, status: 'applied', duplicate: false },
      ],
    });
    const rows = await desk.rows<{ author: string; courier: string }>(
      sql`select author_id::text as author, courier_id::text as courier from client_op where op_id in (${first.opId}, ${second.opId}) order by seq`,
    );
    const [reception, entry, admin] = [await desk.me('reception'), await desk.me('entry1'), await desk.me('admin')];
    expect(rows).toEqual([
      { author: reception.id, courier: admin.id },
      { author: entry.id, courier: admin.id },
    ]);
    // The file once more, and then the desk itself comes back.
    expect((await bring('admin', device.deviceId, [first, second])).results?.map(({ duplicate }) => duplicate)).toEqual([true, true]);
    expect(await one.sendUnder(one.welcome.credential, [first, second])).toMatchObject([
      { status: 'applied', duplicate: true },
      { status: 'applied', duplicate: true },
    ]);
    expect(await traces(desk, first.opId)).toEqual(once);
    expect(await traces(desk, second.opId)).toEqual(once);
    expect((await one.state()).gaps).toEqual([]);
  });

  it('may come from the desk and from the stick at the same time', async () => {
    const one = await SealedOutbox.open(desk, 'reception');
    const ops = [await one.write('summary.enter', newSummary()), await one.write('summary.enter', newSummary())];
    await Promise.all([bring('admin', one.deviceId, ops), one.sendUnder(one.welcome.credential, ops), bring('admin', one.deviceId, ops)]);
    for (const { opId } of ops) expect(await traces(desk, opId)).toEqual(once);
  });

  it('need a signature that holds: nobody can write acts in another’s name', async () => {
    const one = await SealedOutbox.open(desk, 'reception');
    const op = await one.write('summary.enter', newSummary());
    const strange = await SealedOutbox.open(desk, 'entry1', { ...one.device });
    const moved = { ...op, deviceId: 'proof-another-desk' };
    const { sig: _, ...unsigned } = op;
    const forged = { ...(await strange.write('summary.enter', newSummary())), authorId: op.authorId };
    for (const [deviceId, act] of [
      [one.deviceId, unsigned],
      [one.deviceId, forged],
      ['proof-another-desk', moved],
    ] as const) {
      expect((await bring('admin', deviceId, [act])).results).toMatchObject([{ status: 'refused', serverSeq: '0' }]);
      expect(await traces(desk, act.opId)).toEqual({ ledger: 0, audit: 0 });
    }
  });

  it('are a supervisor’s matter, and they learn what became of each but nothing of what it says', async () => {
    const one = await SealedOutbox.open(desk, 'reception');
    const op = await one.write('summary.enter', newSummary());
    expect((await bring('lab', one.deviceId, [op])).status).toBe(403);
    expect((await bring('admin', one.deviceId, [])).status).toBe(400);
    const { results } = await bring('admin', one.deviceId, [op]);
    expect(results).toHaveLength(1);
    expect(results?.[0]).not.toHaveProperty('result');
    const [entry] = await desk.rows(sql`select action, subject, after from audit_entry where action = 'desk.import' order by id desc limit 1`);
    expect(entry).toMatchObject({ subject: one.deviceId, after: { acts: 1, applied: 1 } });
  });

  it('do not make a silent desk look alive, but its numbers are known from then on', async () => {
    const one = await SealedOutbox.open(desk, 'reception');
    await desk.rows(sql`update device set last_seen = ${nowSql} - interval '3 days' where device_id = ${one.deviceId}`);
    await one.write('summary.enter', newSummary());
    const last = await one.write('summary.enter', newSummary());
    await bring('admin', one.deviceId, [last]);
    const [row] = await desk.rows(
      sql`select max_seq_reported::int as seq, last_seen < ${nowSql} - interval '2 days' as silent from device where device_id = ${one.deviceId}`,
    );
    expect(row).toEqual({ seq: 2, silent: true });
    expect((await one.state()).gaps).toEqual([1]);
  });
});
