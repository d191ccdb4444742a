import type { Label } from '#domain/kernel/label.ts';
import { fillLabel } from '#domain/kernel/label.ts';

/** A pattern as it was read. `test` judges one character. */
export type PatternNode =
  | { readonly kind: 'char'; readonly test: (char: string) => boolean }
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' }
  | { readonly kind: 'all'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'any'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number | null };

const faultTexts = {
  tooLong: ['正则表达式过长', 'The pattern is too long'],
  tooBig: ['正则表达式重复次数过多: {at}', 'The pattern repeats too often: {at}'],
  unsupported: ['正则表达式不支持: {at}', 'Not supported in a pattern: {at}'],
  malformed: ['正则表达式有误: {at}', 'The pattern is malformed at: {at}'],
} as const satisfies Readonly<Record<string, Label>>;

/** Why a text is no pattern of ours, in both languages. */
export class PatternFault extends Error {
  readonly text: Label;
  constructor(code: keyof typeof faultTexts, at: string) {
    const text: Label = [fillLabel(faultTexts[code], { at }, 'zh'), fillLabel(faultTexts[code], { at }, 'en')];
    super(text[1]);
    this.text = text;
  }
}

const longestPattern = 200;
const deepest = 20;
const mostRepeats = 1_000;
type Test = (char: string) => boolean;
const classes: Readonly<Record<string, Test>> = {
  d: (char) => /[0-9]/.test(char),
  w: (char) => /[A-Za-z0-9_]/.test(char),
  s: (char) => /\s/.test(char),
};
const controls: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v' };
const isLetterOrDigit = classes['w'] as Test;

/**
 * Reads the closed syntax of code patterns, a part of the usual one that can be judged in one pass over the text: letters,
 * `.`, `\d \w \s`, `[a-z]`, `( )`, `|`, `? * + {n,m}`, `^ $`. What needs going back (look-around, back references) is
 * refused. Throws PatternFault.
 */
export function readPattern(source: string): PatternNode {
  if (source.length > longestPattern) throw new PatternFault('tooLong', '');
  const chars = [...source];
  let at = 0;
  const rest = (from = at): string => chars.slice(from, from + 12).join('') || source.slice(-12);
  const next = (): string | undefined => chars[at];
  const takes = (text: string): boolean => {
    if (
      !chars
        .slice(at, at + text.length)
        .join('')
        .startsWith(text)
    )
      return false;
    at += text.length;
    return true;
  };

  function either(depth: number): PatternNode {
    if (depth > deepest) throw new PatternFault('unsupported', rest());
    const parts = [sequence(depth)];
    while (takes('|')) parts.push(sequence(depth));
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'any', parts };
  }
  function sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    while (next() !== undefined && next() !== '|' && next() !== ')') parts.push(repeated(depth));
    return { kind: 'all', parts };
  }
  function repeated(depth: number): PatternNode {
    const from = at;
    const part = one(depth);
    const times = howOften();
    if (!times) return part;
    if (part.kind === 'edge') throw new PatternFault('malformed', rest(from));
    // A text matches whole or not at all: greedy or not is the same.
    takes('?');
    const [min, max] = times;
    if (max !== null && max < min) throw new PatternFault('malformed', rest(from));
    if (Math.max(min, max ?? 0) > mostRepeats) throw new PatternFault('tooBig', rest(from));
    return { kind: 'repeat', part, min, max };
  }
  function howOften(): readonly [min: number, max: number | null] | null {
    if (takes('?')) return [0, 1];
    if (takes('*')) return [0, null];
    if (takes('+')) return [1, null];
    if (next() !== '{') return null;
    const found = /^\{(\d{1,5})(?:(,)(\d{1,5})?)?\}/.exec(chars.slice(at, at + 14).join(''));
    if (!found) throw new PatternFault('malformed', rest());
    at += found[0].length;
    const [, min = '', comma, max] = found;
    return [Number(min), comma === undefined ? Number(min) : max === undefined ? null : Number(max)];
  }
  function one(depth: number): PatternNode {
    const from = at;
    const char = chars[at++] ?? '';
    if (char === '^') return { kind: 'edge', edge: 'start' };
    if (char === '$') return { kind: 'edge', edge: 'end' };
    if (char === '(') return group(from, depth);
    if (char === '[') return { kind: 'char', test: set(from) };
    if (char === '.') return { kind: 'char', test: (given) => !/[\n\r\u2028\u2029]/.test(given) };
    if (char === '\\') return { kind: 'char', test: testOf(escape(from)) };
    if ('?*+{}])'.includes(char)) throw new PatternFault('malformed', rest(from));
    return { kind: 'char', test: testOf(char) };
  }
  function group(from: number, depth: number): PatternNode {
    if (next() === '?' && !takes('?:')) {
      const name = /^\?<[A-Za-z_]\w*>/.exec(chars.slice(at, at + 40).join(''))?.[0];
      if (name === undefined) throw new PatternFault('unsupported', rest(from));
      at += name.length;
    }
    const inner = either(depth + 1);
    if (!takes(')')) throw new PatternFault('malformed', rest(from));
    return inner;
  }
  /** What stands behind a backslash: a character, or a class of them. */
  function escape(from: number): string | Test {
    const char = chars[at++];
    if (char === undefined) throw new PatternFault('malformed', rest(from));
    const named = classes[char.toLowerCase()];
    if (named) return char === char.toLowerCase() ? named : (given) => !named(given);
    const control = controls[char];
    if (control !== undefined) return control;
    const hex = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/i.exec(char + chars.slice(at, at + 4).join(''));
    if (hex) {
      at += hex[0].length - 1;
      return String.fromCodePoint(Number.parseInt(hex[1] ?? hex[2] ?? '', 16));
    }
    if (isLetterOrDigit(char)) throw new PatternFault('unsupported', rest(from));
    return char;
  }
  function set(from: number): Test {
    const isNegated = takes('^');
    const tests: Test[] = [];
    const member = (): string | Test => {
      const place = at;
      const char = chars[at++];
      if (char === undefined) throw new PatternFault('malformed', rest(from));
      return char === '\\' ? escape(place) : char;
    };
    while (!takes(']')) {
      const place = at;
      const first = member();
      if (next() === '-' && chars[at + 1] !== ']' && chars[at + 1] !== undefined) {
        at++;
        const last = member();
        if (typeof first !== 'string' || typeof last !== 'string' || pointOf(first) > pointOf(last)) throw new PatternFault('malformed', rest(place));
        tests.push((given) => pointOf(given) >= pointOf(first) && pointOf(given) <= pointOf(last));
      } else tests.push(testOf(first));
    }
    return (given) => tests.some((test) => test(given)) !== isNegated;
  }

  const whole = either(0);
  if (at < chars.length) throw new PatternFault('malformed', rest());
  return whole;
}

const pointOf = (char: string): number => char.codePointAt(0) ?? 0;
const testOf = (meant: string | Test): Test => (typeof meant === 'string' ? (given) => given === meant : meant);
