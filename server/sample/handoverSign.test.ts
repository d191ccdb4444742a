import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { detailPayload, openDesk, summaryPayload, type Account, type Desk } from './deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

async function check(account: Account, body: object) {
  const answer = await (await desk.as(account)).post(callPath('sample', 'sample-handover/sign-check', 'accession'), body);
  return { status: answer.statusCode, ...answer.json<{ data: unknown; msg: string; refusal?: string }>() };
}

it('tells of a signature what the act would be told, signs nothing and keeps no answer under any key', async () => {
  const { master } = desk;
  const summary = summaryPayload(desk, master.single);
  const handoverKey = randomUUID();
  await desk.act('online', 'reception', 'summary.enter', summary);
  await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
  const signed = async (signAccount: string, password?: string) => ({
    handoverKey,
    signAccount,
    signPassword: await desk.sealed(handoverKey, password),
  });
  // On its way still: the signer can be checked all the same.
  expect(await check('reception', await signed('lab', 'Falsch-123'))).toMatchObject({ status: 400, refusal: 'handover.signerWrong' });
  expect(await check('reception', await signed('lab'))).toMatchObject({ status: 200, data: true });
  await desk.act('online', 'reception', 'handover.save', {
    handoverKey,
    commodityId: master.single,
    sampleCodes: summary.tubes.map(({ sampleCode }) => sampleCode),
  });
  expect(await check('reception', await signed('lab', 'Falsch-123'))).toMatchObject({
    status: 400,
    refusal: 'handover.signerWrong',
    msg: '签收人账号或密码错误',
  });
  expect(await check('reception', await signed('reception'))).toMatchObject({ refusal: 'handover.signerNotAllowed' });
  expect(await check('reception', await signed('lab'))).toMatchObject({ status: 200, data: true });
  // It was for another handover.
  const other = { ...(await signed('lab')), signPassword: await desk.sealed(randomUUID()) };
  expect(await check('reception', other)).toMatchObject({ refusal: 'handover.signerUnreadable' });
  const [row] = await desk.rows(sql`select handover_status, sign_user_id from handover where handover_key = ${handoverKey}`);
  expect(row).toMatchObject({ handoverStatus: 2, signUserId: null });
  expect(await desk.rows(sql`select 1 from client_op where type = 'handover.sign'`)).toEqual([]);
  expect((await desk.act('outbox', 'reception', 'handover.sign', await signed('lab'))).status).toBe('applied');
  expect(await check('reception', await signed('admin'))).toMatchObject({ status: 409, refusal: 'handover.alreadySigned' });
  expect((await check('entry1', await signed('lab'))).status).toBe(403);
});

it('does not pass a removed handover, and counts wrong passwords towards the lock-out', async () => {
  const { master } = desk;
  const summary = summaryPayload(desk, master.single);
  const handoverKey = randomUUID();
  await desk.act('online', 'reception', 'summary.enter', summary);
  await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
  await desk.act('online', 'reception', 'handover.save', { handoverKey, commodityId: master.single, sampleCodes: [summary.tubes[0]!.sampleCode] });
  await desk.act('online', 'reception', 'handover.remove', { handoverKey });
  const body = { handoverKey, signAccount: 'lab', signPassword: await desk.sealed(handoverKey) };
  expect(await check('reception', body)).toMatchObject({ status: 400, refusal: 'command.notFound' });
  const key = randomUUID();
  const next = { handoverKey: key, signAccount: 'audit1', signPassword: await desk.sealed(key) };
  const wrong = { ...next, signPassword: await desk.sealed(key, 'Falsch-123') };
  for (let time = 0; time < 5; time++) expect((await check('reception', wrong)).refusal).toMatch(/^handover\.signer(Wrong|Locked)$/);
  expect((await check('reception', next)).refusal).toBe('handover.signerLocked');
});
