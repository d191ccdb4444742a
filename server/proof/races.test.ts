import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Receipt, SentOperation } from '#domain/kernel/offlineWire.ts';
import { callPath } from '#domain/kernel/services.ts';
import { detailPayload, freshCode, openDesk, summaryPayload, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { lasting, opsPath, Outbox, seeded, sendAtOnce, shuffled, traces } from './outbox.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

type Summary = ReturnType<typeof summaryPayload>;
const tubeOf = (summary: Summary): string => summary.tubes[0]!.sampleCode;
const times = 20;

const count = async (table: string, where: ReturnType<typeof sql>): Promise<number> =>
  (await desk.rows<{ n: number }>(sql`select count(*)::int as n from ${sql.raw(table)} where ${where}`))[0]?.n ?? 0;
async function entered(): Promise<Summary> {
  const summary = summaryPayload(desk, desk.master.single);
  expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
  expect(await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1))).toMatchObject({ status: 'applied' });
  return summary;
}
const saveOf = (...summaries: Summary[]) => ({ handoverKey: randomUUID(), commodityId: desk.master.single, sampleCodes: summaries.map(tubeOf) });
async function handedOver(): Promise<Summary> {
  const summary = await entered();
  const save = saveOf(summary);
  await desk.act('online', 'reception', 'handover.save', save);
  const signed = await desk.act('online', 'reception', 'handover.sign', {
    handoverKey: save.handoverKey,
    signAccount: 'lab',
    signPassword: await desk.sealed(save.handoverKey),
  });
  expect(signed).toMatchObject({ status: 'applied' });
  return summary;
}

const atOnce = (outbox: Outbox, ops: readonly SentOperation[]): Promise<readonly Receipt[]> =>
  sendAtOnce(
    desk,
    ops,
    Array.from({ length: times }, () => (sent: readonly SentOperation[]) => outbox.send(sent)),
  );

/** Everything that can be done with a requisition up to the lab's door, by a person who may do it all: each act needs the one before. */
async function wholeLane(outbox: Outbox, summary: Summary): Promise<SentOperation[]> {
  const { requisitionCode } = summary;
  const second = (await desk.rows<{ id: string }>(sql`select id from commodity where commodity_code = 'BIO07' and tenant_id = '000000'`))[0]!.id;
  const single = desk.master.single;
  const save = saveOf(summary);
  return [
    await outbox.write('summary.enter', summary),
    await outbox.write('summary.amendItems', { requisitionCode, commodityIds: [single, second], reason: '加项' }),
    await outbox.write('summary.amendItems', { requisitionCode, commodityIds: [single], reason: '退项' }),
    await outbox.write('detail.enter', detailPayload(summary, 'nomal', 1)),
    await outbox.write('handover.save', save),
    await outbox.write('handover.sign', { handoverKey: save.handoverKey, signAccount: 'lab', signPassword: await desk.sealed(save.handoverKey) }),
    await outbox.write('labTask.receive', { code: tubeOf(summary), inputMode: 'scan' }),
  ];
}
const stateOf = async ({ requisitionCode }: Summary) => {
  const [row] =
    await desk.rows(sql`select r.entry_state, s.lab_status, i.item_state, (select count(*) from sample_item n where n.requisition_id = r.id)::int as items,
      (select count(*) from lab_receive_record l where l.requisition_id = r.id)::int as receipts, (select count(*) from entry_pass p where p.requisition_id = r.id)::int as passes
    from requisition r join sample s on s.requisition_id = r.id join sample_item i on i.sample_id = s.id where r.requisition_code = ${requisitionCode}`);
  return row;
};
const atTheLab = { entryState: 5, labStatus: 104, itemState: 3, items: 1, receipts: 1, passes: 1 };

