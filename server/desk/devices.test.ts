import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlarmRow, DeviceRow, ExplainedRow, GapRow, UndoneRow } from '#domain/desk/deviceRows.ts';
import { offlinePaths } from '#domain/kernel/offlineWire.ts';
import { callPath } from '#domain/kernel/services.ts';
import { Outbox } from '#server/proof/outbox.ts';
import { freshCode, openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { watchDesks } from './watchDesks.ts';
import { nowSql } from '#server/storage/clock.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const get = async <Data>(path: string, query: Record<string, string> = {}, account = 'ops'): Promise<{ status: number; data: Data }> => {
  const answer = await (await desk.as(account)).get(callPath('sample', path, 'accession'), query);
  return { status: answer.statusCode, data: answer.json<{ data: Data }>().data };
};
const post = async (path: string, body: object, account = 'ops') =>
  (await (await desk.as(account)).post(callPath('sample', path, 'accession'), body, { 'idempotency-key': randomUUID() })).statusCode;
const listed = async (query: Record<string, string>): Promise<readonly DeviceRow[]> =>
  (await get<{ records: DeviceRow[] }>('offline/device-page', { size: '100', ...query })).data.records;
const rowOf = async ({ deviceId }: Outbox): Promise<DeviceRow> => (await listed({ text: deviceId }))[0]!;
const numbersOf = async <Row>(deviceId: string, kind: string, page: Record<string, string> = {}): Promise<{ records: Row[]; total: number }> =>
  (await get<{ records: Row[]; total: number }>('offline/device-numbers', { deviceId, kind, ...page })).data;
const gapsOf = async ({ deviceId }: Outbox): Promise<GapRow[]> => (await numbersOf<GapRow>(deviceId, 'gaps')).records;
/** A moment of today within working hours, ms. */
const todayAt = (clock: string): number => Date.parse(`${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)}T${clock}:00+08:00`);
const watch = (at = todayAt('10:00')): Promise<void> => watchDesks(desk.database, at);
/** A heartbeat. */
const says = async ({ deviceId }: Outbox, said: { readonly maxSeq: number; readonly waiting: number }) =>
  expect((await get(offlinePaths.state, { device: deviceId, maxSeq: String(said.maxSeq), waiting: String(said.waiting) }, 'reception')).status).toBe(
    200,
  );
const heardAt = (outbox: Outbox, at: number) =>
  desk.database.orm.execute(sql`update device set last_seen = ${new Date(at).toISOString()}::timestamptz where device_id = ${outbox.deviceId}`);

