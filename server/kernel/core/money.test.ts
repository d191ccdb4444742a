import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fenOf, yuanOf } from './money.ts';

test('yuan and fen are one sum, to the last fen', () => {
  fc.assert(fc.property(fc.integer({ min: -(10 ** 14), max: 10 ** 14 }), (fen) => fenOf(yuanOf(fen)) === fen));
  expect([fenOf('12'), fenOf('12.5'), fenOf('0.07'), fenOf('1.10'), yuanOf(7), yuanOf(-150), yuanOf(0)]).toEqual([
    1200,
    1250,
    7,
    110,
    '0.07',
    '-1.50',
    '0.00',
  ]);
});
