import { sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestSession, type TestSession } from './sessionTesting.ts';
import { setScope } from './scopeOf.ts';

let session: TestSession;
beforeAll(async () => {
  session = await openTestSession();
  await session.database.orm
    .execute(sql`insert into laboratory (id, tenant_id, laboratory_code, laboratory_name, execute_type, is_disable, is_deleted) values
    (71, '000000', 'A', '甲所', 1, 0, 0), (72, '000000', 'B', '乙所', 1, 0, 0), (73, '000000', 'C', '停用所', 1, 1, 0), (74, '999999', 'D', '别家的所', 1, 0, 0)`);
});
afterAll(() => session.close());

const refresh = async (token: string, laboratory = ''): Promise<Record<string, any>> =>
  (await session.token({ grant_type: 'refresh_token', refresh_token: token, scope: 'all' }, { 'laboratory-id': laboratory })).json();
const place = (answer: Record<string, any>): unknown => [
  answer['laboratory_id'],
  answer['laboratory_name'],
  decodeJwt(answer['access_token'])['laboratory_id'],
];

it('works where a person chose, at the next renewal and the next login too, in answer and token', async () => {
  const first = await session.login('reception');
  expect(place(first)).toEqual(['', '', '']);
  const chosen = await refresh(first['refresh_token'], '72');
  expect(place(chosen)).toEqual(['72', '乙所', '72']);
  expect(place(await refresh(chosen['refresh_token']))).toEqual(['72', '乙所', '72']);
  expect(place(await session.login('reception'))).toEqual(['72', '乙所', '72']);
  expect(place(await session.login('reception', { 'laboratory-id': '71' }))).toEqual(['71', '甲所', '71']);
});

it('lets nobody work where they may see nothing: a stopped laboratory, another house, another limit, no laboratory at all', async () => {
  const { refresh_token: token, user_id: id } = await session.login('entry1');
  for (const foreign of ['73', '74', '7', "72' or 1=1"]) expect(place(await refresh(token, foreign))).toEqual(['', '', '']);
  const there = await session.login('entry1', { 'laboratory-id': '72' });
  expect(place(there)).toEqual(['72', '乙所', '72']);
  await setScope(session.database.orm, { id, tenantId: '000000' }, 'laboratory', ['71']);
  // The only one left needs no choice, and the lost one is gone at the next renewal.
  expect(place(await refresh(there['refresh_token'], '72'))).toEqual(['71', '甲所', '71']);
});

it('gives two tabs the same sign-in, wherever one of them goes', async () => {
  const { refresh_token: token } = await session.login('lab');
  const [one, other] = [await refresh(token, '71'), await refresh(token)];
  expect(other!['refresh_token']).toBe(one!['refresh_token']);
  expect(place(other!)).toEqual(['71', '甲所', '71']);
});
