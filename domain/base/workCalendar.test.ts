import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { fillLabel } from '#domain/kernel/label.ts';
import { officialDays } from './officialDays.ts';
import { beginNode, dateModel } from './panelTestCycle.ts';
import { calendarKind, consumedMinutes, dueTime, isWorkingDay, weekdayOf, workCalendar } from './workCalendar.ts';

const official = workCalendar(officialDays);
/** The same with 调休 forgotten. */
const forgetful = workCalendar(officialDays.filter(({ kind }) => kind === calendarKind.holiday));

describe('minutes that count', () => {
  it.each([
    ['2025-09-26 16:00:00', '2025-10-09 10:00:00', 18_360, 5_400, 3_960],
    ['2025-10-11 09:00:00', '2025-10-13 09:00:00', 2_880, 1_440, 540],
    ['2025-10-03 09:00:00', '2025-10-08 09:00:00', 7_200, 0, 0],
  ])('%s to %s', (start, end, calendarDays, working, forgotten) => {
    expect(consumedMinutes(start, end, dateModel.calendarDays, official)).toBe(calendarDays);
    expect(consumedMinutes(start, end, dateModel.workingDays, official)).toBe(working);
    expect(consumedMinutes(start, end, dateModel.workingDays, forgetful)).toBe(forgotten);
  });

  it('knows the weekdays and the official days', () => {
    expect(['2025-09-28', '2025-10-11', '2026-02-16', '2026-11-21'].map(weekdayOf)).toEqual([7, 6, 1, 6]);
    expect(['2025-09-28', '2025-10-11', '2026-10-10'].every((date) => isWorkingDay(date, official))).toBe(true);
    expect(['2025-10-08', '2026-02-16', '2026-11-21'].some((date) => isWorkingDay(date, official))).toBe(false);
    expect(officialDays.every(({ date, kind }) => kind === calendarKind.holiday || weekdayOf(date) > 5)).toBe(true);
    expect(new Set(officialDays.map(({ date }) => date)).size).toBe(officialDays.length);
  });

  it('leaves out pauses, overlapping ones once', () => {
    const pauses = [
      { from: '2026-11-17 10:00:00', to: '2026-11-17 12:00:00' },
      { from: '2026-11-17 11:00:00', to: '2026-11-17 13:00:00' },
      { from: '2026-11-21 00:00:00', to: '2026-11-21 12:00:00' },
    ];
    expect(consumedMinutes('2026-11-17 09:00:00', '2026-11-17 15:00:00', dateModel.workingDays, official, pauses)).toBe(180);
    expect(consumedMinutes('2026-11-20 00:00:00', '2026-11-23 00:00:00', dateModel.workingDays, official, pauses)).toBe(1440);
  });
});

describe('the due time', () => {
  const rule = { beginNode: beginNode.labReceive, dateModel: dateModel.workingDays, cycle: 2880, cutOffHour: null };
  const received = (labReceiveTime: string) => ({ receiveTime: null, labReceiveTime });

  it('waits for its node', () => {
    const waiting = dueTime({ receiveTime: '2026-11-20 09:00:00', labReceiveTime: null }, rule, official);
    expect(waiting.dueTime).toBeNull();
    expect(waiting.steps.map(({ text, params }) => fillLabel(text, params, 'zh'))).toEqual(['实验室接收时间尚未发生，未起算']);
  });

  it('goes over a weekend and says so', () => {
    const due = dueTime(received('2026-11-20 15:00:00'), rule, official);
    expect(due.dueTime).toBe('2026-11-24 15:00:00');
    expect(due.steps.map(({ text, params }) => fillLabel(text, params, 'zh'))).toEqual([
      '起算：实验室接收时间 2026-11-20 15:00:00',
      '2026-11-21 至 2026-11-22 不计（周末）',
      '计满 2880 分钟：2026-11-24 15:00:00',
    ]);
  });

  it('goes over a holiday, not over its make-up workday', () => {
    const due = dueTime(received('2025-09-26 16:00:00'), { ...rule, cycle: 5400 }, official);
    expect(due.dueTime).toBe('2025-10-09 10:00:00');
    expect(due.steps.map(({ text, params }) => fillLabel(text, params, 'en'))[2]).toBe('2025-10-01 to 2025-10-08 does not count (国庆节、中秋节)');
  });

  it('counts for the next day after the cut-off', () => {
    const cut = { ...rule, cutOffHour: 16 };
    expect(dueTime(received('2026-11-17 15:59:59'), cut, official).dueTime).toBe('2026-11-19 15:59:59');
    expect(dueTime(received('2026-11-17 16:00:00'), cut, official).beginTime).toBe('2026-11-18 00:00:00');
    expect(dueTime(received('2026-11-20 16:00:00'), cut, official).dueTime).toBe('2026-11-25 00:00:00');
  });

  it('is moved on by a pause', () => {
    const pause = { from: '2026-11-17 12:00:00', to: '2026-11-18 12:00:00' };
    expect(dueTime(received('2026-11-17 09:00:00'), rule, official, [pause]).dueTime).toBe('2026-11-20 09:00:00');
  });

  it('refuses a calendar without a working day', () => {
    const never = { get: () => ({ date: '', kind: calendarKind.holiday, name: '' }) } as unknown as typeof official;
    expect(() => dueTime(received('2026-11-17 09:00:00'), rule, never)).toThrow(RangeError);
  });

  it('has consumed exactly its cycle when it is due, whatever the start, the pauses and the model', () => {
    const moment = fc
      .integer({ min: toMs('2025-01-01') / 60_000, max: toMs('2026-11-30') / 60_000 })
      .map((minutes) => formatDateTime(minutes * 60_000));
    fc.assert(
      fc.property(
        moment,
        fc.integer({ min: 1, max: 30_000 }),
        fc.constantFrom<number>(dateModel.workingDays, dateModel.calendarDays),
        fc.array(fc.record({ from: moment, minutes: fc.integer({ min: 1, max: 5000 }) }), { maxLength: 3 }),
        (start, cycle, model, stops) => {
          const pauses = stops.map(({ from, minutes }) => ({ from, to: formatDateTime(toMs(from) + minutes * 60_000) }));
          const due = dueTime(received(start), { ...rule, dateModel: model, cycle }, official, pauses);
          expect(consumedMinutes(start, due.dueTime ?? start, model, official, pauses)).toBe(cycle);
        },
      ),
      { seed: 21, numRuns: 500 },
    );
  });
});
