import { expect, it } from 'vitest';
import { attempts, fitted, longestEdge, thumbSize } from './reducePlan.ts';

it('keeps the shape, and never makes a picture larger', () => {
  expect(fitted({ width: 4000, height: 3000 }, 2000)).toEqual({ width: 2000, height: 1500 });
  expect(fitted({ width: 3000, height: 4000 }, 2000)).toEqual({ width: 1500, height: 2000 });
  expect(fitted({ width: 640, height: 480 }, 2000)).toEqual({ width: 640, height: 480 });
  expect(fitted({ width: 10_000, height: 1 }, 100)).toEqual({ width: 100, height: 1 });
  expect(thumbSize({ width: 2400, height: 3600 })).toEqual({ width: 160, height: 240 });
});

it('tries the best first, then coarser, then smaller, and ends', () => {
  const plan = [...attempts({ width: 6000, height: 8000 })];
  expect(plan[0]).toEqual({ width: 2175, height: longestEdge, quality: 0.86 });
  const weights = plan.map(({ width, height, quality }) => [width * height, quality] as const);
  for (let at = 1; at < weights.length; at++) {
    const [before, after] = [weights[at - 1]!, weights[at]!];
    expect(after[0] < before[0] || (after[0] === before[0] && after[1] < before[1])).toBe(true);
  }
  expect(plan.length).toBeLessThan(30);
  expect([...attempts({ width: 50, height: 40 })].length).toBeGreaterThan(0);
});
