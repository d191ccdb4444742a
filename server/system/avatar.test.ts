import { Buffer } from 'node:buffer';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bindBlob } from '#server/kernel/core/blobStore.ts';
import { blobOwner, type BlobOwner } from '#server/storage/blobTables.ts';
import { migrate, migrations } from '#server/storage/migrate.ts';
import { openEmptyDatabase, openTestApp, type TestApp } from '#server/testing.ts';

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

const avatarOf = async (account: string): Promise<unknown> => (await (await house.as(account)).get('/api/blade-user/info')).json().data.avatar;
/** As an act of a desk would. */
const bindTo = (sha256: string, owner: BlobOwner) => bindBlob(house.database.orm, '000000', sha256, owner);

it('is set by uploading alone: no call takes the address of a picture', async () => {
  const patients = await house.blobs.putWhole('000000', png(20));
  await bindTo(patients.sha256, blobOwner.patient);
  const address = `/api/blade-user/avatar/${patients.sha256}`;
  const own = (await upload('entry1', png(21))).data.avatar;
  const [entry1, admin] = [await house.as('entry1'), await house.as('admin')];
  const { id, account, realName, roleId, deptId } = (await entry1.get('/api/blade-user/info')).json().data;
  for (const path of ['/api/blade-user/update-info', '/api/blade-system/user/update-info']) await entry1.post(path, { realName, avatar: address });
  for (const path of ['/api/blade-system/user/submit', '/api/blade-user/submit', '/api/blade-user/update'])
    await admin.post(path, { id, account, realName, roleId, deptId, avatar: address });
  expect(await avatarOf('entry1')).toBe(own);
  expect((await picture(address)).statusCode).toBe(404);
});

it('is no patient’s and no signature’s picture, whichever was there first', async () => {
  for (const [at, owner] of [blobOwner.patient, blobOwner.signature].entries()) {
    const theirs = png(30 + at);
    await bindTo((await house.blobs.putWhole('000000', theirs)).sha256, owner);
    expect(await upload('lab', theirs)).toMatchObject({ status: 409 });
    const worn = (await upload('lab', png(40 + at))).data.avatar;
    expect((await picture(worn)).statusCode).toBe(200);
    await bindTo(worn.split('/').at(-1) ?? '', owner);
    expect((await picture(worn)).statusCode).toBe(404);
  }
});

it('was nobody’s before an older database was brought up to date, where it is a patient’s', async () => {
  const older = await openEmptyDatabase();
  try {
    await migrate(
      older.database,
      migrations().filter(({ version }) => version < 7),
    );
    const put = (text: string, values: unknown[] = []) => older.database.pool.query(text, values);
    const hashOf = (name: string): string => name.charCodeAt(0).toString(16).repeat(32);
    for (const name of ['avatar', 'both', 'patient', 'kept', 'loose'])
      await put(`insert into blob (tenant_id, sha256, size, mime, state, bound_time) values ('000000', $1, 1, 'image/png', 1, $2)`, [
        hashOf(name),
        name === 'loose' ? null : '2026-01-01 00:00:00',
      ]);
    for (const name of ['both', 'patient'])
      await put(
        `insert into requisition_image (id, tenant_id, image_key, requisition_code, page_no, image_kind, sha256, size, mime, upload_user_id, upload_user_name, create_time, update_time)
        values ($1, '000000', $2, 'R1', 1, 1, $3, 1, 'image/png', 1, 'x', now(), now())`,
        [name.length, name, hashOf(name)],
      );
    for (const name of ['avatar', 'both', 'loose'])
      await put(`insert into user_account (id, tenant_id, account, real_name, avatar) values ($1, '000000', $2, $2, $3)`, [
        name.length,
        name,
        `/api/blade-user/avatar/${hashOf(name)}`,
      ]);
    await migrate(older.database);
    const { rows } = await put('select sha256, owner from blob');
    const owners = new Map(rows.map(({ sha256, owner }) => [sha256, owner]));
    expect(['avatar', 'both', 'patient', 'kept', 'loose'].map((name) => owners.get(hashOf(name)))).toEqual([1, 3, 3, 3, null]);
  } finally {
    await older.close();
  }
});
