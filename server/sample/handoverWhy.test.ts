import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { detailPayload, freshCode, openDesk, summaryPayload, type Desk } from './deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

it('says of every tube why it is not expected at a handover, and of one that waits that it does', async () => {
  const { master } = desk;
  const summary = summaryPayload(desk, master.single);
  const code = summary.tubes[0]!.sampleCode;
  const why = async (asked = code) => (await desk.get('reception', 'sample-handover/why-not', { code: asked })).data;
  expect(await why(freshCode('9'))).toEqual({ isWaiting: false, text: '没有此样本', waiting: [] });
  await desk.act('online', 'reception', 'summary.enter', summary);
  expect((await why()).text).toContain('尚未录入');
  await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
  // With its rows as the work list has them: a desk keeps the oldest alone.
  const listed: { sampleCode: string }[] = (await desk.get('reception', 'offline/worklist', { name: 'handover' })).data;
  const waiting = listed.filter(({ sampleCode }) => sampleCode === code);
  expect(waiting).toMatchObject([{ commodityId: master.single }]);
  expect(await why()).toEqual({ isWaiting: true, text: '', waiting });
  // By the tube's own number too.
  expect(await why(summary.tubes[0]!.testTubeNumber)).toEqual({ isWaiting: true, text: '', waiting });
  const handoverKey = randomUUID();
  await desk.act('online', 'reception', 'handover.save', { handoverKey, commodityId: master.single, sampleCodes: [code] });
  const maker = (await desk.me('reception')).name;
  const signer = (await desk.me('lab')).name;
  expect(await why()).toMatchObject({ text: expect.stringMatching(new RegExp(`^${maker} 已于 .+ 列入交接单,待签收$`)), waiting: [] });
  await desk.act('online', 'reception', 'handover.sign', { handoverKey, signAccount: 'lab', signPassword: await desk.sealed(handoverKey) });
  expect((await why()).text).toMatch(new RegExp(`^${maker} 已于 .+ 交接,${signer} 签收$`));
  await desk.act('outbox', 'lab', 'labTask.receive', { code });
  expect((await why()).text).toContain(`实验室已接收: ${signer}`);
  const other = summaryPayload(desk, master.single);
  await desk.act('online', 'reception', 'summary.enter', other);
  await desk.act('online', 'reception', 'summary.reject', {
    requisitionCode: other.requisitionCode,
    rejectCode: 'REJ01',
    rejectReason: '溶血',
    measure: 1,
  });
  expect((await why(other.tubes[0]!.sampleCode)).text).toContain('溶血');
  expect((await desk.get('entry1', 'sample-handover/why-not', { code })).status).toBe(403);
});

it('tells whom it does not concern which laboratory a tube is of, and nothing else', async () => {
  const summary = summaryPayload(desk, desk.master.single);
  const code = summary.tubes[0]!.sampleCode;
  await desk.act('online', 'reception', 'summary.enter', summary);
  const { id } = await desk.me('reception');
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) select '000000', ${id}, 'laboratory', array_agg(id) from laboratory
      where tenant_id = '000000' and id <> ${desk.master.laboratoryId}`,
  );
  const [home] = await desk.rows<{ name: string }>(sql`select laboratory_name as name from laboratory where id = ${desk.master.laboratoryId}`);
  expect((await desk.get('reception', 'sample-handover/why-not', { code })).data).toEqual({
    isWaiting: false,
    text: `样本属于其他检验所: ${home!.name}`,
    waiting: [],
  });
  await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
});
