import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { detailPayload, freshCode, openDesk, summaryPayload, type Account, type Desk } from './deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const count = async (table: string, where: ReturnType<typeof sql>): Promise<number> =>
  Number((await desk.rows<{ n: number }>(sql`select count(*)::int as n from ${sql.raw(table)} where ${where}`))[0]?.n);
async function entered(): Promise<ReturnType<typeof summaryPayload>> {
  const summary = summaryPayload(desk, desk.master.single);
  await desk.act('online', 'reception', 'summary.enter', summary);
  await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
  return summary;
}
async function handedOver(): Promise<ReturnType<typeof summaryPayload>> {
  const summary = await entered();
  const handoverKey = randomUUID();
  await desk.act('online', 'reception', 'handover.save', {
    handoverKey,
    commodityId: desk.master.single,
    sampleCodes: [summary.tubes[0]!.sampleCode],
  });
  await desk.act('online', 'reception', 'handover.sign', { handoverKey, signAccount: 'lab', signPassword: await desk.sealed(handoverKey) });
  return summary;
}

it('receives a requisition once when desks send the same paper at the same moment', async () => {
  const summary = summaryPayload(desk, desk.master.single);
  const said = await Promise.all(
    (['reception', 'entry1', 'entry2', 'admin', 'reception', 'entry1'] as Account[]).map((account, index) =>
      desk.act(index % 2 ? 'online' : 'outbox', account, 'summary.enter', summary),
    ),
  );
  expect(said.every(({ result }) => result?.requisitionCode === summary.requisitionCode)).toBe(true);
  expect([
    await count('requisition', sql`requisition_code = ${summary.requisitionCode}`),
    await count('sample', sql`requisition_code = ${summary.requisitionCode}`),
  ]).toEqual([1, 1]);
  expect(await count('audit_entry', sql`subject = ${summary.requisitionCode}`)).toBe(1);
});

it('lets one of two desks have a tube, and tells the other', async () => {
  const tubes = summaryPayload(desk, desk.master.single).tubes;
  const said = await Promise.all(
    Array.from({ length: 4 }, () => desk.act('online', 'reception', 'summary.enter', summaryPayload(desk, desk.master.single, { tubes }))),
  );
  expect(said.filter(({ status }) => status === 'applied')).toHaveLength(1);
  expect(said.filter(({ code }) => code === 'summary.sampleTaken')).toHaveLength(3);
  expect(await count('sample', sql`sample_code = ${tubes[0]!.sampleCode}`)).toBe(1);
});

it('gives a code to the tube that gets it by a new label, or to the one that is received with it, never to both', async () => {
  for (let round = 0; round < 4; round++) {
    const [old, received] = [summaryPayload(desk, desk.master.single), summaryPayload(desk, desk.master.single)];
    await desk.act('online', 'reception', 'summary.enter', old);
    const newCode = freshCode('0');
    const replacement = { sampleCode: old.tubes[0]!.sampleCode, newCode, reason: '标签破损' };
    const reception = { ...received, tubes: [{ ...received.tubes[0]!, sampleCode: newCode }] };
    const replaces = () => desk.act('online', 'reception', 'sample.replaceCode', replacement);
    const receives = () => desk.act(round % 2 ? 'outbox' : 'online', 'entry1', 'summary.enter', reception);
    const said = await Promise.all(round < 2 ? [replaces(), receives()] : [receives(), replaces()]);
    expect(said.map(({ status }) => status).toSorted(), JSON.stringify(said)).toEqual(['applied', 'conflict']);
    expect(said.find(({ status }) => status === 'conflict')?.code).toMatch(/^(replace\.taken|summary\.sampleTaken)$/);
    expect(await count('sample', sql`sample_code = ${newCode}`)).toBe(1);
    const isReplaced = await count('sample_code_change', sql`new_code = ${newCode}`);
    expect(await count('requisition', sql`requisition_code = ${received.requisitionCode}`)).toBe(1 - isReplaced);
  }
});

it('receives a tube once at many doors of the lab, with one lab code', async () => {
  const summary = await handedOver();
  const code = summary.tubes[0]!.sampleCode;
  const said = await Promise.all(
    Array.from({ length: 8 }, (_none, index) => desk.act(index % 2 ? 'online' : 'outbox', index % 3 ? 'lab' : 'admin', 'labTask.receive', { code })),
  );
  expect(new Set(said.map(({ result }) => result.labCode)).size).toBe(1);
  expect(new Set(said.map(({ result }) => result.receivedBy)).size).toBe(1);
  expect(await count('lab_receive_record', sql`sample_code = ${code}`)).toBe(1);
});

it('gives every tube a lab code of its own', async () => {
  const summaries = [await handedOver(), await handedOver(), await handedOver(), await handedOver()];
  const said = await Promise.all(summaries.map(({ tubes }) => desk.act('online', 'lab', 'labTask.receive', { code: tubes[0]!.sampleCode })));
  expect(new Set(said.map(({ result }) => result.labCode)).size).toBe(4);
});

it('puts a tube on one handover', async () => {
  const [one, two] = [await entered(), await entered()];
  const codes = [one.tubes[0]!.sampleCode, two.tubes[0]!.sampleCode];
  const said = await Promise.all(
    Array.from({ length: 4 }, (_none, index) =>
      desk.act('online', 'reception', 'handover.save', {
        handoverKey: randomUUID(),
        commodityId: desk.master.single,
        sampleCodes: index % 2 ? codes : codes.toReversed(),
      }),
    ),
  );
  expect(said.filter(({ status }) => status === 'applied')).toHaveLength(1);
  expect(said.filter(({ code }) => code === 'handover.notReady')).toHaveLength(3);
  expect(await count('sample_item', sql`sample_code in (${codes[0]}, ${codes[1]}) and item_state = 2`)).toBe(2);
});

it('compares two passes that arrive together exactly once', async () => {
  const summary = summaryPayload(desk, desk.master.double);
  await desk.act('online', 'reception', 'summary.enter', summary);
  const said = await Promise.all([
    desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'monogenic', 1)),
    desk.act('outbox', 'entry2', 'detail.enter', detailPayload(summary, 'monogenic', 2)),
  ]);
  expect(said.map(({ status }) => status)).toEqual(['applied', 'applied']);
  const [row] = await desk.rows(
    sql`select r.entry_state, s.lab_status from requisition r join sample s on s.requisition_id = r.id where r.requisition_code = ${summary.requisitionCode}`,
  );
  expect(row).toMatchObject({ entryState: 5, labStatus: 103 });
});

it('takes the same act twenty times as one', async () => {
  const summary = summaryPayload(desk, desk.master.single);
  const opId = randomUUID();
  const said = await Promise.all(Array.from({ length: 20 }, () => desk.act('online', 'reception', 'summary.enter', summary, { opId })));
  expect(new Set(said.map(({ result }) => canonicalJson(result))).size).toBe(1);
  expect(await count('client_op', sql`op_id = ${opId}`)).toBe(1);
});
