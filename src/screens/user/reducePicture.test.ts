import { expect, it } from 'vitest';
import { middleSquare } from './reducePicture.ts';

it('takes the middle of a picture, lying, standing or square', () => {
  expect(middleSquare(4000, 3000)).toEqual({ x: 500, y: 0, side: 3000 });
  expect(middleSquare(301, 500)).toEqual({ x: 0, y: 99, side: 301 });
  expect(middleSquare(64, 64)).toEqual({ x: 0, y: 0, side: 64 });
});
