import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SentOperation } from '#domain/kernel/offlineWire.ts';
import { detailPayload, openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { cutAfter, faultsOf, loseCommit, plant } from './faults.ts';
import { Outbox, traces } from './outbox.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const requisitions = async (code: string): Promise<number> =>
  (await desk.rows<{ n: number }>(sql`select count(*)::int as n from requisition where requisition_code = ${code}`))[0]?.n ?? 0;
const newSummary = (change: Record<string, unknown> = {}) => summaryPayload(desk, desk.master.single, change);

/** Three requisitions of two acts each; the middle one will be struck. */
async function threeLanes(outbox: Outbox) {
  const summaries = [newSummary(), newSummary(), newSummary()] as const;
  const ops: SentOperation[] = [];
  for (const summary of summaries) ops.push(await outbox.write('summary.enter', summary));
  for (const summary of summaries) ops.push(await outbox.write('detail.enter', detailPayload(summary, 'nomal', 1)));
  return { summaries, ops };
}

describe('a fault in one act', () => {
  it('leaves the other lanes applied and its own unanswered; repeated, it is applied once', async () => {
    for (const fault of faultsOf(desk.database.kind)) {
      const outbox = new Outbox(desk, 'admin');
      const { summaries, ops } = await threeLanes(outbox);
      const struck = summaries[1].requisitionCode;
      const heal = await plant(desk.database, fault, struck);
      const receipts = await outbox.send(ops).finally(heal);
      const others = ops.filter((_op, index) => index % 3 !== 1);
      expect(
        receipts.map(({ opId, status }) => [opId, status]),
        fault,
      ).toEqual(others.map(({ opId }) => [opId, 'applied']));
      expect(await requisitions(struck), fault).toBe(0);
      for (const op of ops) expect((await traces(desk, op.opId)).ledger, fault).toBe(others.includes(op) ? 1 : 0);
      expect((await outbox.state()).gaps, fault).toEqual([2, 5]);

      const again = await outbox.send(ops);
      expect(
        again.map(({ status }) => status),
        fault,
      ).toEqual(ops.map(() => 'applied'));
      expect(
        again.map(({ duplicate }) => duplicate),
        fault,
      ).toEqual(ops.map((op) => others.includes(op)));
      for (const op of ops) expect(await traces(desk, op.opId), fault).toEqual({ ledger: 1, audit: 1 });
      expect((await outbox.state()).gaps, fault).toEqual([]);
    }
  });

  it('is not told to whoever calls the direct door as anything but a fault', async () => {
    const summary = newSummary();
    const heal = await plant(desk.database, 'ioError', summary.requisitionCode);
    const caller = await desk.as('reception');
    const path = '/api/accession-lims-sample/enter-info/enter-summary';
    const answer = await caller.post(path, summary, { 'idempotency-key': 'proof-direct-1' }).finally(heal);
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toMatch(/client_op|could not read|58030|select|insert/i);
    expect(await requisitions(summary.requisitionCode)).toBe(0);
    expect((await caller.post(path, summary, { 'idempotency-key': 'proof-direct-1' })).statusCode).toBe(200);
    expect(await requisitions(summary.requisitionCode)).toBe(1);
  });
});

describe('a connection that is cut', () => {
  it('after any of an act’s statements leaves nothing of it, and a repeat applies it once', async () => {
    const outbox = new Outbox(desk, 'reception');
    for (let answers = 1; ; answers++) {
      const said = `cut after ${answers}`;
      const summary = newSummary();
      const op = await outbox.write('summary.enter', summary);
      const cut = cutAfter(desk.database.pool, answers);
      const [receipt] = await outbox.send([op]);
      const hasCut = await cut.stop();
      if (receipt) {
        // The commit's own answer was here already.
        expect(receipt, said).toMatchObject({ status: 'applied', duplicate: false });
        expect(answers).toBeGreaterThan(5);
        break;
      }
      expect(hasCut, said).toBe(true);
      const [again] = await outbox.send([op]);
      expect(again, said).toMatchObject({ status: 'applied' });
      expect(await requisitions(summary.requisitionCode), said).toBe(1);
      expect(await traces(desk, op.opId), said).toEqual({ ledger: 1, audit: 1 });
    }
    expect((await outbox.state()).gaps).toEqual([]);
  });

  it('after the commit was sent loses the answer alone: a repeat is told the first one', async () => {
    const outbox = new Outbox(desk, 'reception');
    const summary = newSummary();
    const op = await outbox.write('summary.enter', summary);
    const lost = loseCommit(desk.database.pool);
    const sending = outbox.send([op]);
    const cut = await lost;
    await expect.poll(() => requisitions(summary.requisitionCode), { timeout: 20_000 }).toBe(1);
    cut();
    expect(await sending).toEqual([]);
    expect(await outbox.send([op])).toMatchObject([{ status: 'applied', duplicate: true, result: { requisitionCode: summary.requisitionCode } }]);
    expect(await requisitions(summary.requisitionCode)).toBe(1);
    expect(await traces(desk, op.opId)).toEqual({ ledger: 1, audit: 1 });
  });
});

describe('text that no database can keep', () => {
  it.each([
    ['a NUL', '受检\u0000者'],
    ['half a character', '受检\ud83d者'],
  ])('%s is refused by name, and does not stop the lane for ever', async (_what, personName) => {
    const outbox = new Outbox(desk, 'entry1');
    const [bad, good] = [newSummary({ personName }), newSummary()];
    const ops = [await outbox.write('summary.enter', bad), await outbox.write('summary.enter', good)];
    const receipts = await outbox.send(ops);
    expect(receipts).toMatchObject([{ status: 'refused', code: 'command.badInput', problems: [{ field: 'personName' }] }, { status: 'applied' }]);
    expect((await outbox.send(ops)).map(({ duplicate }) => duplicate)).toEqual([true, true]);
    const nested = await outbox.write('detail.enter', { ...detailPayload(good, 'nomal', 1), values: { doctorName: personName } });
    expect((await outbox.send([nested]))[0]).toMatchObject({
      status: 'refused',
      code: 'command.badInput',
      problems: [{ field: 'values.doctorName' }],
    });
  });
});
