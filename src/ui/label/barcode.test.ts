import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code128Module, code128Modules, dataMatrixModules, qrModules } from '#domain/code/symbolSize.ts';
import { code128Bars, matrixOf } from './barcode.ts';

/** ISO/IEC 15417, table 1: widths of bars and spaces of the values 0 to 106; 106 is the stop. */
const patterns =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  );
const [startA, startB, startC, stop, toC, toB] = [103, 104, 105, 106, 99, 100];

/** Reads a symbol as a scanner does. Throws where it is none. */
function scan(text: string): string {
  const { width, bars } = code128Bars(text);
  const edges = bars.flatMap((bar) => [bar.x, bar.x + bar.width]);
  const widths = edges.slice(1).map((edge, index) => edge - edges[index]!);
  expect(edges.at(-1)! - edges[0]!).toBe(width);
  const values: number[] = [];
  for (let at = 0; at < widths.length - 7; at += 6) values.push(patterns.indexOf(widths.slice(at, at + 6).join('')));
  values.push(patterns.indexOf(widths.slice(-7).join('')));
  expect(values).not.toContain(-1);
  expect(values.at(-1)).toBe(stop);
  const [start = 0, ...rest] = values.slice(0, -2);
  const sum = rest.reduce((total, value, index) => total + value * (index + 1), start);
  expect(values.at(-2), 'check symbol').toBe(sum % 103);
  expect([startB, startC]).toContain(start);
  expect(start).not.toBe(startA);
  let set = start === startC ? 'C' : 'B';
  let read = '';
  for (const value of rest) {
    if (set === 'C' && value === toB) set = 'B';
    else if (set === 'B' && value === toC) set = 'C';
    else read += set === 'C' ? String(value).padStart(2, '0') : String.fromCharCode(value + 32);
  }
  return read;
}

describe('a barcode', () => {
  it.each(['900000001', 'SH01-900000-000123', 'A26000001', 'X', '12', '12345'])('of %s reads back by the table of the standard', (text) => {
    expect(scan(text)).toBe(text);
  });
  it('of any code reads back', () => {
    const code = fc.stringMatching(/^[A-Z0-9./-]{1,24}$/);
    fc.assert(fc.property(code, (text) => scan(text) === text));
  });
  it.each([
    ['900000001', 0.375],
    ['SH01-900000-000123', 0.19],
  ])('of %s fits a label of 50 mm with its quiet zones, in bars a desk scanner reads', (code, atLeast) => {
    const { width } = code128Bars(code);
    expect(code128Module(width, 50)).toBeGreaterThanOrEqual(atLeast);
    expect((width + 20) * code128Module(width, 50)).toBeLessThanOrEqual(50);
  });
  it('is refused for what the symbology has no sign for', () => {
    expect(() => code128Bars('条码')).toThrow();
    expect(() => code128Bars('')).toThrow();
  });
  it('of any code is as wide as its printer is told', () => {
    const text = fc.stringMatching(/^[A-Z0-9./-]{1,24}$/);
    fc.assert(fc.property(text, (code) => code128Bars(code).width === code128Modules(code)));
  });
});

describe('a square symbol', () => {
  it.each(['900000001', 'SH01-900000-000123', '样本1'])('of %s is no larger than its printer is told', (text) => {
    expect(matrixOf('datamatrix', text).size).toBeLessThanOrEqual(dataMatrixModules(text));
    expect(matrixOf('qr', text).size).toBeLessThanOrEqual(qrModules(text));
    expect(matrixOf('qr', text).path).toMatch(/^M0 \d+L/);
  });
  it('is refused for nothing', () => {
    expect(() => matrixOf('qr', '')).toThrow();
  });
});
