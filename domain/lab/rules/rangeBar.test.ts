import { expect, it } from 'vitest';
import { rangeBar } from './rangeBar.ts';

const at = (value: string, range: string): number | undefined => rangeBar(value, range)?.at;

it('puts a value on the bar of its range, what lies far outside at its edge', () => {
  expect(rangeBar('6.5', '3.5~9.5')).toEqual({ from: 1 / 3, to: 2 / 3, at: 0.5 });
  expect([at('3.5', '3.5~9.5'), at('9.5', '3.5~9.5'), at('900', '3.5~9.5'), at('-900', '3.5~9.5')]).toEqual([1 / 3, 2 / 3, 1, 0]);
  expect(rangeBar('45', '<45')).toEqual({ from: 0, to: 2 / 3, at: 2 / 3 });
  expect([at('4', '≥4'), at('8', '≥4'), at('0', '≥4')]).toEqual([1 / 3, 2 / 3, 0]);
  expect([at('0', '-3~3'), at('-6', '-3~3')]).toEqual([0.5, expect.closeTo(1 / 6, 9)]);
});

it('draws none where there is nothing to place', () => {
  for (const [value, range] of [
    ['阴性', '阴性'],
    ['5', ''],
    ['<5', '3~10'],
    ['检出', '3~10'],
    ['0.1', '<0'],
    ['5', '5~5'],
  ] as const)
    expect(rangeBar(value, range), `${value} ${range}`).toBeNull();
});
