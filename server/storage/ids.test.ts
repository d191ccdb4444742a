import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('ids are decimal text, fit a bigint, rise and never repeat', () => {
  const ids = Array.from({ length: 50_000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^\d{15,19}$/.test(id) && BigInt(id) < 2n ** 63n)).toBe(true);
  expect(ids.every((id, at) => at === 0 || BigInt(id) > BigInt(ids[at - 1]!))).toBe(true);
});
