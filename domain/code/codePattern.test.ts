import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern, fitsPattern, patternFault } from './codePattern.ts';

/** Patterns of the closed syntax, which the platform's own engine reads too. */
const atom = fc.oneof(fc.constantFrom('a', 'b', '-', '0', '\\d', '\\w', '.', '[ab]', '[^a]', '[a-c0-]', '\\.', '\\D', '[\\d-]', '', '^', '$'));
const { pattern } = fc.letrec<{ pattern: string; group: string }>((tie) => ({
  group: fc.oneof(
    { maxDepth: 3 },
    atom,
    tie('pattern').map((inner) => `(?:${inner})`),
    tie('pattern').map((inner) => `(${inner})`),
  ),
  pattern: fc
    .array(fc.tuple(tie('group'), fc.constantFrom('', '', '', '?', '*', '+', '{2}', '{1,}', '{0,2}', '+?', '{0}')), { minLength: 1, maxLength: 3 })
    .chain((parts) =>
      fc.constantFrom('', '|').map((glue) => parts.map(([one, times]) => one + (one === '' || one === '^' || one === '$' ? '' : times)).join(glue)),
    ),
}));

describe('patterns of code styles', () => {
  it('judge as the platform does wherever both can read a pattern', () => {
    fc.assert(
      fc.property(
        pattern.filter((source) => source.length <= 60),
        fc.array(fc.constantFrom('a', 'b', 'c', '0', '-', '.', '\n', '码'), { maxLength: 6 }),
        (source, letters) => {
          const value = letters.join('');
          const meant = new RegExp(`^(?:${source})$`, 'u').test(value);
          expect([source, value, compilePattern(source)(value)]).toEqual([source, value, meant]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each(['(a+)+', '(a|a)*b', '(a|aa)+', '(.*a){20}', '(?:(?:a*)*)*c', '([a-z]+)*\\d', 'a?'.repeat(60) + 'a{60}'])(
    'take time in proportion to the text: %s',
    (source) => {
      // The platform's own engine needs longer for these than this house will stand.
      expect(fitsPattern(source, `${'a'.repeat(300)}!`)).toBe(false);
      expect(fitsPattern(source, 'a'.repeat(1_000_000))).toBe(false);
    },
  );

  it.each([
    ['(?=a)b', '(?=a)b'],
    ['(?<!a)b', '(?<!a)b'],
    ['(a)\\1', '\\1'],
    ['\\bA', '\\bA'],
    ['\\p{Lu}', '\\p{Lu}'],
    ['([', '['],
    ['a{3,1}', 'a{3,1}'],
    ['a**', '*'],
    ['a{99999}', 'a{99999}'],
    ['((a{999}){999}){999}', '((a{999}){999}){999}'],
    ['((){999}){999}', '((){999}){999}'],
    ['('.repeat(99) + ')'.repeat(99), '('],
    [`${'a'.repeat(201)}`, ''],
    ['a)', ')'],
    ['\\', '\\'],
    ['[b-a]', 'b-a]'],
  ])('are refused where they cannot be judged in one pass, naming the place: %s', (source, place) => {
    const [zh, en] = patternFault(source) ?? ['', ''];
    expect(zh).toContain(place);
    expect(en).toContain(place);
    expect(fitsPattern(source, 'a')).toBe(false);
  });

  it('take what people write', () => {
    expect(patternFault('^(?:A|B)\\d{8}$')).toBeNull();
    expect(fitsPattern('^(?:A|B)\\d{8}$', 'B26000001')).toBe(true);
    expect(fitsPattern('(?<year>\\d\\d)-\\x41\\u0042', '26-AB')).toBe(true);
    expect(fitsPattern('[\\u4e00-\\u9fa5]+', '样本')).toBe(true);
  });
});
