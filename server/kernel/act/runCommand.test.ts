import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { discardOperation } from '#domain/desk/discardOperation.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { servedDiscardOperation } from '#server/desk/discardOperation.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing.ts';
import { runCommand, type Act } from './runCommand.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const author: ActingUser = {
  id: '1001',
  account: 'reception',
  name: '王敏',
  tenantId: '000000',
  permissions: new Set([discardOperation.permission]),
};
const act = (change: Partial<Act> = {}): Act => ({
  opId: randomUUID(),
  payload: { opId: 'waiting-1', type: 'summary.enter', subject: 'A1', reason: '重复录入' },
  typeVersion: 1,
  author,
  courierId: author.id,
  deviceId: null,
  seq: null,
  occurredAt: null,
  clockOffsetMs: 0,
  ...change,
});
const run = (of: Act) => runCommand(opened.database, servedDiscardOperation, of);
const rowsOf = async (opId: string) => ({
  ledger: (await opened.database.orm.execute(sql`select * from client_op where op_id = ${opId}`)).rows,
  audit: (await opened.database.orm.execute(sql`select * from audit_entry where op_id = ${opId}`)).rows,
});

it('gives twenty identical acts in parallel one effect and twenty equal answers', async () => {
  const same = act({ deviceId: 'device-race-1', seq: 1 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => run(same)));
  expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
  expect(new Set(answers.map(({ duplicate: _duplicate, ...answer }) => JSON.stringify(answer))).size).toBe(1);
  const { ledger, audit } = await rowsOf(same.opId);
  expect([ledger.length, audit.length]).toEqual([1, 1]);
  expect(audit[0]).toMatchObject({ user_name: '王敏', reason: '重复录入', subject: 'A1', action: 'offline.discard' });
});

it('never gives a key a second meaning', async () => {
  const first = act();
  await run(first);
  const other = await run({ ...first, payload: { ...(first.payload as object), reason: '别的原因' } });
  expect(other).toMatchObject({ status: 'refused', code: 'command.keyReused', duplicate: true });
  const stranger = await run({ ...first, author: { ...author, id: '1002' } });
  expect(stranger.code).toBe('command.keyReused');
});

it('takes the same key of two tenants as two acts, each with its own answer', async () => {
  const ours = act();
  const theirs = act({ opId: ours.opId, author: { ...author, tenantId: '000009' }, payload: { ...(ours.payload as object), reason: '别家的' } });
  expect(await run(ours)).toMatchObject({ status: 'applied', duplicate: false });
  expect(await run(theirs)).toMatchObject({ status: 'applied', duplicate: false });
  for (const one of [ours, theirs]) expect(await run(one)).toMatchObject({ status: 'applied', duplicate: true });
  const { ledger, audit } = await rowsOf(ours.opId);
  expect(new Set(ledger.map(({ tenant_id: tenant }) => tenant))).toEqual(new Set(['000000', '000009']));
  expect(new Set(audit.map(({ reason }) => reason))).toEqual(new Set(['别家的', '重复录入']));
});

it('keeps a refusal under its key and answers it alike', async () => {
  const forbidden = act({ author: { ...author, permissions: new Set() } });
  const first = await run(forbidden);
  expect(first).toMatchObject({ status: 'refused', code: 'command.forbidden', duplicate: false });
  expect(await run(forbidden)).toEqual({ ...first, duplicate: true });
  expect((await rowsOf(forbidden.opId)).audit).toHaveLength(0);
});

it('names the field of a malformed payload', async () => {
  const answer = await run(act({ payload: { opId: 'x', type: 'y', subject: 'z' } }));
  expect(answer).toMatchObject({ status: 'refused', code: 'command.badInput' });
  expect(answer.problems).toMatchObject([{ field: 'reason' }]);
});

it('does not lose an act whose device number is taken by another', async () => {
  const [first, second] = [act({ deviceId: 'device-copy-1', seq: 7 }), act({ deviceId: 'device-copy-1', seq: 7 })];
  expect((await run(first)).status).toBe('applied');
  expect((await run(second)).status).toBe('applied');
  expect((await rowsOf(second.opId)).ledger[0]).toMatchObject({ seq: null, device_id: 'device-copy-1' });
});

it('keeps the time of the desk as evidence, corrected and never in the future', async () => {
  const late = act({ occurredAt: new Date(Date.now() + 3_600_000).toISOString() });
  await run(late);
  const { ledger } = await rowsOf(late.opId);
  expect(ledger[0]?.['occurred_at']).not.toBeNull();
  expect(String(ledger[0]?.['occurred_at']) <= String(ledger[0]?.['server_time'])).toBe(true);
});
