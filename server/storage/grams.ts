import { pinyin } from 'pinyin-pro';

export const normalised = (value: string): string => value.normalize('NFKC').toLowerCase();

/** All 1- and 2-grams of some texts, each once: what `grams` columns hold. */
export function gramsOf(texts: readonly unknown[]): string[] {
  const found = new Set<string>();
  for (const value of texts) {
    if (typeof value !== 'string') continue;
    const letters = [...normalised(value)];
    letters.forEach((letter, at) => {
      found.add(letter);
      if (at > 0) found.add(letters[at - 1] + letter);
    });
  }
  return [...found];
}

/** The 2-grams of a picker's key, part by part. Single letters of pinyin stand in nearly every row: no index is asked for them. */
export function gramsOfKey(searchKey: string): string[] {
  return [
    ...new Set(
      searchKey
        .split('\u0001')
        .flatMap(gramsOfTerm)
        .filter((gram) => [...gram].length > 1),
    ),
  ];
}

/** The fewest grams a row must hold to contain `term`: its 2-grams, or the single letter. */
export function gramsOfTerm(term: string): string[] {
  const letters = [...normalised(term)];
  if (letters.length < 2) return letters;
  return [...new Set(letters.slice(1).map((letter, at) => letters[at]! + letter))];
}

/** A `LIKE` pattern for "contains", with the wildcards of the term taken literally. */
export function containsPattern(term: string): string {
  return `%${normalised(term).replace(/[\\%_]/g, '\\$&')}%`;
}

/** What a picker's keyword is compared with: full pinyin first (it is also the order by pinyin), initials, then the texts themselves. */
export function searchKeyOf(name: unknown, code: unknown, also?: unknown): string {
  const words = typeof name === 'string' ? name : '';
  const full = pinyin(words, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).join('');
  const initials = pinyin(words, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' }).join('');
  const names = typeof also === 'string' ? `${words} ${also}` : words;
  return normalised([full, initials, names, typeof code === 'string' ? code : ''].join('\u0001'));
}
