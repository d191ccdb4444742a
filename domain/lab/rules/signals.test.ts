import { expect, it } from 'vitest';
import { differsFromBefore, earlierThatCount, isClear, isInUnit, signal, type Signal } from './signals.ts';

it('compares no value with one in another unit, however either is written', () => {
  expect(isInUnit({ unit: 'µg/mL' }, 'μg / mL')).toBe(true);
  expect(isInUnit({ unit: null }, '')).toBe(true);
  expect(isInUnit({ unit: 'ng/mL' }, 'pg/mL')).toBe(false);
  expect(isInUnit({ unit: 'Mmol/L' }, 'mmol/L')).toBe(false);
});

it('is clear only when normal, and with no signal at all', () => {
  expect(isClear({ detectionResult: 1, signals: [] })).toBe(true);
  for (const detectionResult of [2, 3, null] as const) expect(isClear({ detectionResult, signals: [] })).toBe(false);
  for (const { code } of signal.options) expect(isClear({ detectionResult: 1, signals: [code as Signal] }), String(code)).toBe(false);
});

it.each([
  ['130', '100', 30, false],
  ['131', '100', 30, true],
  ['69', '100', 30, true],
  ['70', '100', 30, false],
  ['-131', '-100', 30, true],
  ['0', '0', 30, false],
  ['1', '0', 30, true],
  ['<5', '100', 30, false],
  ['检出', '100', 30, false],
  ['杂合', '野生型', null, true],
  ['野生型 ', '野生型', null, false],
  ['1.1', '1.0', null, true],
] as const)('%j after %j, at most %j percent: %j', (value, earlier, most, differs) => {
  expect(differsFromBefore(value, earlier, most)).toBe(differs);
});

it('looks at the last three of two years', () => {
  const at = (date: string) => ({ value: date, date });
  const earlier = [at('2023-11-24'), at('2025-01-01'), at('2025-11-22'), at('2024-06-01'), at('2025-11-24'), at('2023-11-21')];
  expect(earlierThatCount(earlier, '2025-11-23').map(({ date }) => date)).toEqual(['2025-11-22', '2025-01-01', '2024-06-01']);
  expect(earlierThatCount([at('2023-11-21'), at('2023-11-24')], '2025-11-23').map(({ date }) => date)).toEqual(['2023-11-24']);
});
