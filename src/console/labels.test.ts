import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '#domain/commands.ts';
import { menu } from '#domain/menu.ts';
import { resources } from '#domain/resources.ts';
import { topMenus } from '#domain/system/topMenus.ts';
import { themes } from '#src/ui/theme/themes.ts';

const han = /\p{Script=Han}/u;
/** Names of places that people type into texts of their own stay as they are typed. */
const places = /\{[^}]*\}/g;
/** Files that read what people write, in Chinese too. */
const readers = ['screens/base/calendarFile.ts', 'ui/scan/parseTypedDate.ts'];
/** Pairs of texts anywhere in a description, with the way to them. */
function pairsIn(value: unknown, way: string, seen = new Set<unknown>()): (readonly [way: string, zh: string, en: string])[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  if (Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string') && value.some((part) => han.test(part as string)))
    return [[way, value[0] as string, value[1] as string]];
  return Object.entries(value).flatMap(([name, part]) => pairsIn(part, `${way}.${name}`, seen));
}

describe.each([
  ['resources', resources],
  ['commands', commands],
  ['menu', menu],
  ['topMenus', topMenus],
  ['themes', themes],
])('every label of %s', (name, described) => {
  const pairs = pairsIn(described, name);
  it('is found', () => expect(pairs.length).toBeGreaterThan(4));
  it('has both languages, and no Chinese in its English', () => {
    expect(pairs.filter(([, zh, en]) => zh.trim() === '' || en.trim() === '' || han.test(en.replace(places, '')))).toEqual([]);
  });
});

describe('texts outside components', () => {
  /** Chinese stands beside its English, as in `[zh, en]`; or in a comment. */
  const pair = /(['"`])(?:\\.|(?!\1).)*\p{Script=Han}(?:\\.|(?!\1).)*\1\s*[,:]\s*(['"`])(?:\\.|(?!\2)\P{Script=Han})*\2/gsu;
  const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm;
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing/') && !file.includes('locales/') && !readers.includes(file),
  );
  it('say nothing in one language alone', () => {
    const alone = files.flatMap((file) => {
      const source = readFileSync(join('src', file), 'utf8').replace(comment, '').replace(pair, '');
      return source.split('\n').flatMap((line) => (han.test(line) ? [`${file}: ${line.trim()}`] : []));
    });
    expect(alone).toEqual([]);
  });
});
