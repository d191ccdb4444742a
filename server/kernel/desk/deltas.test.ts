import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { laboratory } from '#domain/base/laboratory.ts';
import { panelGroup } from '#domain/base/panelGroup.ts';
import { nextChangeSeq } from '#server/storage/changes.ts';
import { newId } from '#server/storage/ids.ts';
import { tableOf } from '#server/storage/tables.ts';
import { openTestApp, type Caller, type TestApp } from '#server/testing.ts';
import type { Changes } from './deltas.ts';

const changesPath = '/api/accession-lims-base/offline/changes';
const resources = 'laboratory,panelGroup';
const tenantId = '000000';
let house: TestApp;
let admin: Caller;
beforeAll(async () => {
  house = await openTestApp();
  admin = await house.as('admin');
});
afterAll(() => house.close());

async function changes(since: string, limit = 100, caller = admin): Promise<Changes> {
  const answer = await caller.get(changesPath, { resources, since, limit: String(limit) });
  expect(answer.statusCode).toBe(200);
  return answer.json().data as Changes;
}

/** Takes everything there is after a cursor, page by page, into a desk's copy. */
async function follow(desk: Map<string, unknown>, since: string, limit: number): Promise<string> {
  for (let cursor = since; ;) {
    const page = await changes(cursor, limit);
    for (const rows of Object.values(page.rows)) for (const row of rows) desk.set(String(row['id']), row['remark']);
    for (const ids of Object.values(page.removed)) for (const id of ids) desk.delete(id);
    cursor = page.cursor;
    if (!page.hasMore) return cursor;
  }
}

async function insertOne(remark: string): Promise<string> {
  const id = newId();
  await house.database.transaction(async (tx) => {
    const resource = Number(id) % 2 ? laboratory : panelGroup;
    const values = Object.fromEntries(
      Object.entries(resource.fields)
        .filter(([, field]) => 'required' in field && field.required)
        .map(([name, field]) => [name, field.kind === 'choice' ? 1 : `${remark}${name}`]),
    );
    await tx.insert(tableOf(resource)).values({ ...values, remark, id, tenantId, changeSeq: await nextChangeSeq(tx, tenantId, 1) } as never);
  });
  return id;
}

test('a desk that follows while others write misses nothing, whatever the order of commits', async () => {
  const desk = new Map<string, unknown>();
  let isWriting = true;
  const written: string[] = [];
  const writers = [1, 2, 3, 4, 5, 6].map(async (writer) => {
    for (let round = 0; round < 15; round++) {
      const id = await insertOne(`w${writer}r${round}`);
      written.push(id);
      if (round % 5 === 4) {
        await house.database.transaction(async (tx) => {
          // The row first, then the number: as every write does it.
          const table = Number(id) % 2 ? 'laboratory' : 'panel_group';
          await tx.execute(sql`select id from ${sql.raw(table)} where id = ${id} for update`);
          await tx.execute(
            sql`update ${sql.raw(table)} set remark = 'changed', change_seq = ${await nextChangeSeq(tx, tenantId, 1)} where id = ${id}`,
          );
        });
      }
    }
  });
  const reader = (async () => {
    let cursor = '';
    while (isWriting) cursor = await follow(desk, cursor, 7);
    return follow(desk, cursor, 7);
  })();
  await Promise.all(writers);
  isWriting = false;
  const cursor = await reader;
  expect([...desk.keys()].sort()).toEqual(written.sort());
  const fresh = new Map<string, unknown>();
  await follow(fresh, '', 1_000);
  expect(fresh).toEqual(desk);
  expect([...desk.values()].filter((remark) => remark === 'changed').length).toBe(18);
  const still = await changes(cursor);
  expect(still).toMatchObject({ hasMore: false, isReset: false, cursor });
});

test('what is removed is told once to those who had it and never to those who had not', async () => {
  const id = (
    await admin.post('/api/accession-lims-base/panel-group/save', {
      panelGroupCode: 'DEL',
      panelGroupName: '要删',
      groupCode: 'DEL',
      groupName: '要删',
      executeType: 1,
    })
  ).json().data?.id as string;
  expect(id).toMatch(/^\d+$/);
  const desk = new Map<string, unknown>();
  const cursor = await follow(desk, '', 1_000);
  expect(desk.has(id)).toBe(true);
  expect((await admin.post(`/api/accession-lims-base/panel-group/remove?ids=${id}`)).json().data).toBe(true);
  expect((await changes(cursor)).removed['panelGroup']).toEqual([id]);
  const first = await changes('', 1_000);
  expect(first.removed).toEqual({ laboratory: [], panelGroup: [] });
  expect(first.rows['panelGroup']?.some((row) => row['id'] === id)).toBe(false);
});

test('rows carry what pickers search by', async () => {
  const id = (
    await admin.post('/api/accession-lims-base/laboratory/save', { laboratoryCode: 'SZ', laboratoryName: '深圳检验所', executeType: 1 })
  ).json().data.id as string;
  const row = (await changes('', 1_000)).rows['laboratory']!.find((one) => one['id'] === id)!;
  expect(row).toMatchObject({ laboratoryId: id, laboratoryName: '深圳检验所', isDisable: 0 });
  expect(String(row['searchKey'])).toMatch(/^shenzhenjianyansuo.szjys.深圳检验所.sz$/);
});

test('a cursor of another database, of a lost future or of other resources is a fresh start, said so', async () => {
  const { cursor } = await changes('', 1_000);
  const stamp = cursor.split('.')[1]!;
  for (const since of [`5.${'0'.repeat(12)}`, `999999999.${stamp}`, 'nonsense', '17']) {
    const answer = await changes(since, 1_000);
    expect(answer.isReset).toBe(true);
    expect(answer.rows['laboratory']!.length).toBeGreaterThan(0);
  }
  const fewer = (await admin.get(changesPath, { resources: 'laboratory', since: cursor })).json().data as Changes;
  expect(fewer.isReset).toBe(true);
});

test('what a user may not view is left out and named; what is not cached is an error', async () => {
  expect((await admin.get(changesPath, { resources: 'userAccount' })).statusCode).toBe(400);
  const sales = await house.as('sales');
  const answer = (await sales.get(changesPath, { resources })).json().data as Changes;
  for (const name of answer.denied) expect(answer.rows[name]).toBeUndefined();
  expect((await house.app.inject(changesPath)).statusCode).toBe(401);
});
