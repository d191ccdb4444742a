import { describe, expect, it } from 'vitest';
import { codeTypesOf, matchesStyle } from './codeMatch.ts';
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