describe(`the same batch ${times} times in parallel`, () => {
  it('summary.enter', async () => {
    const [outbox, summary] = [new Outbox(desk, 'reception'), summaryPayload(desk, desk.master.single)];
    await atOnce(outbox, [await outbox.write('summary.enter', summary)]);
    const of = sql`requisition_code = ${summary.requisitionCode}`;
    expect([await count('requisition', of), await count('sample', of), await count('sample_item', sql`sample_code = ${tubeOf(summary)}`)]).toEqual([
      1, 1, 1,
    ]);
  });

  it('detail.enter', async () => {
    const [outbox, summary] = [new Outbox(desk, 'entry1'), summaryPayload(desk, desk.master.double)];
    await desk.act('online', 'reception', 'summary.enter', summary);
    const op = await outbox.write('detail.enter', detailPayload(summary, 'monogenic', 1));
    await atOnce(outbox, [op]);
    expect(await count('entry_pass', sql`op_id = ${op.opId}`)).toBe(1);
  });

  it('handover.save', async () => {
    const outbox = new Outbox(desk, 'reception');
    const save = saveOf(await entered(), await entered(), await entered());
    await atOnce(outbox, [await outbox.write('handover.save', save)]);
    expect(await count('handover', sql`handover_key = ${save.handoverKey}`)).toBe(1);
    expect(await count('sample_item', sql`handover_id = (select id from handover where handover_key = ${save.handoverKey})`)).toBe(3);
  });

  it('labTask.receive', async () => {
    const [outbox, summary] = [new Outbox(desk, 'lab'), await handedOver()];
    const last = async (): Promise<number> =>
      (await desk.rows<{ n: number }>(sql`select coalesce(sum(last), 0)::int as n from lab_code_counter`))[0]!.n;
    const before = await last();
    await atOnce(outbox, [await outbox.write('labTask.receive', { code: tubeOf(summary), inputMode: 'scan' })]);
    expect(await count('lab_receive_record', sql`sample_code = ${tubeOf(summary)}`)).toBe(1);
    expect((await last()) - before).toBe(1);
  });

  it('seven acts of one lane, each of which needs the one before', async () => {
    const [outbox, summary] = [new Outbox(desk, 'admin'), summaryPayload(desk, desk.master.single)];
    await atOnce(outbox, await wholeLane(outbox, summary));
    expect(await stateOf(summary)).toEqual(atTheLab);
    expect(await outbox.state()).toMatchObject({ gaps: [], highestContiguousSeq: 7 });
  });

  it('several lanes, in another order each time', async () => {
    const outbox = new Outbox(desk, 'admin');
    const summaries = [0, 1, 2].map(() => summaryPayload(desk, desk.master.single));
    const ops: SentOperation[] = [];
    for (const summary of summaries) ops.push(...(await wholeLane(outbox, summary)));
    const random = seeded(20_261_121);
    const answers = await Promise.all(Array.from({ length: times }, () => outbox.send(shuffled(ops, random))));
    for (const op of ops) {
      const receipts = answers.map((results) => results.find(({ opId }) => opId === op.opId) as Receipt);
      expect(
        receipts.filter(({ duplicate }) => !duplicate),
        op.type,
      ).toHaveLength(1);
      expect(new Set(receipts.map(lasting)).size, op.type).toBe(1);
      expect(receipts[0]).toMatchObject({ status: 'applied' });
    }
    for (const summary of summaries) expect(await stateOf(summary)).toEqual(atTheLab);
  });

  it('an act through both doors', async () => {
    const [outbox, summary] = [new Outbox(desk, 'reception'), summaryPayload(desk, desk.master.single)];
    const op = await outbox.write('summary.enter', summary);
    const direct = () => desk.act('online', 'reception', 'summary.enter', summary, { opId: op.opId });
    const said = await Promise.all(
      Array.from({ length: times }, (_none, index) => (index % 2 ? direct() : outbox.send([op]).then(([receipt]) => receipt))),
    );
    expect(new Set(said.map((one) => (one?.result as { requisitionId?: string } | undefined)?.requisitionId)).size).toBe(1);
    expect(said.map((one) => one?.status)).toEqual(said.map(() => 'applied'));
    expect(await traces(desk, op.opId)).toEqual({ ledger: 1, audit: 1 });
  });
});

