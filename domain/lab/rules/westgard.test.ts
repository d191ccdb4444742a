import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cumulativeTarget, judgeControl, zOf, type ControlPoint } from './westgard.ts';

const target = { mean: 10, sd: 1 };
/** Each value is a run of its own. */
const series = (...values: number[]): ControlPoint[] => values.map((value, at) => ({ z: zOf(value, target), runId: `R${at}` }));

it.each<readonly [string, readonly number[], number, readonly string[]]>([
  ['within two deviations', [10.5, 11.9], 1, []],
  ['exactly two', [12], 1, []],
  ['beyond two once', [12.4], 2, ['1-2s']],
  ['exactly three', [13], 2, ['1-2s']],
  ['beyond three', [13.2], 3, ['1-3s']],
  ['beyond three below', [6.8], 3, ['1-3s']],
  ['beyond two twice on one side', [12.1, 12.3], 3, ['2-2s']],
  ['beyond two twice, on either side, in different runs', [12.2, 7.9], 2, ['1-2s']],
  ['beyond one four times', [11.2, 11.1, 11.3, 11.05], 3, ['4-1s']],
  ['beyond one three times', [11.2, 11.1, 11.3], 1, []],
  ['beyond one four times but not in a row', [11.2, 11.1, 10.5, 11.3, 11.05], 1, []],
  ['ten on one side', Array<number>(10).fill(10.1), 3, ['10-x']],
  ['nine on one side', Array<number>(9).fill(10.1), 1, []],
  ['ten of which one is the mean itself', [...Array<number>(9).fill(10.1), 10], 1, []],
  ['nothing measured', [], 1, []],
])('%s', (_what, values, verdict, rules) => {
  expect(judgeControl(series(...values))).toEqual({ verdict, rules });
});

it('two controls of one run that lie apart reject it, whichever is judged', () => {
  const [high, low] = [
    { z: zOf(12.2, target), runId: 'R' },
    { z: zOf(7.9, target), runId: 'R' },
  ];
  expect(judgeControl([high], [low])).toEqual({ verdict: 3, rules: ['R-4s'] });
  expect(judgeControl([low], [high])).toEqual({ verdict: 3, rules: ['R-4s'] });
  expect(judgeControl([high, low])).toEqual({ verdict: 3, rules: ['R-4s'] });
  expect(judgeControl([high], [{ ...low, runId: 'another' }]).rules).toEqual(['1-2s']);
});

it('counts deviations without the dust of fractions', () => {
  expect(zOf(10.3, { mean: 10, sd: 0.1 })).toBe(3);
  expect(zOf(9.8, { mean: 10, sd: 0.1 })).toBe(-2);
  expect(() => zOf(1, { mean: 1, sd: 0 })).toThrow(RangeError);
});

it('is the same below the mean as above it, and looks no further back than ten points', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 6, max: 14, noNaN: true }), { maxLength: 14 }), (values) => {
      const points = series(...values);
      expect(judgeControl(points.map(({ z, runId }) => ({ z: -z, runId })))).toEqual(judgeControl(points));
      expect(judgeControl(points.slice(-10))).toEqual(judgeControl(points));
    }),
  );
});

it('makes a target from the first twenty, and none from fewer', () => {
  const values = Array.from({ length: 20 }, (_none, at) => (at % 2 === 0 ? 9 : 11));
  const made = cumulativeTarget([...values, 500]);
  expect([made?.mean, made?.sd.toFixed(3), made?.cv.toFixed(2)]).toEqual([10, '1.026', '10.26']);
  expect(cumulativeTarget(values.slice(1))).toBeNull();
});
