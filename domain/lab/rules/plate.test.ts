import { expect, it } from 'vitest';
import { batchName, nextFree, placeOf, wellOf } from './plate.ts';

it.each([
  [96, 1, 'A01'],
  [96, 8, 'H01'],
  [96, 9, 'A02'],
  [96, 96, 'H12'],
  [384, 16, 'P01'],
  [384, 17, 'A02'],
  [384, 384, 'P24'],
  [8, 8, 'H01'],
] as const)('on a plate of %i, place %i is %s', (format, place, well) => {
  expect(wellOf(format, place)).toBe(well);
});

it('every place has a name of its own that leads back to it', () => {
  for (const format of [8, 96, 384] as const) {
    const wells = Array.from({ length: format }, (_none, at) => wellOf(format, at + 1));
    expect(new Set(wells).size).toBe(format);
    expect(wells.map((well) => placeOf(format, well))).toEqual(wells.map((_well, at) => at + 1));
  }
});

it('reads a name as people and instruments write it, and no name of another plate', () => {
  expect([placeOf(96, 'a1'), placeOf(96, ' H012 '), placeOf(384, 'P24')]).toEqual([1, 96, 384]);
  expect([placeOf(96, 'I01'), placeOf(96, 'A13'), placeOf(96, 'A00'), placeOf(96, '1A'), placeOf(8, 'A02'), placeOf(96, '')]).toEqual(
    Array(6).fill(null),
  );
  expect(() => wellOf(96, 97)).toThrow(RangeError);
  expect(() => wellOf(96, 0)).toThrow(RangeError);
});

it('a scan fills the next free place, and the holes once the end is reached', () => {
  expect(nextFree(96, new Set())).toBe('A01');
  expect(nextFree(96, new Set(['A01', 'B01']))).toBe('C01');
  expect(nextFree(96, new Set(['A01', 'H12']), 'H12')).toBe('B01');
  expect(nextFree(96, new Set(['H03', 'A04']), 'H03')).toBe('B04');
  expect(nextFree(8, new Set('ABCDEFGH'.split('').map((row) => `${row}01`)))).toBeNull();
});

it('names a sheet by laboratory, line, day and number', () => {
  expect(batchName('SH', 'tngs', '2025-09-26', 3)).toBe('SH-tngs-250926-03');
  expect(batchName('SH', 'mapmi', '2025-12-31', 112)).toBe('SH-mapmi-251231-112');
});
