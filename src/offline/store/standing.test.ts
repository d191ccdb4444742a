import { expect, it } from 'vitest';
import { counts, goesBefore } from './standing.ts';

it('believes its own act until a list that was asked for after its receipt', () => {
  const receipt = { state: 'acked', resolvedAt: 1000 } as const;
  expect(goesBefore(receipt, null)).toBe(true);
  expect(goesBefore(receipt, 999)).toBe(true);
  // Asked for in the same millisecond: the server may have read before it wrote.
  expect(goesBefore(receipt, 1000)).toBe(true);
  expect(goesBefore(receipt, 1001)).toBe(false);
});

it('believes what has no answer yet, however new the list, and nothing that was given up or refused', () => {
  for (const state of ['pending', 'sending', 'held', 'blocked', 'quarantined'] as const) {
    expect(goesBefore({ state, resolvedAt: null }, 5000), state).toBe(true);
    expect(counts({ state }), state).toBe(true);
  }
  for (const state of ['discarded', 'superseded', 'rejected', 'conflict'] as const) {
    expect(goesBefore({ state, resolvedAt: null }, null), state).toBe(false);
    expect(counts({ state }), state).toBe(false);
  }
});
