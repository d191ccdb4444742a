import { describe, expect, it } from 'vitest';
import { cleanScan, looksLikeInputMethod } from './cleanScan.ts';
import { parseTypedDate, parseTypedDateTime, weekdayOf } from './parseTypedDate.ts';
import { characterOf, isTerminator, quietTime, ScanBurst } from './scanBurst.ts';

describe('cleanScan', () => {
  it.each([
    ['a26000001\r', 'A26000001'],
    [']C1A26000001', 'A26000001'],
    ['Ａ２６０００００１', 'A26000001'],
    ['http://lims/scan?code=A26000001&x=1', 'A26000001'],
    ['YBBH=026000001', '026000001'],
    ['\u001dA26000001', 'A26000001'],
  ])('%j is %s', (raw, code) => expect(cleanScan(raw)).toBe(code));
  it('notices an input method', () => {
    expect(looksLikeInputMethod('啊26')).toBe(true);
    expect(looksLikeInputMethod('A26')).toBe(false);
  });
});

describe('typed dates', () => {
  it.each([
    ['0520', '2026-05-20'],
    ['20250520', '2025-05-20'],
    ['5.20', '2026-05-20'],
    ['2025/5/2', '2025-05-02'],
    ['t', '2026-11-21'],
    ['今', '2026-11-21'],
    ['-1', '2026-11-20'],
    ['+2', '2026-11-23'],
    ['5月2日', '2026-05-02'],
  ])('%s is %s', (typed, date) => expect(parseTypedDate(typed, '2026-11-21')).toBe(date));
  it.each(['0230', '2025-13-01', 'abc', '', '20250230', '99'])('%j is no date', (typed) => expect(parseTypedDate(typed, '2026-11-21')).toBeNull());
  it.each([
    ['0520 0930', '2026-05-20 09:30:00'],
    ['t 9:05', '2026-11-21 09:05:00'],
    ['n', '2026-11-21 10:00:00'],
    ['t', '2026-11-21 10:00:00'],
    ['-1', '2026-11-20 00:00:00'],
    ['2026-11-20 09:30:15', '2026-11-20 09:30:15'],
  ])('%s is %s', (typed, at) => expect(parseTypedDateTime(typed, '2026-11-21 10:00:00')).toBe(at));
  it('refuses impossible times', () => expect(parseTypedDateTime('t 2561', '2026-11-21 10:00:00')).toBeNull());
  it('names the weekday', () => expect(weekdayOf('2026-11-21')).toEqual(['周六', 'Sat']));
});

describe('scan bursts', () => {
  it('waits for more of a code as long as the scanner it knows and the computer ask for', () => {
    expect([quietTime(true, 0), quietTime(true, 100), quietTime(true, 5_000), quietTime(false, 0)]).toEqual([110, 400, 1_500, 1_500]);
  });
  it('tells a scanner from a typist by pace', () => {
    const burst = new ScanBurst();
    [...'A2600'].forEach((character, index) => burst.add(character, index * 8));
    expect(burst.take()).toEqual({ text: 'A2600', inputMode: 'scan' });
    [...'A2600'].forEach((character, index) => burst.add(character, index * 120));
    expect(burst.take()).toEqual({ text: 'A2600', inputMode: 'manual' });
  });
  it('reads physical keys while an input method composes', () => {
    const composing = { key: 'Process', code: 'KeyL', shiftKey: false, isComposing: true };
    expect(characterOf(composing)).toBe('L');
    expect(characterOf({ ...composing, code: 'Digit7' })).toBe('7');
    expect(characterOf({ ...composing, code: 'ShiftLeft' })).toBeNull();
  });
  it.each([
    ['Enter', 'Enter', false, true],
    ['j', 'KeyJ', true, true],
    ['m', 'KeyM', true, true],
    ['Tab', 'Tab', false, true],
    ['j', 'KeyJ', false, false],
  ])('%s (%s, ctrl %s) ends a scan: %s', (key, code, ctrlKey, ends) => {
    expect(isTerminator({ key, code, ctrlKey })).toBe(ends);
  });
});
