import { expect, it } from 'vitest';
import { followSources } from './derive.ts';

const now = '2026-01-10 09:00:00';
const pass = { birthDate: '1990-05-06', age: 35, ageUnit: 1, samplingTime: '2026-01-10 08:00:00' };

it('calculates anew what was calculated, when its source is chosen otherwise', () => {
  const chosen = { ...pass, birthDate: '1980-05-06' };
  expect(followSources('nomal', [pass], chosen, now, new Set(['birthDate']))).toEqual({ ...chosen, age: 45 });
});

it('leaves what somebody typed otherwise, and what somebody decided on', () => {
  const typed = { ...pass, age: 34 };
  const chosen = { ...typed, birthDate: '1980-05-06' };
  expect(followSources('nomal', [typed], chosen, now, new Set(['birthDate']))).toEqual(chosen);
  const decided = { ...pass, birthDate: '1980-05-06' };
  expect(followSources('nomal', [pass], decided, now, new Set(['birthDate', 'age']))['age']).toBe(35);
});

it('does the arithmetic of a pregnancy again', () => {
  const values = { heightCm: 160, weightKg: 50, bmi: 19.5 };
  expect(followSources('nipt', [values], { ...values, weightKg: 64 }, now, new Set(['weightKg']))['bmi']).toBe(25);
  expect(followSources('nipt', [values], { ...values, weightKg: 64 }, now, new Set(['weightKg', 'bmi']))['bmi']).toBe(19.5);
});