describe('a batch that arrives otherwise than it was written', () => {
  it('reordered: a lane is done in the order of its numbers', async () => {
    const [outbox, summary] = [new Outbox(desk, 'admin'), summaryPayload(desk, desk.master.single)];
    const ops = await wholeLane(outbox, summary);
    const receipts = await outbox.send(ops.toReversed());
    expect(receipts.map(({ status, code }) => code ?? status)).toEqual(ops.map(() => 'applied'));
    const ledger = await desk.rows<{ seq: string }>(sql`select seq from client_op where device_id = ${outbox.deviceId} order by server_seq`);
    expect(ledger.map(({ seq }) => Number(seq))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await stateOf(summary)).toEqual(atTheLab);
  });

  it('cut short: what came is done, the rest follows, and nothing twice', async () => {
    const [outbox, summary] = [new Outbox(desk, 'admin'), summaryPayload(desk, desk.master.single)];
    const ops = await wholeLane(outbox, summary);
    for (let length = 1; length <= ops.length; length++) {
      const receipts = await outbox.send(ops.slice(0, length));
      expect(receipts.map(({ duplicate }) => duplicate)).toEqual(ops.slice(0, length).map((_op, index) => index < length - 1));
      expect((await outbox.state()).gaps).toEqual(ops.slice(length).map(({ seq }) => seq));
    }
    expect(await stateOf(summary)).toEqual(atTheLab);
  });

  it('cut in the middle of its text: refused whole, nothing written', async () => {
    const [outbox, summary] = [new Outbox(desk, 'reception'), summaryPayload(desk, desk.master.single)];
    const ops = [await outbox.write('summary.enter', summary)];
    const text = JSON.stringify(outbox.body(ops));
    const caller = await desk.as('reception');
    for (const part of [0.2, 0.5, 0.999]) {
      const answer = await desk.app.inject({
        method: 'POST',
        url: opsPath,
        headers: { 'blade-auth': `bearer ${caller.token}`, 'content-type': 'application/json' },
        payload: text.slice(0, Math.floor(text.length * part)),
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 400, success: false });
    }
    expect(await count('client_op', sql`device_id = ${outbox.deviceId}`)).toBe(0);
    expect((await outbox.send(ops))[0]).toMatchObject({ status: 'applied', duplicate: false });
  });
});