describe('the numbers of a desk', () => {
  it('that have not arrived are gaps, until they arrive or are explained', async () => {
    const outbox = new Outbox(desk, 'reception');
    const acts = [];
    for (let at = 0; at < 6; at++) acts.push(await outbox.write('summary.enter', summaryPayload(desk, desk.master.single)));
    await outbox.send([acts[0]!, acts[3]!]);
    await watch();
    expect(await gapsOf(outbox)).toEqual([
      { first: 2, last: 3 },
      { first: 5, last: 6 },
    ]);
    expect(await rowOf(outbox)).toMatchObject({ gapCount: '4', maxSeqReported: '6', highestReceived: '4', userName: '王敏', courierName: '王敏' });

    await outbox.send([acts[1]!]);
    await watch();
    expect(await gapsOf(outbox)).toEqual([
      { first: 3, last: 3 },
      { first: 5, last: 6 },
    ]);
    expect(await post('offline/explained-numbers', { deviceId: outbox.deviceId, numbers: [{ seq: 5, how: 'discarded' }] }, 'reception')).toBe(200);
    await watch();
    expect(await gapsOf(outbox)).toEqual([
      { first: 3, last: 3 },
      { first: 6, last: 6 },
    ]);
    expect((await numbersOf<ExplainedRow>(outbox.deviceId, 'explained')).records).toMatchObject([{ seq: 5, how: 'discarded', userName: '王敏' }]);

    await outbox.send([acts[2]!, acts[5]!]);
    await watch();
    expect(await rowOf(outbox)).toMatchObject({ gapCount: '0' });
  });

  it('are listed with what was refused', async () => {
    const outbox = new Outbox(desk, 'reception');
    await outbox.send([await outbox.write('labTask.receive', { code: freshCode('1') })]);
    expect((await numbersOf<UndoneRow>(outbox.deviceId, 'acts')).records).toMatchObject([
      { seq: 1, type: 'labTask.receive', status: 'refused', code: 'command.forbidden', authorName: '王敏' },
    ]);
  });

  it('are shown whole, page by page, also where more than two hundred ranges are missing', async () => {
    const outbox = new Outbox(desk, 'reception');
    await outbox.send([await outbox.write('labTask.receive', { code: freshCode('1') })]);
    await desk.database.orm.execute(
      sql`insert into device_gap (tenant_id, device_id, first_seq, last_seq) select '000000', ${outbox.deviceId}, n * 2, n * 2 from generate_series(1, 230) n`,
    );
    const first = await numbersOf<GapRow>(outbox.deviceId, 'gaps', { size: '200' });
    const second = await numbersOf<GapRow>(outbox.deviceId, 'gaps', { size: '200', current: '2' });
    expect([first.total, first.records.length, second.records.length]).toEqual([230, 200, 30]);
    expect(second.records.at(-1)).toEqual({ first: 460, last: 460 });
    await desk.database.orm.execute(sql`delete from device_gap where device_id = ${outbox.deviceId}`);
  });

  it('cost no list of numbers, however high a desk says it has counted', async () => {
    const outbox = new Outbox(desk, 'reception');
    await outbox.send([await outbox.write('labTask.receive', { code: freshCode('1') })]);
    await desk.database.orm.execute(sql`update device set max_seq_reported = 2000000000 where device_id = ${outbox.deviceId}`);
    await watch();
    expect(await gapsOf(outbox)).toEqual([{ first: 2, last: 2_000_000_000 }]);
    await desk.database.orm.execute(sql`delete from device where device_id = ${outbox.deviceId}`);
    await desk.database.orm.execute(sql`delete from device_gap where device_id = ${outbox.deviceId}`);
  });
});

