import { describe, expect, it } from 'vitest';
import { codeTypesOf, matchesStyle, misfitOf } from './codeMatch.ts';
import { codeType } from './codeStyle.ts';

describe('code styles', () => {
  it('judges by prefix and length, or by the pattern where there is one', () => {
    const style = { codeType: codeType.requisition, prefix: 'A', length: 9 };
    expect(matchesStyle(style, 'A26000001')).toBe(true);
    expect(matchesStyle(style, 'A2600001')).toBe(false);
    expect(matchesStyle(style, 'B26000001')).toBe(false);
    expect(matchesStyle({ ...style, pattern: '[BC]\\d{8}' }, 'B26000001')).toBe(true);
    expect(matchesStyle({ ...style, pattern: '[BC]\\d{8}' }, 'xB26000001')).toBe(false);
  });
  it('never throws on a malformed pattern', () => {
    expect(matchesStyle({ codeType: codeType.sample, pattern: '([' }, 'x')).toBe(false);
  });
  it('tells a requisition from a sample, by laboratory', () => {
    const styles = [
      { codeType: codeType.requisition, pattern: '[A-Z]\\d{8}' },
      { codeType: codeType.sample, pattern: '\\d{9}', laboratoryId: '1' },
      { codeType: codeType.lab, pattern: '\\d{9}', laboratoryId: '2' },
    ];
    expect(codeTypesOf('A26000001', styles, '1')).toEqual([codeType.requisition]);
    expect(codeTypesOf('026000001', styles, '1')).toEqual([codeType.sample]);
    expect(codeTypesOf('026000001', styles, '2')).toEqual([codeType.lab]);
  });
});

describe('what no style allows', () => {
  const house = { codeType: codeType.sample, styleName: '九位', pattern: '\\d{9}' };
  const north = { codeType: codeType.sample, styleName: '北方', pattern: 'N\\d{6}', laboratoryId: '2' };
  const theirs = { codeType: codeType.sample, styleName: '市一院', prefix: 'SY', length: 8, sendSampleClientId: '7' };
  const place = { codeType: codeType.sample, laboratoryId: '1', sendSampleClientId: '5' };
  const styles = [house, north, theirs];
  it('is named with the styles it was compared with: of the house and the laboratory', () => {
    expect(misfitOf('026000001', place, styles)).toBeNull();
    expect(misfitOf('N000001', place, styles)).toEqual({ styleNames: ['九位'], isRefused: false });
    expect(misfitOf('N000001', { ...place, laboratoryId: '2' }, styles)).toBeNull();
    expect(misfitOf('hello', { ...place, laboratoryId: '2' }, styles)).toEqual({ styleNames: ['九位', '北方'], isRefused: false });
  });
  it('is refused where the client has styles of its own, which alone count then', () => {
    const ofClient = { ...place, sendSampleClientId: '7' };
    expect(misfitOf('SY123456', ofClient, styles)).toBeNull();
    expect(misfitOf('026000001', ofClient, styles)).toEqual({ styleNames: ['市一院'], isRefused: true });
    expect(misfitOf('SY123456', place, styles)).toEqual({ styleNames: ['九位'], isRefused: false });
  });
  it('waits for the client before it is judged by one, and is nothing where no style says anything', () => {
    expect(misfitOf('SY123456', { ...place, sendSampleClientId: null }, styles)).toBeNull();
    expect(misfitOf('hello', { ...place, codeType: codeType.requisition }, styles)).toBeNull();
    expect(misfitOf('hello', place, [{ ...house, pattern: '(?=a)' }])).toBeNull();
  });
});
