import { expect, it } from 'vitest';
import { blankConversion, firstFault, sentOf, typedOf, type TypedConversion } from './typedConversion.ts';

const row = (more: Partial<TypedConversion> = {}): TypedConversion => ({ ...blankConversion, itemId: '1', from: '阴性', show: '未检出', ...more });
const cellOf = (...rows: readonly TypedConversion[]) => {
  const fault = firstFault(rows);
  return fault && [fault.row, fault.cell];
};

it('finds the first row that could not be saved, and the cell where it is mended', () => {
  expect(cellOf(row())).toBeNull();
  expect(cellOf(row(), row({ itemId: null }))).toEqual([1, 'itemId']);
  expect(cellOf(row({ from: '', low: '一' }))).toEqual([0, 'low']);
  expect(cellOf(row({ decimals: '9' }))).toEqual([0, 'decimals']);
  expect(cellOf(row({ from: '' }))).toEqual([0, 'from']);
  expect(cellOf(row({ from: '', low: '2', high: '1' }))).toEqual([0, 'low']);
  expect(cellOf(row({ show: '' }))).toEqual([0, 'show']);
  expect(cellOf(row({ show: '检出' }))).toEqual([0, 'show']);
  expect(cellOf(row({ factor: '零' }))).toEqual([0, 'factor']);
  expect(cellOf(row(), row())).toEqual([1, 'from']);
});

it('sends numbers as numbers and nothing for an empty cell, and shows again what was sent', () => {
  const typed = row({ from: ' ', low: '0', high: '1.50', show: '', factor: '1000', decimals: '2' });
  expect(sentOf(typed)).toMatchObject({ from: null, low: 0, high: 1.5, show: null, factor: '1000', decimals: 2, unit: null });
  expect(sentOf(typedOf(sentOf(typed)))).toEqual(sentOf(typed));
});
