import { expect, it } from 'vitest';
import { fitScale, moved, rotated, scaleOf, whole, zoomed } from './viewport.ts';

const picture = { width: 2000, height: 3000 };
const frame = { width: 500, height: 600 };

it('shows all of a picture, lying or standing, and none larger than it is', () => {
  expect(fitScale(picture, frame, 0)).toBe(0.2);
  expect(fitScale(picture, frame, 90)).toBeCloseTo(500 / 3000);
  expect(fitScale({ width: 100, height: 50 }, frame, 0)).toBe(1);
  expect(fitScale({ width: 0, height: 0 }, frame, 0)).toBe(1);
});

it('keeps the point under the pointer where it is', () => {
  const near = zoomed(whole, 4, picture, frame);
  expect(near).toEqual({ scale: 0.8, turn: 0, x: 0, y: 0 });
  const at = { x: 120, y: -80 };
  const nearer = zoomed(near, 2, picture, frame, at);
  // The picture's point under the pointer, before and after.
  expect((at.x - nearer.x) / 1.6).toBeCloseTo((at.x - near.x) / 0.8);
  expect((at.y - nearer.y) / 1.6).toBeCloseTo((at.y - near.y) / 0.8);
  expect(zoomed(nearer, 1000, picture, frame).scale).toBe(8);
  expect(zoomed(nearer, 0.0001, picture, frame).scale).toBe(0.02);
});

it('pushes no picture out of its frame', () => {
  expect(moved(whole, { x: 300, y: 300 }, picture, frame)).toEqual(whole);
  const near = zoomed(whole, 5, picture, frame);
  expect(moved(near, { x: 10_000, y: -10_000 }, picture, frame)).toMatchObject({ x: 750, y: -1200 });
});

it('turns by quarters, and comes back to where it was', () => {
  let view = zoomed(whole, 6, picture, frame, { x: 30, y: 40 });
  const before = view;
  for (let quarter = 0; quarter < 4; quarter++) view = rotated(view, 1, picture, frame);
  expect(view.turn).toBe(0);
  expect(view.x).toBeCloseTo(before.x);
  expect(rotated(rotated(before, 1, picture, frame), -1, picture, frame).turn).toBe(0);
  expect(rotated(whole, -1, picture, frame).turn).toBe(270);
  expect(scaleOf(rotated(whole, 1, picture, frame), picture, frame)).toBeCloseTo(500 / 3000);
});