describe('one key', () => {
  it('never stands for two contents', async () => {
    const [outbox, summary] = [new Outbox(desk, 'reception'), summaryPayload(desk, desk.master.single)];
    const op = await outbox.write('summary.enter', summary);
    const changed = { ...op, payload: { ...summary, personName: '受检别名' } };
    const answers = (await Promise.all(Array.from({ length: times }, (_none, index) => outbox.send([index % 2 ? changed : op])))).map(
      ([receipt]) => receipt!,
    );
    const applied = answers.filter(({ status }) => status === 'applied');
    const refused = answers.filter(({ status }) => status === 'refused');
    expect([applied.length, refused.length]).toEqual([times / 2, times / 2]);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['command.keyReused']));
    expect(applied.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(await traces(desk, op.opId)).toEqual({ ledger: 1, audit: 1 });
    expect(await count('requisition', sql`requisition_code = ${summary.requisitionCode}`)).toBe(1);
  });

  it('never stands for two acts, though their contents are equal', async () => {
    const summary = summaryPayload(desk, desk.master.double);
    await desk.act('online', 'reception', 'summary.enter', summary);
    const outbox = new Outbox(desk, 'admin');
    const payload = {
      requisitionCode: summary.requisitionCode,
      sampleCode: tubeOf(summary),
      rejectCode: 'REJ05',
      rejectReason: '空管',
      measure: 2,
      commodityIds: [desk.master.double],
      reason: '换项',
    };
    const first = await outbox.write('summary.amendItems', payload);
    expect((await outbox.send([first]))[0]).toMatchObject({ status: 'repeat' });
    expect((await outbox.send([{ ...first, type: 'summary.reject' }]))[0]).toMatchObject({ status: 'refused', code: 'command.keyReused' });
    expect(await desk.act('online', 'admin', 'summary.reject', payload, { opId: first.opId })).toMatchObject({
      status: 'refused',
      code: 'command.keyReused',
    });
    expect(await count('sample', sql`sample_code = ${tubeOf(summary)} and lab_status = 111`)).toBe(0);
  });

  it('is never silently ignored at the direct door', async () => {
    const path = callPath('sample', 'enter-info/enter-summary', 'accession');
    const caller = await desk.as('reception');
    for (const key of ['x'.repeat(65), 'short', 'with space in it']) {
      const summary = summaryPayload(desk, desk.master.single);
      expect((await caller.post(path, summary, { 'idempotency-key': key })).statusCode, key).toBe(400);
      expect(await count('requisition', sql`requisition_code = ${summary.requisitionCode}`)).toBe(0);
    }
  });

  it('of another person is refused and changes nothing', async () => {
    const [outbox, summary] = [new Outbox(desk, 'reception'), summaryPayload(desk, desk.master.single)];
    const op = await outbox.write('summary.enter', summary);
    await outbox.send([op]);
    const other = new Outbox(desk, 'entry1');
    expect((await other.send([op]))[0]).toMatchObject({ status: 'refused', code: 'command.authorUnproven' });
    const taken = await other.write('summary.enter', summary, { opId: op.opId });
    expect((await other.send([taken]))[0]).toMatchObject({ status: 'refused', code: 'command.keyReused' });
    expect(await traces(desk, op.opId)).toEqual({ ledger: 1, audit: 1 });
  });
});

