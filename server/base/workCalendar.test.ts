import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type Answered, type House } from '#server/walks/house.ts';
import { calendarDays, seedCalendar } from './workCalendar.ts';

const base = '/api/accession-lims-base/work-calendar';

describe('the work calendar', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
    await seedCalendar(house.database, '000000');
  });
  afterAll(() => house.close());
  const list = async (year: string): Promise<{ date: string; kind: number; name: string }[]> =>
    (await house.call('lab', 'GET', `${base}/list`, { query: { year } })).body.data;
  const post = (verb: string, body: unknown, account = 'ops'): Promise<Answered> => house.call(account, 'POST', `${base}/${verb}`, { body });

  it('begins with the official days, and keeps what people change when it is started again', async () => {
    expect(await list('2025')).toContainEqual({ date: '2025-09-28', kind: 2, name: '国庆节、中秋节调休' });
    expect((await list('2026')).filter(({ kind }) => kind === 1)).toHaveLength(3 + 9 + 3 + 5 + 3 + 3 + 7);
    expect((await post('cancel-holiday', { dates: ['2026-01-04'] })).status).toBe(200);
    await seedCalendar(house.database, '000000');
    expect((await list('2026')).some(({ date }) => date === '2026-01-04')).toBe(false);
  });

  it('sets days, changes them, and makes them ordinary again', async () => {
    expect(
      (
        await post('set-holiday', {
          days: [
            { date: '2027-01-01', kind: 1, name: '元旦' },
            { date: '2027-01-09', kind: 2 },
          ],
        })
      ).status,
    ).toBe(200);
    expect((await post('set-holiday', { days: [{ date: '2027-01-09', kind: 1, name: '停电' }] })).status).toBe(200);
    expect(await list('2027')).toEqual([
      { date: '2027-01-01', kind: 1, name: '元旦' },
      { date: '2027-01-09', kind: 1, name: '停电' },
    ]);
    expect((await post('cancel-holiday', { dates: ['2027-01-01', '2027-01-09'] })).status).toBe(200);
    expect(await list('2027')).toEqual([]);
  });

  it('refuses with the day named: twice, no change, no such day, no right', async () => {
    const twice = await post('set-holiday', {
      days: [
        { date: '2027-05-03', kind: 1 },
        { date: '2027-05-03', kind: 1 },
      ],
    });
    expect([twice.status, twice.body.msg]).toEqual([400, '同一天出现多次：2027-05-03']);
    const idle = await post('set-holiday', { days: [{ date: '2027-05-03', kind: 2 }] });
    expect(idle.body.msg).toBe('2027-05-03 按星期本就如此，无需设置');
    expect((await post('cancel-holiday', { dates: ['2027-05-03'] })).body.msg).toBe('2027-05-03 本就是平常日');
    expect((await post('set-holiday', { days: [{ date: '2027-02-30', kind: 1 }] })).status).toBe(400);
    expect((await post('set-holiday', { days: [{ date: '2027-05-03', kind: 1 }] }, 'lab')).status).toBe(403);
    expect((await house.call('lab', 'GET', `${base}/list`, { query: { year: 'x' } })).status).toBe(400);
    expect(await list('2027')).toEqual([]);
  });

  it('belongs to its tenant', async () => {
    expect(await calendarDays(house.database.orm, '000001', '2025-01-01', '2026-12-31')).toEqual([]);
  });
});
