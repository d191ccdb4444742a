import { expect, it } from 'vitest';
import { inkZone } from './inkZone.ts';
import { shownZone } from './viewport.ts';

/** A light paper, dark where `isInk` says so. */
function paper(width: number, height: number, isInk: (x: number, y: number) => boolean): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) pixels.fill(isInk(at % width, Math.floor(at / width)) ? 30 : 235, at * 4, at * 4 + 4);
  return pixels;
}

it('finds where a paper is filled in, past its specks', () => {
  const zone = inkZone(
    paper(100, 200, (x, y) => (x >= 20 && x < 70 && y >= 30 && y < 90 && y % 3 === 0) || (x === 95 && y === 190)),
    { width: 100, height: 200 },
  );
  expect(zone).toEqual({ left: 0.2, right: 0.7, top: 0.15, bottom: 0.44 });
});

it('finds nothing on an empty paper', () => {
  expect(
    inkZone(
      paper(50, 50, () => false),
      { width: 50, height: 50 },
    ),
  ).toBe(null);
});

it('shows the zone one to one from where it begins, whichever way the paper lies', () => {
  const picture = { width: 1000, height: 2000 };
  const zone = { left: 0.2, right: 0.7, top: 0.1, bottom: 0.9 };
  // As wide as the frame: in its middle, its top at the frame's top.
  const wide = shownZone(zone, 0, picture, { width: 500, height: 600 });
  expect([wide.scale, Math.round(wide.x), Math.round(wide.y)]).toEqual([1, 50, 512]);
  // Wider than the frame: from its left.
  expect(shownZone(zone, 0, picture, { width: 400, height: 600 }).x).toBeCloseTo(112);
  // Turned right, its lower end lies at the left.
  expect(shownZone(zone, 90, picture, { width: 400, height: 300 }).x).toBeCloseTo(800 - 200 + 12);
});
