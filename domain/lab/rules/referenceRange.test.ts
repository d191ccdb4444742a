import { expect, it } from 'vitest';
import { judgeValue, readRange } from './referenceRange.ts';

it.each([
  ['9.5', '3.5~9.5', 'normal'],
  ['9.6', '3.5~9.5', 'high'],
  ['3.4', '3.5~9.5', 'low'],
  ['45', '<45', 'high'],
  ['44.9', '<45', 'normal'],
  ['45', '≤45', 'normal'],
  ['3.9', '≥4', 'low'],
  ['4', '≥4', 'normal'],
  ['4', '>4', 'low'],
  ['-3', '-3~3', 'normal'],
  ['−3.1', '-3~3', 'low'],
  ['-5', '-9--4', 'normal'],
  ['检出', '未检出', 'high'],
  ['未检出', '未检出', 'normal'],
  ['弱阳性', '阴性/弱阳性', 'normal'],
  ['<5', '3~10', 'unclear'],
  ['<3', '3~10', 'low'],
  ['≤3', '3~10', 'unclear'],
  ['<5', '<45', 'normal'],
  ['<45', '<45', 'normal'],
  ['≤45', '<45', 'unclear'],
  ['>50', '<45', 'high'],
  ['≥45', '<45', 'high'],
  ['>45', '≤45', 'high'],
  ['>9', '3~10', 'unclear'],
  ['5', '', null],
  ['', '3~10', null],
  ['检出', '3~10', null],
  ['5', '10~3', null],
] as const)('%j against %j is %j', (value, range, expected) => {
  expect(judgeValue(value, range)).toBe(expected);
});

it('reads the ways a range is written as the same range', () => {
  for (const text of ['3.5~9.5', '3.5～9.5', '3.5-9.5', ' 3.5 — 9.5 ']) expect(readRange(text), text).toEqual(readRange('3.5~9.5'));
  expect(readRange('<=45')).toEqual(readRange('≤45'));
});

it('every number lies on one side or within, and a greater one never further down', () => {
  const ranges = ['3.5~9.5', '<4', '≤4', '>4', '≥4', '-3~3'];
  const order = ['low', 'normal', 'high'];
  for (const range of ranges) {
    let last = 0;
    for (let value = -12; value <= 12; value += 0.5) {
      const at = order.indexOf(String(judgeValue(String(value), range)));
      expect(at, `${value} in ${range}`).toBeGreaterThanOrEqual(last);
      last = at;
    }
  }
});
