import { expect, it } from 'vitest';
import { whatBlocks } from './resultAudit.ts';

it('counts each row that is not passed together once, by its result before its signals', () => {
  const row = (detectionResult: 1 | 2 | 3 | null, ...signals: ('qcLow' | 'delta')[]) => ({ detectionResult, signals });
  const told = whatBlocks([row(2), row(2, 'qcLow'), row(3), row(1, 'qcLow'), row(1, 'qcLow', 'delta'), row(null)]);
  expect(told.map(({ word, count }) => [count, word[0]])).toEqual([
    [1, '无结论'],
    [2, '阳性'],
    [1, '可疑'],
    [2, '质控偏低'],
  ]);
  expect(whatBlocks([])).toEqual([]);
});
