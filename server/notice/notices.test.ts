import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing.ts';
import { nowSql } from '#server/storage/clock.ts';

const at = (path: string): string => `/api/blade-desk/notice/${path}`;
let house: TestApp;
beforeAll(async () => {
  house = await openTestApp();
});
afterAll(() => house.close());

interface Row {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly confirmTime: string | null;
  readonly noticeState: number;
  readonly releaseNo: number;
  readonly version: number;
  readonly readerCount: number;
  readonly confirmedCount: number;
}
const post = async (account: string, path: string, body: unknown) => {
  const answer = await (await house.as(account)).post(at(path), body);
  return { status: answer.statusCode, ...answer.json<{ data: any; msg: string; problems?: { field: string }[] }>() };
};
const get = async (account: string, path: string, query: Record<string, string> = {}) => {
  const answer = await (await house.as(account)).get(at(path), query);
  return { status: answer.statusCode, ...answer.json<{ data: any }>() };
};
const publish = async (record: Record<string, unknown>): Promise<string> => {
  const { data, status, msg } = await post('admin', 'submit', { category: 1, content: '<p>正文</p>', ...record });
  expect(status, msg).toBe(200);
  return data.id;
};
const unread = async (account: string): Promise<Row[]> => (await get(account, 'my-list', { mode: '2', size: '50' })).data.records;
const titles = async (account: string): Promise<string[]> => (await unread(account)).map(({ title }) => title);
const stored = async (id: string): Promise<Row> => (await get('admin', 'list', { size: '100' })).data.records.find((row: Row) => row.id === id);
const idOf = async (query: ReturnType<typeof sql>): Promise<string> => String((await house.database.orm.execute<{ id: string }>(query)).rows[0]?.id);

it('says all that is missing at once, in place', async () => {
  const { status, problems } = await post('admin', 'submit', { content: '<p> &nbsp;<br></p>' });
  expect(status).toBe(400);
  expect(problems?.map(({ field }) => field).toSorted()).toEqual(['category', 'content', 'title']);
  const narrowed = await post('admin', 'submit', { title: '给谁', category: 1, content: '<p>x</p>', audience: 3 });
  expect(narrowed.problems?.map(({ field }) => field)).toEqual(['roleIds']);
});

it('keeps what may be shown of the text and nothing that acts', async () => {
  const id = await publish({
    title: '清洗',
    content:
      '<h2 onclick="x()">标题，全角</h2><script>alert(1)</script><p><b>粗</b><img src=x onerror=alert(1)><a href="javascript:alert(1)">坏</a><a href="https://example.com/a">好</a></p><iframe src="https://example.com"></iframe><style>p{}</style>',
  });
  const { data } = await get('entry1', 'detail', { id });
  expect(data.content).toBe(
    '<h2>标题，全角</h2><p><b>粗</b><a target="_blank" rel="noopener noreferrer nofollow">坏</a><a href="https://example.com/a" target="_blank" rel="noopener noreferrer nofollow">好</a></p>',
  );
  await post('admin', 'remove', { ids: id });
});

it('reaches the audience alone: roles, people, departments with what is below them', async () => {
  const entry = await idOf(sql`select id from role where role_alias = 'entry'`);
  const lab = await idOf(sql`select id from user_account where account = 'lab'`);
  const own = await idOf(sql`select dept_ids[1] as id from user_account where account = 'billing'`);
  const top = (await post('admin', 'submit', { title: '占位', category: 1, content: '<p>x</p>', isDraft: 1 })).data.id;
  const { data: dept } = (
    await (await house.as('admin')).post('/api/blade-system/dept/submit', { deptName: '通知测试总部', deptCategory: 1, sort: 1 })
  ).json<{ data: { id: string } }>();
  await house.database.orm.execute(sql`update department set parent_id = ${dept.id} where id = ${own}`);
  const byRole = await publish({ title: '给录入', audience: 3, roleIds: [entry] });
  const byPerson = await publish({ title: '给检验员', audience: 4, userIds: [lab] });
  const byDept = await publish({ title: '给总部', audience: 2, deptIds: [dept.id] });
  expect(await titles('entry1')).toContain('给录入');
  expect(await titles('lab')).not.toContain('给录入');
  expect(await titles('lab')).toContain('给检验员');
  expect(await titles('entry1')).not.toContain('给检验员');
  expect(await titles('billing')).toContain('给总部');
  // A draft is nobody's; a notice for others is neither read nor confirmed.
  expect(await titles('admin')).not.toContain('占位');
  expect((await get('sales', 'detail', { id: byRole })).status).toBe(403);
  expect((await post('sales', 'confirm', { id: byRole })).status).toBe(404);
  await post('admin', 'remove', { ids: [top, byRole, byPerson, byDept].join() });
  await house.database.orm.execute(sql`update department set parent_id = null where id = ${own}`);
});

