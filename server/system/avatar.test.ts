import { Buffer } from 'node:buffer';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing.ts';

/** A PNG of one pixel; another `shade`, other content. */
const png = (shade: number): Buffer =>
  Buffer.concat([
    Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
    Buffer.from([shade]),
  ]);
let house: TestApp;
beforeAll(async () => {
  house = await openTestApp();
});
afterAll(() => house.close());

async function upload(account: string, bytes: Buffer) {
  const { token } = await house.as(account);
  const boundary = 'avatar-boundary';
  const payload = Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const answer = await house.app.inject({
    method: 'POST',
    url: '/api/blade-user/upload-avatar',
    payload,
    headers: { 'blade-auth': `bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  return { status: answer.statusCode, ...answer.json<{ data: { avatar: string }; msg: string }>() };
}
const picture = (address: string) => house.app.inject({ method: 'GET', url: address });

it('is kept, shown by its address, and replaced', async () => {
  const first = await upload('entry1', png(1));
  expect(first.status, first.msg).toBe(200);
  const caller = await house.as('entry1');
  expect((await caller.get('/api/blade-user/info')).json().data).toMatchObject({ avatar: first.data.avatar, roleName: '录入员' });
  const seen = await picture(first.data.avatar);
  expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/png']);
  expect(seen.rawPayload).toEqual(png(1));
  const second = await upload('entry1', png(2));
  expect((await picture(second.data.avatar)).statusCode).toBe(200);
  // Nobody wears the first one any more.
  expect((await picture(first.data.avatar)).statusCode).toBe(404);
  const { rows } = await house.database.orm.execute(sql`select count(*)::int as bound from blob where bound_time is not null`);
  expect(rows[0]?.['bound']).toBe(1);
});

it('is a picture, and a small one', async () => {
  expect((await upload('lab', Buffer.from('<svg onload="x()"/>'))).status).toBe(422);
  expect((await upload('lab', Buffer.concat([png(3), Buffer.alloc(300 * 1024)]))).status).toBe(413);
  expect((await upload('lab', Buffer.alloc(0))).status).toBe(400);
});

it('shows no other picture of the store', async () => {
  const blob = await house.blobs.putWhole('000000', png(9));
  expect((await picture(`/api/blade-user/avatar/${blob.sha256}`)).statusCode).toBe(404);
  expect((await picture('/api/blade-user/avatar/..%2F..%2Fetc')).statusCode).toBe(404);
});
