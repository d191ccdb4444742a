import { expect, it } from 'vitest';
import type { ArbitrationDetail } from '#domain/sample/rows.ts';
import { withFollowing } from './decisions.ts';

const first = { personName: '甲', birthDate: '1990-05-06', age: 35, ageUnit: 1, samplingTime: '2026-01-10 08:00:00' };
const second = { ...first, birthDate: '1980-05-06', age: 45, personName: '申' };
const detail = {
  entryForm: 'nomal',
  first,
  second,
  differences: ['personName', 'birthDate', 'age'].map((field) => ({
    field,
    label: [field, field],
    value1: first[field as keyof typeof first],
    value2: second[field as keyof typeof second],
  })),
} as unknown as ArbitrationDetail;

it('lets a calculated field follow its decided source, and nothing else', () => {
  expect(withFollowing(detail, {})).toEqual({});
  expect(withFollowing(detail, { personName: { choice: 2 } })).toEqual({ personName: { choice: 2 } });
  expect(withFollowing(detail, { birthDate: { choice: 2 } })).toEqual({ birthDate: { choice: 2 }, age: { choice: 2 } });
  expect(withFollowing(detail, { birthDate: { choice: 1 } })).toEqual({ birthDate: { choice: 1 }, age: { choice: 1 } });
  // Decided by hand it stays.
  expect(withFollowing(detail, { birthDate: { choice: 2 }, age: { choice: 1 } })['age']).toEqual({ choice: 1 });
});
