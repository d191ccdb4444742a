import { expect, it } from 'vitest';
import { changesOf, type ComparedVersion } from './resultVersions.ts';

const version = (more: Partial<ComparedVersion> = {}): ComparedVersion => ({ round: 1, values: {}, metrics: {}, findings: [], ...more });
const told = (now: Partial<ComparedVersion>, before?: Partial<ComparedVersion>) =>
  changesOf(version(now), before && version(before)).map(({ itemId, metric, finding, part, before: was, after }) => [
    itemId ?? metric ?? finding,
    part,
    was,
    after,
  ]);

it('tells values and measures that came, changed and went; an empty one is none', () => {
  expect(told({ values: { 1: '5', 3: '' }, metrics: { ff: '8' } }, { values: { 1: '4', 2: '7' }, metrics: {} })).toEqual([
    ['1', null, '4', '5'],
    ['2', null, '7', null],
    ['ff', null, null, '8'],
  ]);
});

it('tells findings that came and went, and what of one changed', () => {
  const flu = { name: '甲流', findingClass: 'rnaVirus', confidence: 'high', reads: 120, isReported: 1 };
  expect(told({ findings: [flu] }, {})).toEqual([['甲流', null, null, 'rnaVirus']]);
  expect(told({ findings: [] }, { findings: [flu] })).toEqual([['甲流', null, 'rnaVirus', null]]);
  expect(told({ findings: [{ ...flu, confidence: 'low', isReported: 0 }] }, { findings: [flu] })).toEqual([
    ['甲流', 'confidence', 'high', 'low'],
    ['甲流', 'isReported', '1', '0'],
  ]);
  expect(told({ findings: [flu] }, { findings: [{ ...flu, rpm: null }] })).toEqual([]);
});

it('holds two of one name apart', () => {
  const one = { name: 'GJB2', reads: 1 };
  expect(told({ findings: [one, { ...one, reads: 3 }] }, { findings: [one, { ...one, reads: 2 }] })).toEqual([['GJB2', 'reads', '2', '3']]);
  expect(told({ findings: [one] }, { findings: [one, one] })).toEqual([['GJB2', null, '', null]]);
});

it('compares nothing with another round', () => {
  expect(told({ round: 2, values: { 1: '5' } }, { values: { 1: '4' } })).toEqual([['1', null, null, '5']]);
});
