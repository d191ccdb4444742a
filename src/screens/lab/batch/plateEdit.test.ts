import { expect, it } from 'vitest';
import { placeKind } from '#domain/lab/batch/sheetChoices.ts';
import { clearPlace, controlChoices, fillNext, movePlace, placeOfCode, sentPlace, typeInto, type EditedPlace } from './plateEdit.ts';

const tube = (code: string) => ({ kind: placeKind.sample, taskId: code, sampleCode: code, labCode: `L-${code}` });
const fill = (places: readonly EditedPlace[], code: string, wish: string | null = null) => fillNext(96, places, tube(code), wish)!.places;
const wells = (places: readonly EditedPlace[]) => places.map(({ at, taskId }) => `${at} ${taskId}`);

it('fills down the columns from where a person points, and round to what was left free', () => {
  const one = fill([], '1', 'H01');
  const two = fill(one, '2');
  expect(wells(two)).toEqual(['H01 1', 'A02 2']);
  // A wish that is taken is no wish: the next free one behind it.
  expect(wells(fill(two, '3', 'H01'))).toEqual(['H01 1', 'A02 2', 'B02 3']);
  expect(wells(fill([{ ...two[0]!, at: 'H12' }], '4'))).toEqual(['A01 4', 'H12 1']);
});

it('says of a full plate that it is full, and changes nothing', () => {
  let places: readonly EditedPlace[] = [];
  for (let count = 0; count < 8; count++) places = fillNext(8, places, tube(String(count)), null)!.places;
  expect(fillNext(8, places, tube('9'), 'A01')).toBeNull();
});

it('moves, changes over and clears, and keeps what was typed with its tube', () => {
  const typed = typeInto(fill(fill([], '1'), '2'), 'A01', 'index1', 'cgga');
  const moved = movePlace(96, typed, 'A01', 'C05');
  expect(wells(moved)).toEqual(['B01 2', 'C05 1']);
  expect(moved[1]?.typed.index1).toBe('cgga');
  expect(wells(movePlace(96, moved, 'C05', 'B01'))).toEqual(['B01 1', 'C05 2']);
  expect(wells(clearPlace(96, moved, 'B01'))).toEqual(['C05 1']);
  expect(sentPlace(moved[1]!, 96)).toMatchObject({ well: 'C05', taskId: '1', index1: 'cgga', index2: null });
});

it('numbers lines without a plate anew, and finds a tube by either of its codes', () => {
  const places = fillNext(0, fillNext(0, [], tube('1'), null)!.places, tube('2'), null)!.places;
  expect(wells(clearPlace(0, places, '1'))).toEqual(['1 2']);
  expect([placeOfCode(places, 'L-2'), placeOfCode(places, '1'), placeOfCode(places, '3')]).toEqual(['2', '1', null]);
});

it('offers the lots that may be used, and a control by its kind alone where the group has no lot of it', () => {
  const lot = { qcLotId: '7', kind: placeKind.negative, lotNo: 'NC-7', name: '阴性对照 NC-7', isRequired: 1, isExpired: false };
  const names = (lots: Parameters<typeof controlChoices>[0]) => controlChoices(lots).map(({ name, qcLotId }) => [name, qcLotId]);
  expect(names([])).toEqual([
    ['NC', null],
    ['PC', null],
    ['', null],
  ]);
  expect(names([lot])).toEqual([
    ['NC NC-7', '7'],
    ['PC', null],
    ['', null],
  ]);
  // An expired one is not offered, nor is a control without its lot in its place.
  expect(names([{ ...lot, isExpired: true }])).toEqual([
    ['PC', null],
    ['', null],
  ]);
});
