import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detailPayload, openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { cutAfter, faultsOf, plant } from './faults.ts';
import { lasting, Outbox, traces } from './outbox.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

let people = 0;
/** Somebody whom no rule takes for another. */
const own = () => ({ telephone: `1360000${String(++people).padStart(4, '0')}` });
async function receptions(outbox: Outbox, count: number) {
  const ops = [];
  for (let index = 0; index < count; index++) ops.push(await outbox.write('summary.enter', summaryPayload(desk, desk.master.single, own())));
  return ops;
}

describe('acts of one batch done together', () => {
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

  it('share one transaction where nothing ties them, and are each in the ledger and the audit trail in the order they were written', async () => {
    const outbox = new Outbox(desk, 'admin');
    const ops = await receptions(outbox, 30);
    const receipts = await outbox.send(ops);
    expect(receipts.map(({ opId, status }) => [opId, status])).toEqual(ops.map(({ opId }) => [opId, 'applied']));
    expect(receipts.map(({ serverSeq }) => Number(serverSeq))).toEqual(receipts.map((_one, index) => Number(receipts[0]?.serverSeq) + index));
    for (const op of ops) expect(await traces(desk, op.opId)).toEqual({ ledger: 1, audit: 1 });
    const transactions = await desk.rows<{ n: number }>(
      sql`select count(distinct xmin::text)::int as n from client_op where op_id = ${anyText(ops.map(({ opId }) => opId))}`,
    );
    expect(transactions).toEqual([{ n: 1 }]);
    expect(new Set(receipts.map(({ result }) => (result as { requisitionId: string }).requisitionId)).size).toBe(ops.length);
  });

  it('answer those that were done before, and do those that were not', async () => {
    const outbox = new Outbox(desk, 'admin');
    const ops = await receptions(outbox, 9);
    const first = await outbox.send(ops.filter((_op, index) => index % 2 === 0));
    const all = await outbox.send(ops);
    expect(all.map(({ opId, status, duplicate }) => [opId, status, duplicate])).toEqual(
      ops.map(({ opId }, index) => [opId, 'applied', index % 2 === 0]),
    );
    expect(all.filter(({ duplicate }) => duplicate).map(lasting)).toEqual(first.map(lasting));
    for (const op of ops) expect(await traces(desk, op.opId)).toEqual({ ledger: 1, audit: 1 });
  });

  it('keep an answer each: refused, in conflict, of a wrong shape, not permitted, with a key used before', async () => {
    const [outbox, other] = [new Outbox(desk, 'admin'), new Outbox(desk, 'reception')];
    const theirs = summaryPayload(desk, desk.master.single, own());
    await other.send([await other.write('summary.enter', theirs)]);
    const good = () => summaryPayload(desk, desk.master.single, own());
    const ops = [
      await outbox.write('summary.enter', good()),
      await outbox.write('summary.enter', { ...good(), tubes: theirs.tubes }),
      await outbox.write('summary.enter', { ...good(), sendSampleClientId: desk.master.disabledClientId }),
      await outbox.write('summary.enter', good()),
      await outbox.write('summary.enter', { ...good(), requisitionCode: theirs.requisitionCode }),
      await outbox.write('summary.enter', good()),
    ];
    const misshapen = { ...ops[3]!, payload: { ...(ops[3]!.payload as object), tubes: 'none' } };
    const sent = [...ops.slice(0, 3), misshapen, ...ops.slice(4)];
    const receipts = await outbox.send(sent);
    expect(receipts.map(({ status }) => status)).toEqual(['applied', 'conflict', 'refused', 'refused', 'conflict', 'applied']);
    expect(receipts[3]).toMatchObject({ code: 'command.badInput' });
    expect((await outbox.send(sent)).map(lasting)).toEqual(receipts.map(lasting));
    expect((await outbox.send(ops)).map(({ code }) => code)[3]).toBe('command.keyReused');
    expect(await Promise.all(sent.map(async ({ opId }) => (await traces(desk, opId)).audit))).toEqual([1, 0, 0, 0, 0, 1]);

    const clerk = new Outbox(desk, 'lab');
    const forbidden = await clerk.send(await receptions(clerk, 3));
    expect(forbidden.map(({ status, code }) => [status, code])).toEqual(forbidden.map(() => ['refused', 'command.forbidden']));
  });

  it('keep an act whose number another act of a copied profile has taken, without the number', async () => {
    const outbox = new Outbox(desk, 'admin');
    const ops = await receptions(outbox, 6);
    const copy = await receptions(new Outbox(desk, 'admin', { deviceId: outbox.deviceId, seq: 2 }), 2);
    await outbox.send(copy);
    expect((await outbox.send(ops)).map(({ status }) => status)).toEqual(ops.map(() => 'applied'));
    const rows = await desk.rows<{ seq: string | null }>(
      sql`select seq from client_op where op_id = ${anyText(ops.map(({ opId }) => opId))} order by server_seq`,
    );
    expect(rows.map(({ seq }) => seq)).toEqual(['1', '2', '5', '6', null, null]);
  });

  it('are each done once where the same batch comes many times at once, whole and in pieces', async () => {
    const outbox = new Outbox(desk, 'admin');
    const ops = await receptions(outbox, 24);
    const pieces = [ops, ops.slice(5), ops.slice(0, 17), ops.slice(11, 12), ops.filter((_op, index) => index % 3 === 0)];
    const answers = await Promise.all([...pieces, ...pieces, ...pieces].map((piece) => outbox.send(piece)));
    for (const op of ops) {
      const receipts = answers.flatMap((results) => results.filter(({ opId }) => opId === op.opId));
      expect(receipts.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
      expect(new Set(receipts.map(lasting)).size).toBe(1);
      expect(await traces(desk, op.opId)).toEqual({ ledger: 1, audit: 1 });
    }
  });

  it('of several desks over the same papers are taken for one desk each, the others hear whose', async () => {
    const desks = [0, 1, 2, 3].map(() => new Outbox(desk, 'admin'));
    const papers = Array.from({ length: 16 }, () => summaryPayload(desk, desk.master.single, own()));
    const answers = await Promise.all(
      desks.map(async (outbox, index) => {
        const ops = [];
        const mine = papers.map((paper) => ({ ...paper, receiveRemark: `desk ${index}` }));
        for (const paper of index % 2 ? mine.toReversed() : mine) ops.push(await outbox.write('summary.enter', paper));
        const receipts = await outbox.send(ops);
        return index % 2 ? receipts.toReversed() : receipts;
      }),
    );
    for (const index of papers.keys())
      expect(answers.map((receipts) => receipts[index]?.status ?? '').toSorted((one, two) => (one < two ? -1 : 1))).toEqual([
        'applied',
        'conflict',
        'conflict',
        'conflict',
      ]);
  });

  it('that a fault strikes are done one by one: the struck one has no answer, the others theirs', async () => {
    for (const fault of faultsOf(desk.database.kind)) {
      const outbox = new Outbox(desk, 'admin');
      const ops = await receptions(outbox, 7);
      const struck = ops[3]!;
      const heal = await plant(desk.database, fault, (struck.payload as { requisitionCode: string }).requisitionCode);
      const receipts = await outbox.send(ops).finally(heal);
      const others = ops.filter((op) => op !== struck);
      expect(receipts.map(({ opId, status }) => [opId, status])).toEqual(others.map(({ opId }) => [opId, 'applied']));
      expect(await traces(desk, struck.opId)).toEqual({ ledger: 0, audit: 0 });
      expect((await outbox.send(ops)).map(({ status, duplicate }) => [status, duplicate])).toEqual(ops.map((op) => ['applied', op !== struck]));
    }
  });

  it('whose transaction is cut after any statement are done once', async () => {
    const outbox = new Outbox(desk, 'admin');
    for (let answers = 1; ; answers++) {
      const ops = await receptions(outbox, 5);
      const cut = cutAfter(desk.database.pool, answers);
      const receipts = await outbox.send(ops);
      const hasCut = await cut.stop();
      expect(receipts.map(({ status }) => status)).toEqual(ops.map(() => 'applied'));
      for (const op of ops) expect(await traces(desk, op.opId)).toEqual({ ledger: 1, audit: 1 });
      if (!hasCut) break;
    }
    expect((await outbox.state()).gaps).toEqual([]);
  });

  it('do so at every step: entered, put on lists, received, one transaction a step, and rows as if done one by one', async () => {
    const [outbox, one] = [new Outbox(desk, 'admin'), new Outbox(desk, 'admin')];
    const papers = Array.from({ length: 9 }, () => summaryPayload(desk, desk.master.single, own()));
    const tubeOf = (paper: (typeof papers)[number]): string => paper.tubes[0]!.sampleCode;
    const list = (those: typeof papers) => ({ handoverKey: randomUUID(), commodityId: desk.master.single, sampleCodes: those.map(tubeOf) });
    // The last paper goes alone, act by act.
    const [together, alone] = [papers.slice(0, 8), papers.slice(8)];
    const steps: ((those: typeof papers) => readonly [string, object][])[] = [
      (those) => those.map((paper) => ['summary.enter', paper]),
      (those) => those.map((paper) => ['detail.enter', detailPayload(paper, 'nomal', 1)]),
      (those) => those.flatMap((_paper, index) => (index % 2 ? [] : [['handover.save', list(those.slice(index, index + 2))] as [string, object]])),
      (those) => those.map((paper) => ['labTask.receive', { code: tubeOf(paper), inputMode: 'scan' }]),
    ];
    for (const [index, step] of steps.entries()) {
      // Signing is not what is looked at here.
      if (index === 3) await desk.orm.execute(sql`update sample_item set item_state = 3 where sample_code = ${anyText(papers.map(tubeOf))}`);
      for (const [type, payload] of step(alone)) expect(await one.send([await one.write(type, payload)])).toMatchObject([{ status: 'applied' }]);
      const ops = [];
      for (const [type, payload] of step(together)) ops.push(await outbox.write(type, payload));
      const receipts = await outbox.send(ops);
      expect(
        receipts.map(({ opId, status }) => [opId, status]),
        JSON.stringify(receipts.find(({ status }) => status !== 'applied')),
      ).toEqual(ops.map(({ opId }) => [opId, 'applied']));
      expect((await outbox.send(ops)).map(lasting)).toEqual(receipts.map(lasting));
      for (const { opId } of ops) expect(await traces(desk, opId)).toEqual({ ledger: 1, audit: 1 });
      const ids = anyText(ops.map(({ opId }) => opId));
      expect(await desk.rows(sql`select count(distinct xmin::text)::int as n from client_op where op_id = ${ids}`)).toEqual([{ n: 1 }]);
    }
    const shapes = await Promise.all(papers.map(({ requisitionCode }) => desk.shape(requisitionCode)));
    const bare = ({ handovers, ...shape }: (typeof shapes)[number]) => ({ ...shape, handovers: handovers.length });
    for (const shape of shapes) expect(bare(shape)).toEqual(bare(shapes[8]!));
    const codes = await desk.rows<{ labCode: string }>(sql`select lab_code from sample where sample_code = ${anyText(papers.map(tubeOf))}`);
    expect(new Set(codes.map(({ labCode }) => labCode)).size).toBe(papers.length);
  });

  it('of one tube, scanned by its code and by its number, are one receipt and one repeat', async () => {
    const outbox = new Outbox(desk, 'admin');
    const [paper, other] = [summaryPayload(desk, desk.master.single, own()), summaryPayload(desk, desk.master.single, own())];
    for (const each of [paper, other]) {
      await desk.act('online', 'admin', 'summary.enter', each);
      await desk.act('online', 'admin', 'detail.enter', detailPayload(each, 'nomal', 1));
      await desk.orm.execute(sql`update sample_item set item_state = 3 where sample_code = ${each.tubes[0]!.sampleCode}`);
    }
    const codes = [paper.tubes[0]!.sampleCode, other.tubes[0]!.sampleCode, paper.tubes[0]!.testTubeNumber];
    const ops = [];
    for (const code of codes) ops.push(await outbox.write('labTask.receive', { code, inputMode: 'scan' }));
    expect((await outbox.send(ops)).map(({ status }) => status)).toEqual(['applied', 'applied', 'repeat']);
  });
});
