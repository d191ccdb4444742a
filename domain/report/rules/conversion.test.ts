import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { changesMeaning, checkConversion, converted, resultClassOf, type ConversionRow, type PrintedValue } from './conversion.ts';
import { multiplied } from './exactDecimal.ts';

const row = (more: Partial<ConversionRow>): ConversionRow => ({
  itemId: '1',
  qualitativeResult: qualitativeResult.negative,
  from: null,
  low: null,
  high: null,
  show: null,
  factor: null,
  decimals: null,
  unit: null,
  ...more,
});
const printed = (value: string, more: Partial<PrintedValue> = {}): PrintedValue => ({
  itemId: '1',
  value,
  unit: 'ng',
  referenceRange: '0.001~0.030',
  qualitativeResult: qualitativeResult.negative,
  ...more,
});
const codes = (rows: readonly ConversionRow[]) => checkConversion(rows).map(({ code }) => code);

describe('the wording of results', () => {
  it('says a negative result in the client’s word', () => {
    const rows = [row({ from: '阴性', show: '未检出' })];
    expect(checkConversion(rows)).toEqual([]);
    expect(converted(printed('阴性'), rows).value).toBe('未检出');
    expect(converted(printed('阴性', { qualitativeResult: qualitativeResult.positive }), rows).value).toBe('阴性');
    expect(converted(printed('阴性', { itemId: '2' }), rows).value).toBe('阴性');
  });

  it.each([
    ['0.5', 'normal', qualitativeResult.negative],
    ['0.5', 'high', qualitativeResult.positive],
    ['0.5', 'low', qualitativeResult.positive],
    ['检出', 'normal', qualitativeResult.negative],
    ['检出', 'high', qualitativeResult.positive],
    ['弱阳性', 'high', qualitativeResult.suspected],
    ['可疑', null, qualitativeResult.suspected],
    ['检出', null, qualitativeResult.positive],
    ['未检出', null, qualitativeResult.negative],
    ['0.5', null, qualitativeResult.negative],
  ])('reads %s, which is %s for its range, as %s', (value, status, expected) => {
    expect(resultClassOf(value, status)).toBe(expected);
  });

  it('takes no word that says the contrary of the result’s own, whatever class the row names', () => {
    expect(codes([row({ from: '检出', show: '未检出' })])).toEqual(['reportConvert.meaning']);
    expect(codes([row({ from: '检出', show: '见附页' })])).toEqual([]);
    expect(codes([row({ from: 'A1', show: '未检出' })])).toEqual([]);
  });

  it.each([
    ['未检出', qualitativeResult.positive, true],
    ['阳性(+)', qualitativeResult.positive, false],
    ['检出', qualitativeResult.negative, true],
    ['未检出', qualitativeResult.negative, false],
    ['弱阳性', qualitativeResult.positive, true],
    ['可疑', qualitativeResult.suspected, false],
    ['未见异常', qualitativeResult.negative, false],
    ['不正常', qualitativeResult.negative, true],
    ['Abnormal', qualitativeResult.negative, true],
    ['Not detected', qualitativeResult.negative, false],
    ['NOT DETECTED', qualitativeResult.positive, true],
    ['见附页', qualitativeResult.positive, false],
  ] as const)('“%s” for class %s changes the meaning: %s', (show, result, expected) => {
    expect(changesMeaning(show, result)).toBe(expected);
    expect(codes([row({ qualitativeResult: result, from: 'x', show })])).toEqual(expected ? ['reportConvert.meaning'] : []);
  });

  it('measures in another unit, the range with it', () => {
    const rows = [row({ low: 0, factor: '1000', decimals: 2, unit: 'pg' })];
    expect(checkConversion(rows)).toEqual([]);
    expect(converted(printed('0.0215'), rows)).toMatchObject({ value: '21.50', unit: 'pg', referenceRange: '1~30' });
    expect(converted(printed('<0.0215'), rows)).toMatchObject({ value: '<21.50', unit: 'pg' });
    expect(converted(printed('阴性'), rows)).toEqual(printed('阴性'));
  });

  it('refuses two rows that fit one result, and rows that say nothing', () => {
    expect(codes([row({ from: '阴性', show: '未检出' }), row({ from: '阴性', show: '(-)' })])).toEqual(['reportConvert.two']);
    expect(codes([row({ low: 0, high: 5, decimals: 1 }), row({ low: 4, decimals: 2 })])).toEqual(['reportConvert.two']);
    expect(codes([row({ low: 0, high: 4, decimals: 1 }), row({ low: 4, decimals: 2 })])).toEqual([]);
    expect(codes([row({ from: '阴性', low: 1, show: '未检出' })])).toEqual(['reportConvert.noCondition']);
    expect(codes([row({ show: '未检出' })])).toEqual(['reportConvert.noCondition']);
    expect(codes([row({ low: 4, high: 4, decimals: 1 })])).toEqual(['reportConvert.span']);
    expect(codes([row({ low: 4 })])).toEqual(['reportConvert.nothing']);
    expect(codes([row({ low: 4, factor: '-1' })])).toEqual(['reportConvert.factor']);
  });
});

describe('a product of decimals', () => {
  it.each([
    ['0.0215', '1000', 2, '21.50'],
    ['1.005', '100', 0, '101'],
    ['1.005', '1', 2, '1.01'],
    ['-1.005', '1', 2, '-1.01'],
    ['2.5', '1', 0, '3'],
    ['0.030', '1000', null, '30'],
    ['100', '10', null, '1000'],
    ['0.1', '0.1', null, '0.01'],
  ] as const)('%s × %s to %s decimals is %s', (value, factor, decimals, expected) => {
    expect(multiplied(value, factor, decimals)).toBe(expected);
  });

  it('never is further from the truth than half of its last place', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 8 }), (digits, scale, decimals) => {
        const value =
          scale === 0
            ? String(digits)
            : `${digits < 0 ? '-' : ''}${String(Math.abs(digits))
                .padStart(scale + 1, '0')
                .replace(new RegExp(`(\\d{${scale}})$`), '.$1')}`;
        const [got, unit] = [multiplied(value, '1', decimals), 10n ** 8n];
        const exact = (text: string): bigint => {
          const [whole = '', part = ''] = text.replace('-', '').split('.');
          return (text.startsWith('-') ? -1n : 1n) * BigInt(whole + part.padEnd(8, '0').slice(0, 8));
        };
        const off = exact(got) - exact(value);
        expect((off < 0n ? -off : off) * 2n <= unit / 10n ** BigInt(decimals)).toBe(true);
      }),
    );
  });
});