it('is confirmed once; the next unread one follows; what must be confirmed comes first', async () => {
  const plain = await publish({ title: '普通' });
  const first = await publish({ title: '须确认一', mustConfirm: 1 });
  const second = await publish({ title: '须确认二', mustConfirm: 1 });
  expect(await titles('lab')).toEqual(['须确认一', '须确认二', '普通']);
  const next = async (): Promise<Row | undefined> => (await get('lab', 'my-list', { mode: '2', current: '1', size: '1' })).data.records[0];
  expect((await next())?.content).toBe('<p>正文</p>');
  expect((await post('lab', 'confirm', { id: first })).status).toBe(200);
  const { confirmTime } = (await get('lab', 'my-list')).data.records.find(({ id }: Row) => id === first);
  expect(confirmTime).toMatch(/^\d{4}-/);
  expect((await next())?.title).toBe('须确认二');
  expect((await post('lab', 'confirm', { id: first })).status).toBe(200);
  expect((await get('lab', 'my-list')).data.records.find(({ id }: Row) => id === first).confirmTime).toBe(confirmTime);
  // Who and how many.
  const readers = await get('admin', 'confirm-list', { id: first, size: '50' });
  const row = await stored(first);
  expect([row.confirmedCount, row.readerCount]).toEqual([1, readers.data.total]);
  expect((await get('admin', 'confirm-list', { id: first, state: '1' })).data.records).toMatchObject([{ account: 'lab', confirmTime }]);
  expect((await get('admin', 'confirm-list', { id: first, state: '0' })).data.total).toBe(readers.data.total - 1);
  await post('admin', 'remove', { ids: [plain, first, second].join() });
});

it('revoked it is gone for its readers; changed and published again it asks them anew', async () => {
  const id = await publish({ title: '会变的', mustConfirm: 1 });
  await post('entry1', 'confirm', { id });
  expect((await post('admin', 'submit', { id, content: '<p>草稿</p>', isDraft: 1 })).status).toBe(409);
  expect((await post('admin', 'revoke', { ids: id })).status).toBe(200);
  expect((await get('entry1', 'my-list')).data.records.map((row: Row) => row.id)).not.toContain(id);
  expect((await post('lab', 'confirm', { id })).status).toBe(404);
  expect((await stored(id)).noticeState).toBe(3);
  await publish({ id, content: '<p>新的正文</p>' });
  expect((await stored(id)).releaseNo).toBe(2);
  expect(await titles('entry1')).toContain('会变的');
  await post('entry1', 'confirm', { id });
  // The same again is no new release; another word is.
  const { version } = await stored(id);
  await publish({ id, content: '<p>新的正文</p>' });
  expect(await stored(id)).toMatchObject({ version, confirmedCount: 1 });
  // Who else it is for changes nothing for who confirmed it.
  await publish({
    id,
    content: '<p>新的正文</p>',
    category: 6,
    audience: 3,
    roleIds: [await idOf(sql`select id from role where role_alias = 'entry'`)],
  });
  expect(await stored(id)).toMatchObject({ releaseNo: 2, confirmedCount: 1 });
  await publish({ id, content: '<p>又一版</p>' });
  expect([(await stored(id)).releaseNo, (await stored(id)).confirmedCount]).toEqual([3, 0]);
  await post('admin', 'remove', { ids: id });
});

it('waits for its time, and asks nobody who came later', async () => {
  const later = await publish({ title: '明年', releaseTime: '2099-01-01 08:00:00' });
  expect(await titles('entry1')).not.toContain('明年');
  expect((await stored(later)).noticeState).toBe(2);
  const old = await publish({ title: '旧的' });
  await house.database.orm.execute(sql`update user_account set create_time = ${nowSql} + interval '1 hour' where account = 'sales'`);
  expect(await titles('sales')).not.toContain('旧的');
  expect(await titles('entry1')).toContain('旧的');
  await post('admin', 'remove', { ids: [later, old].join() });
});

it('is managed by who may, within the own tenant alone', async () => {
  expect((await post('entry1', 'submit', { title: 'x', category: 1, content: '<p>x</p>' })).status).toBe(403);
  expect((await get('entry1', 'list')).status).toBe(403);
  expect((await post('entry1', 'revoke', { ids: '1' })).status).toBe(403);
  expect((await get('entry1', 'confirm-list', { id: '1' })).status).toBe(403);
  const id = await publish({ title: '别家的' });
  await house.database.orm.execute(sql`update notice set tenant_id = '999999' where id = ${id}`);
  expect(await titles('entry1')).not.toContain('别家的');
  expect((await get('admin', 'detail', { id })).status).toBe(404);
  expect((await post('admin', 'submit', { id, title: '改' })).status).toBe(404);
  expect((await post('admin', 'revoke', { ids: id })).status).toBe(404);
  expect((await post('lab', 'confirm', { id })).status).toBe(404);
});
