import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { daysBetween } from '#domain/kernel/dates.ts';
import { callPath } from '#domain/kernel/services.ts';
import { entryBytes, markBytes, markedFrom, personMarks, type RecentPersons } from '#domain/sample/rules/personMarks.ts';
import { idAt } from '#server/storage/ids.ts';
import { openDesk, summaryPayload, type Desk } from './deskTesting.ts';

const path = callPath('sample', 'offline/recent-persons', 'accession');
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const ask = async (after = ''): Promise<RecentPersons> => {
  const answer = await (await desk.as('reception')).get(`${path}?after=${after}`);
  return answer.json<{ data: RecentPersons }>().data;
};
/**
 * Requisitions settle a few seconds after they were made; nobody waits for that: it is made a minute older. From now, not
 * from its id: where an earlier file of this process tried a later hour, ids have gone on from there.
 */
const settle = (requisitionCode: string) =>
  desk.orm.execute(sql`update requisition set id = ${idAt(Date.now() - 60_000)} where requisition_code = ${requisitionCode}`);
const entriesOf = ({ entries }: RecentPersons): string[] => {
  const bytes = Buffer.from(entries, 'base64');
  return Array.from({ length: bytes.length / entryBytes }, (_none, index) => {
    const at = index * entryBytes;
    return `${bytes.subarray(at, at + markBytes).toString('hex')} ${bytes.readUInt16BE(at + markBytes)}`;
  });
};

it('gives a keyed mark a person and day, each requisition once, and no name', async () => {
  const person = { personName: '陆 念安', telephone: '13912345678', credentialType: null, credentialNo: null };
  const summary = { ...summaryPayload(desk, desk.master.single), ...person };
  expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
  await settle(summary.requisitionCode);
  const page = await ask();
  const stored = personMarks({ ...person, commodityIds: [desk.master.single] });
  expect(stored).toHaveLength(1);
  const day = daysBetween(markedFrom, new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10));
  const mark = createHmac('sha256', Buffer.from(page.key, 'base64'))
    .update(stored[0] ?? '')
    .digest('hex')
    .slice(0, 2 * markBytes);
  const found = entriesOf(page).filter((entry) => entry.startsWith(mark));
  expect(found).toHaveLength(1);
  // The day may turn between the act and this line.
  expect([day - 1, day]).toContain(Number(found[0]?.split(' ')[1]));
  expect(JSON.stringify(page)).not.toContain('13912345678');
  expect(page.hasMore).toBe(false);
  expect(entriesOf(await ask(page.cursor))).toEqual([]);
});

it('refuses a cursor that is none, and who may not receive', async () => {
  const bad = await (await desk.as('reception')).get(`${path}?after=x`);
  expect(bad.statusCode).toBe(400);
  expect((await (await desk.as('lab')).get(path)).statusCode).toBe(403);
});
