import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { Outbox } from './outbox.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

describe('acts of one batch done beside each other', () => {
  it('still find each other where a rule looks: of two receptions of one person the first is taken, the second is asked about (R-08)', async () => {
    const outbox = new Outbox(desk, 'admin');
    const person = (index: number) => ({ personName: `王${'甲乙丙丁戊己庚'[index]}`, telephone: `1370000${String(index).padStart(4, '0')}` });
    const people = [1, 2, 3, 4, 5, 6];
    const ops = [];
    // Next to each other, so that they would run at the same time.
    for (const index of people)
      for (const _twice of [1, 2]) ops.push(await outbox.write('summary.enter', summaryPayload(desk, desk.master.single, person(index))));
    const receipts = await outbox.send(ops);
    expect(receipts.map(({ opId }) => opId)).toEqual(ops.map(({ opId }) => opId));
    expect(
      receipts.map(({ status }) => status),
      JSON.stringify(receipts[0]),
    ).toEqual(people.flatMap(() => ['applied', 'refused']));
    for (const { problems } of receipts.filter(({ status }) => status === 'refused')) expect(JSON.stringify(problems)).toContain('R-08');
  });

  it('take a tube for the one that was written first', async () => {
    const outbox = new Outbox(desk, 'admin');
    const first = summaryPayload(desk, desk.master.single);
    const second = { ...summaryPayload(desk, desk.master.single), tubes: first.tubes };
    const receipts = await outbox.send([await outbox.write('summary.enter', first), await outbox.write('summary.enter', second)]);
    expect(receipts.map(({ status }) => status)).toEqual(['applied', 'conflict']);
  });

  it('wait for an act of another kind between them', async () => {
    const outbox = new Outbox(desk, 'admin');
    const [first, second] = [summaryPayload(desk, desk.master.single), summaryPayload(desk, desk.master.single)];
    const amend = { requisitionCode: first.requisitionCode, commodityIds: first.commodityIds, reason: '更正' };
    const ops = [
      await outbox.write('summary.enter', first),
      await outbox.write('summary.amendItems', amend),
      await outbox.write('summary.enter', second),
    ];
    const receipts = await outbox.send(ops.toReversed());
    const order = receipts.toSorted((one, other) => Number(one.serverSeq) - Number(other.serverSeq)).map(({ opId }) => opId);
    expect(order).toEqual(ops.map(({ opId }) => opId));
  });
});
