import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ageOf } from './age.ts';
import { en } from './locales/en.ts';
import { zh } from './locales/zh.ts';
import { changeLanguage, translate } from './text.ts';

type Sections = Record<string, Record<string, string>>;
const flat = (language: Sections): Map<string, string> =>
  new Map(Object.entries(language).flatMap(([section, texts]) => Object.entries(texts).map(([key, text]) => [`${section}.${key}`, text] as const)));
const chinese = flat(zh);
const english = flat(en as unknown as Sections);
const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort();

describe('the sentences of the shell', () => {
  it('exist in both languages', () => {
    expect([...chinese.keys()].filter((key) => !english.has(key))).toEqual([]);
    expect([...english.keys()].filter((key) => !chinese.has(key) && !(key.endsWith('_one') && chinese.has(key.replace(/_one$/, '_other'))))).toEqual(
      [],
    );
  });

  it('have every plural form English needs', () => {
    const counted = [...chinese.keys()].filter((key) => key.endsWith('_other'));
    expect(counted.filter((key) => !english.has(key.replace(/_other$/, '_one')))).toEqual([]);
    // A count in a sentence without forms would read `1 items`.
    expect(
      [...chinese].filter(([key, text]) => text.includes('{count}') && !key.endsWith('_other') && key !== 'time.seconds').map(([key]) => key),
    ).toEqual([]);
  });

  it('have the same places, and no empty text', () => {
    const differing = [...english].filter(
      ([key, text]) => places(text).join() !== places(chinese.get(key) ?? chinese.get(key.replace(/_one$/, '_other')) ?? '').join(),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
    expect([...chinese, ...english].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]);
  });

  it('switch without a reload, plural forms included', async () => {
    expect(translate('outbox.waiting', { count: 1 })).toBe('1 条待上传');
    await changeLanguage('en');
    expect(translate('login.waiting', { count: 1 })).toContain('1 act that is');
    expect(translate('login.waiting', { count: 3 })).toContain('3 acts that are');
    const { key, count } = ageOf(0, 61 * 60_000);
    expect(translate(key, { count })).toBe('1 hour ago');
    await changeLanguage('zh');
    expect(translate('act.retry')).toBe('重试');
  });
});

describe('components', () => {
  /** Chinese may stand beside its English (`[zh, en]`, `text(zh, en)`), in a comment, and in the locales; nowhere else. */
  const pair = /(['"`])(?:\\.|(?!\1).)*\p{Script=Han}(?:\\.|(?!\1).)*\1\s*[,:]\s*(['"`])(?:\\.|(?!\2)\P{Script=Han})*\2/gsu;
  const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm;
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx') && !file.includes('/testing/'),
  );

  it('are found', () => expect(files.length).toBeGreaterThan(10));

  it.each(files)('%s says nothing in one language alone', (file) => {
    const source = readFileSync(join('src', file), 'utf8').replace(comment, '').replace(pair, '');
    const lines = source.split('\n').filter((line) => /\p{Script=Han}/u.test(line));
    expect(lines).toEqual([]);
  });
});
