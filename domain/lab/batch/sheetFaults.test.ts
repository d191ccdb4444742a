import { expect, it } from 'vitest';
import { judgedSheet } from '../labExamples.ts';
import { requiredOf, sheetFaults } from './sheetFaults.ts';

const lot = (qcLotId: string, lotNo: string, isRequired = 1) => ({ qcLotId, kind: 5 as const, lotNo, name: `质控 ${lotNo}`, isRequired });
const lacking = (lots: readonly ReturnType<typeof lot>[], ...placed: readonly string[]) =>
  sheetFaults({
    ...judgedSheet,
    requiredLots: requiredOf(lots),
    places: [...judgedSheet.places, ...placed.map((qcLotId, at) => ({ ...judgedSheet.places[0]!, at: `A0${at + 2}`, kind: 5 as const, qcLotId }))],
  }).flatMap(({ code, missing }) => (code === 'batch.noControl' ? missing.map(([zh]) => zh) : []));

it('asks for one well of a material, however many items it is judged in, and names it once', () => {
  const both = [lot('1', 'L1'), lot('2', 'L1')];
  expect(lacking(both)).toEqual(['质控 L1']);
  expect(lacking(both, '1')).toEqual([]);
  expect(lacking(both, '2')).toEqual([]);
  expect(lacking([lot('1', 'L1'), lot('3', 'L2')], '1')).toEqual(['质控 L2']);
  // One that nobody asks for stands for its material all the same.
  expect(lacking([lot('1', 'L1'), lot('2', 'L1', 0)], '2')).toEqual([]);
});
