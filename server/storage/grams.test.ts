import { expect, test } from 'vitest';
import { containsPattern, gramsOf, gramsOfKey, gramsOfTerm, searchKeyOf } from './grams.ts';

test('a text holds every gram of everything it contains', () => {
  const text = '北京Ａb医院';
  const grams = new Set(gramsOf([text, null, 7]));
  const letters = [...text.normalize('NFKC').toLowerCase()];
  for (let from = 0; from < letters.length; from++) {
    for (let to = from + 1; to <= letters.length; to++)
      for (const gram of gramsOfTerm(letters.slice(from, to).join(''))) expect(grams).toContain(gram);
  }
  expect(gramsOfTerm('医')).toEqual(['医']);
  expect(gramsOfTerm('')).toEqual([]);
  // A letter outside the basic plane is one letter.
  expect(gramsOf(['𠮷野'])).toEqual(['𠮷', '野', '𠮷野']);
});

test('wildcards of a term are taken literally', () => {
  expect(containsPattern('50%_\\Ａ')).toBe('%50\\%\\_\\\\a%');
});

test('a picker finds by pinyin, initials, name and code', () => {
  const key = searchKeyOf('北京协和医院', 'BJ01');
  for (const part of ['beijingxiehe', 'bjxhyy', '协和', 'bj01']) expect(key).toContain(part);
  for (const part of ['dianxian', 'dxfz', '癫痫', 'seizure', 'hp:0001250']) expect(searchKeyOf('癫痫发作', 'HP:0001250', 'Seizure')).toContain(part);
  expect(searchKeyOf('Acme 实验室', undefined)).toContain('acme');
  expect(searchKeyOf(null, undefined).replaceAll('\u0001', '')).toBe('');
});

test('whatever of two letters or more a key contains, its grams hold', () => {
  for (const [name, code] of [
    ['北京协和医院12', 'BJ-01'],
    ['吕𠮷Acme 实验室', undefined],
  ] as const) {
    const key = searchKeyOf(name, code);
    const grams = new Set(gramsOfKey(key));
    for (const part of key.split('\u0001')) {
      const letters = [...part];
      for (let from = 0; from < letters.length; from++)
        for (let to = from + 2; to <= letters.length; to++)
          for (const gram of gramsOfTerm(letters.slice(from, to).join(''))) expect(grams).toContain(gram);
    }
    for (const gram of grams) expect([...gram]).toHaveLength(2);
  }
});