describe('two desks', () => {
  /** Many desks, one act each at the same moment. */
  async function contend(type: string, payloadOf: (index: number) => object, accounts: readonly Account[]): Promise<Receipt[]> {
    const ops = await Promise.all(
      Array.from({ length: 8 }, async (_none, index) => {
        const outbox = new Outbox(desk, accounts[index % accounts.length]!);
        return { outbox, op: await outbox.write(type, payloadOf(index)) };
      }),
    );
    return (await Promise.all(ops.map(({ outbox, op }) => outbox.send([op])))).map(([receipt]) => receipt!);
  }
  const who = async (...accounts: Account[]): Promise<string[]> => Promise.all(accounts.map(async (account) => (await desk.me(account)).name));
  const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

  it('one tube at the lab: one receives it, the others hear who and when', async () => {
    const summary = await handedOver();
    const receipts = await contend('labTask.receive', () => ({ code: tubeOf(summary), inputMode: 'scan' }), ['lab', 'admin']);
    expect(receipts.filter(({ status }) => status === 'applied')).toHaveLength(1);
    const repeats = receipts.filter(({ status }) => status === 'repeat');
    expect(repeats).toHaveLength(7);
    const [first] = receipts.filter(({ status }) => status === 'applied');
    for (const { result } of repeats) expect(result).toEqual(first?.result);
    expect(await who('lab', 'admin')).toContain((first!.result as { receivedBy: string }).receivedBy);
    expect((first!.result as { labReceiveTime: string }).labReceiveTime).toMatch(moment);
    expect(await count('lab_receive_record', sql`sample_code = ${tubeOf(summary)}`)).toBe(1);
  });

  it('one tube on several requisitions: one has it, the others hear who and when', async () => {
    const { tubes } = summaryPayload(desk, desk.master.single);
    const receipts = await contend('summary.enter', () => summaryPayload(desk, desk.master.single, { tubes }), [
      'reception',
      'entry1',
      'entry2',
      'admin',
    ]);
    expect(receipts.filter(({ status }) => status === 'applied')).toHaveLength(1);
    const conflicts = receipts.filter(({ status }) => status === 'conflict');
    expect(conflicts).toHaveLength(7);
    const names = await who('reception', 'entry1', 'entry2', 'admin');
    for (const { code, params } of conflicts) {
      expect(code).toBe('summary.sampleTaken');
      expect(names).toContain(params?.['by']);
      expect(params?.['at']).toMatch(moment);
    }
    expect(await count('sample', sql`sample_code = ${tubes[0]!.sampleCode}`)).toBe(1);
  });

  it('one requisition with other content: one is entered, the others conflict', async () => {
    const summary = summaryPayload(desk, desk.master.single);
    const contentOf = (index: number): object => ({
      ...summary,
      personName: `受检${'子丑寅卯辰巳午未'[index]}`,
      tubes: [{ ...summary.tubes[0], sampleCode: freshCode('0') }],
    });
    const receipts = await contend('summary.enter', contentOf, ['reception', 'entry1', 'entry2', 'admin']);
    expect(receipts.filter(({ status }) => status === 'applied')).toHaveLength(1);
    const conflicts = receipts.filter(({ code }) => code === 'summary.alreadyEntered');
    expect(conflicts).toHaveLength(7);
    for (const { status, params } of conflicts) expect([status, params?.['at']]).toEqual(['conflict', expect.stringMatching(moment)]);
    const of = sql`requisition_code = ${summary.requisitionCode}`;
    expect([await count('requisition', of), await count('sample', of)]).toEqual([1, 1]);
  });

  it('one requisition with equal content: one is entered, the others repeat it', async () => {
    const summary = summaryPayload(desk, desk.master.single);
    const receipts = await contend('summary.enter', () => summary, ['reception', 'entry1', 'entry2', 'admin']);
    expect(receipts.map(({ status }) => status).sort()).toEqual(['applied', ...Array.from({ length: 7 }, () => 'repeat')]);
    expect(new Set(receipts.map(({ result }) => (result as { by: string }).by)).size).toBe(1);
  });

  it('one pass: one clerk made it, the others hear who and when', async () => {
    const summary = summaryPayload(desk, desk.master.double);
    await desk.act('online', 'reception', 'summary.enter', summary);
    const receipts = await contend(
      'detail.enter',
      (index) => detailPayload(summary, 'monogenic', 1, { doctorName: `医生${'子丑寅卯辰巳午未'[index]}` }),
      ['entry1', 'entry2'],
    );
    expect(receipts.filter(({ status }) => status === 'applied')).toHaveLength(1);
    const others = receipts.filter(({ status }) => status === 'conflict');
    expect(others).toHaveLength(7);
    for (const { code, params } of others) expect([code, params?.['at']]).toEqual(['detail.alreadyEntered', expect.stringMatching(moment)]);
    expect(await count('entry_pass', sql`requisition_id = (select id from requisition where requisition_code = ${summary.requisitionCode})`)).toBe(1);
  });

  it('one tube on two handovers: one list has it, the other names who and when', async () => {
    const [one, two] = [await entered(), await entered()];
    const receipts = await contend('handover.save', (index) => (index % 2 ? saveOf(one, two) : saveOf(two, one)), ['reception', 'admin']);
    expect(receipts.filter(({ status }) => status === 'applied')).toHaveLength(1);
    const conflicts = receipts.filter(({ code }) => code === 'handover.notReady');
    expect(conflicts).toHaveLength(7);
    const names = await who('reception', 'admin');
    for (const { problems } of conflicts) {
      const texts = (problems as { params: { text: [string, string] } }[]).map(({ params }) => params.text[1]);
      expect(texts).toHaveLength(2);
      for (const text of texts)
        expect(
          names.some((name) => text.startsWith(`${name} put it on a handover at 20`)),
          text,
        ).toBe(true);
    }
    expect(await count('sample_item', sql`sample_code in (${tubeOf(one)}, ${tubeOf(two)}) and handover_id is not null`)).toBe(2);
  });
});