describe('a silent desk', () => {
  const alarmsOf = async ({ deviceId }: Outbox): Promise<readonly AlarmRow[]> =>
    (await get<{ records: AlarmRow[] }>('offline/alarm-page', { deviceId })).data.records;
  const count = async (): Promise<number> => (await get<{ count: number }>('offline/alarm-count')).data.count;

  it('with something missing is an alarm once a silence, and cleared when it is heard', async () => {
    const outbox = new Outbox(desk, 'reception');
    const [first, second] = [
      await outbox.write('labTask.receive', { code: freshCode('1') }),
      await outbox.write('labTask.receive', { code: freshCode('1') }),
    ];
    await outbox.send([second]);
    await heardAt(outbox, todayAt('09:00'));
    const before = await count();
    await watch(todayAt('09:29'));
    expect(await alarmsOf(outbox)).toEqual([]);
    await watch(todayAt('09:31'));
    await watch(todayAt('11:00'));
    expect(await alarmsOf(outbox)).toMatchObject([{ gapCount: '1', clearedTime: null }]);
    expect(await count()).toBe(before + 1);
    expect((await listed({ has: 'alarm' })).map(({ deviceId }) => deviceId)).toContain(outbox.deviceId);
    expect((await listed({}))[0]?.alarmTime).not.toBeNull();

    await outbox.send([first]);
    await heardAt(outbox, todayAt('11:10'));
    await watch(todayAt('11:11'));
    expect(await count()).toBe(before);
    expect((await alarmsOf(outbox))[0]?.clearedTime).toContain('11:11:00');
    await watch(todayAt('15:00'));
    expect(await alarmsOf(outbox)).toHaveLength(1);
  });

  it('is none at night, none where nothing is missing, and one where acts wait that have not come', async () => {
    const [quiet, waiting] = [new Outbox(desk, 'reception'), new Outbox(desk, 'reception')];
    for (const outbox of [quiet, waiting]) await outbox.send([await outbox.write('labTask.receive', { code: freshCode('1') })]);
    await says(waiting, { maxSeq: 4, waiting: 3 });
    for (const outbox of [quiet, waiting]) await heardAt(outbox, todayAt('00:10'));
    await watch(todayAt('06:00'));
    expect(await alarmsOf(waiting)).toEqual([]);
    await watch(todayAt('08:00'));
    expect(await alarmsOf(waiting)).toMatchObject([{ waiting: 3, gapCount: '3' }]);
    expect(await alarmsOf(quiet)).toEqual([]);
    expect(await rowOf(waiting)).toMatchObject({ waiting: 3 });
  });

  it('is none for a desk that was closed behind its last receipt, whatever it said before it', async () => {
    const outbox = new Outbox(desk, 'reception');
    const acts = [];
    for (let at = 0; at < 3; at++) acts.push(await outbox.write('labTask.receive', { code: freshCode('1') }));
    // Each batch is sent with the count of what waits, itself among it; the desk is switched off before it could say more.
    await says(outbox, { maxSeq: 3, waiting: 3 });
    expect(await rowOf(outbox)).toMatchObject({ waiting: 3 });
    await outbox.send(acts.slice(0, 2));
    expect(await rowOf(outbox)).toMatchObject({ waiting: 1 });
    await outbox.send(acts.slice(2));
    expect(await rowOf(outbox)).toMatchObject({ waiting: 0, oldestWaitingAt: null });
    await heardAt(outbox, todayAt('08:10'));
    await watch(todayAt('10:00'));
    expect(await alarmsOf(outbox)).toEqual([]);
    expect(await rowOf(outbox)).toMatchObject({ waiting: 0, gapCount: '0', alarmTime: null });
  });

  it('is one on working days alone where the house has a calendar of that year', async () => {
    const calendar = (date: string, kind: 1 | 2) =>
      desk.database.orm.execute(sql`insert into work_calendar_day (tenant_id, date, kind, name, update_time)
        values ('000000', ${date}, ${kind}, '', ${nowSql}) on conflict (tenant_id, date) do update set kind = excluded.kind`);
    // A Wednesday, a Saturday and the Sunday after it, of a year in which nobody has a calendar yet.
    const [wednesday, saturday, sunday] = ['2031-03-05', '2031-03-08', '2031-03-09'];
    const at = (date: string, clock: string): number => Date.parse(`${date}T${clock}:00+08:00`);
    const silent = async (date: string): Promise<number> => {
      const outbox = new Outbox(desk, 'reception');
      await outbox.send([await outbox.write('labTask.receive', { code: freshCode('1') })]);
      await says(outbox, { maxSeq: 2, waiting: 1 });
      await heardAt(outbox, at(date, '08:00'));
      await watch(at(date, '10:00'));
      return (await alarmsOf(outbox)).length;
    };
    expect([await silent(wednesday), await silent(saturday)]).toEqual([1, 1]);
    await calendar(wednesday, 1);
    await calendar(sunday, 2);
    // Day off, weekend, make-up workday, ordinary day.
    expect([await silent(wednesday), await silent(saturday), await silent(sunday), await silent('2031-03-06')]).toEqual([0, 0, 1, 1]);
  });
});

describe('the list', () => {
  it('shows what the house calls a desk, finds and filters', async () => {
    const outbox = new Outbox(desk, 'reception');
    await outbox.send([await outbox.write('labTask.receive', { code: freshCode('1') })]);
    const name = `前台${randomUUID().slice(0, 4)}`;
    expect(await post('offline/device-save', { deviceId: outbox.deviceId, deviceName: name, note: '一楼' })).toBe(200);
    expect(await post('offline/device-save', { deviceId: 'no-such-desk', deviceName: name, note: '' })).toBe(404);
    expect(await post('offline/device-save', { deviceId: outbox.deviceId, deviceName: name, note: '' }, 'reception')).toBe(403);
    expect(await listed({ text: name })).toMatchObject([{ deviceId: outbox.deviceId, deviceName: name, note: '一楼', keptCount: 0, blockCount: 0 }]);
    expect((await listed({ text: name, has: 'old', appVersion: 'other' })).length).toBe(1);
    expect(await listed({ text: name, has: 'gaps' })).toEqual([]);
    expect((await get('offline/device-page', {}, 'reception')).status).toBe(403);
  });
});
