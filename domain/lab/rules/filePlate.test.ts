import { expect, it } from 'vitest';
import { placeKind } from '../batch/sheetChoices.ts';
import { faultyWells, plateOfFile, stateOfWell, type PlatePlace, type PlateRow } from './filePlate.ts';

const place = (well: string, more: Partial<PlatePlace>): PlatePlace => ({
  well,
  kind: placeKind.sample,
  taskId: null,
  qcLotId: null,
  code: null,
  ...more,
});
const row = (line: number, more: Partial<PlateRow>): PlateRow => ({
  line,
  code: `C${line}`,
  well: null,
  taskId: null,
  qcLotId: null,
  controlKind: null,
  verdict: 'ok',
  errors: [],
  warnings: [],
  params: {},
  ...more,
});

it('lays a file over its run sheet: controls first, what is missing, surplus or in another well is told', () => {
  const places = [
    place('A01', { taskId: 't1', code: 'L1' }),
    place('B01', { taskId: 't2', code: 'L2' }),
    place('C01', { taskId: 't3', code: 'L3' }),
    place('D01', { taskId: 't4', code: 'L4' }),
    place('E01', { kind: placeKind.negative }),
    place('F01', { kind: placeKind.positive, qcLotId: 'q1' }),
    place('G01', { kind: placeKind.blank }),
  ];
  const rows = [
    row(2, { taskId: 't1', well: 'a1' }),
    row(3, { taskId: 't2', well: 'C1', verdict: 'ok' }),
    row(4, { taskId: 't4', verdict: 'warn', warnings: ['nameDiffers'] }),
    row(5, { controlKind: 'NC', verdict: 'error', errors: ['controlOut'] }),
    row(6, { controlKind: 'PC', qcLotId: 'q1' }),
    row(7, { taskId: 't9', warnings: ['notInBatch'], verdict: 'warn' }),
    row(8, { verdict: 'error', errors: ['unknownCode'] }),
  ];
  const plate = plateOfFile({ batch: 'SH01-general-261124-01', format: 96, places }, rows);
  expect(plate.wells.map((one) => [one.well, one.line, stateOfWell(one), one.otherWell])).toEqual([
    ['A01', 2, 'ok', null],
    ['B01', 3, 'warn', 'C1'],
    ['C01', null, 'missing', null],
    ['D01', 4, 'warn', null],
    ['E01', 5, 'error', null],
    ['F01', 6, 'ok', null],
    ['G01', null, 'blank', null],
  ]);
  expect(plate.surplus.map(({ line }) => line)).toEqual([7, 8]);
  expect(faultyWells(plate.wells).map(({ well }) => well)).toEqual(['E01', 'C01', 'B01', 'D01']);
});

it('draws a file without a run sheet as its wells are, and nothing where it names none', () => {
  expect(plateOfFile(null, [row(2, { well: 'A1' }), row(3, { well: 'P24' })])).toMatchObject({
    plateFormat: 384,
    wells: [{ well: 'A01' }, { well: 'P24' }],
  });
  expect(plateOfFile(null, [row(2, { well: 'H12' })])).toMatchObject({ plateFormat: 96 });
  expect(plateOfFile(null, [row(2, {})])).toMatchObject({ plateFormat: 0, wells: [] });
});
