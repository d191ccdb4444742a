import type { PickerSource } from '../picker.ts';

const pairsOf = (text: string): Set<string> => {
  const letters = [...text.normalize('NFKC').replace(/\s/g, '').toLowerCase()];
  return new Set(letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`));
};

/** How much two names have in common, 0 to 1: shared pairs of letters. */
export function likeness(one: string, other: string): number {
  const [first, second] = [pairsOf(one), pairsOf(other)];
  const shared = [...first].filter((pair) => second.has(pair)).length;
  return first.size + second.size === 0 ? 0 : (2 * shared) / (first.size + second.size);
}

/** Less than this in common is no slip of the pen. */
const leastLikeness = 0.35;
const most = 3;

/** The names that may have been meant by one that is not known, best first: looked for by its beginning and its end. */
export async function nearNames(source: PickerSource, text: string, signal: AbortSignal): Promise<readonly string[]> {
  const given = text.trim();
  if (given === '' || given.length > 100) return [];
  const queries = [...new Set([given, given.slice(0, 4), given.slice(0, 2), given.slice(-4), given.slice(-2)])];
  const found = (await Promise.all(queries.map((query) => source.search(query, { limit: 20, signal })))).flat();
  const names = [...new Set(found.filter(({ isDisabled }) => !isDisabled).map(({ name }) => name))];
  return names
    .map((name) => ({ name, like: likeness(name, given) }))
    .filter(({ like }) => like >= leastLikeness)
    .toSorted((a, b) => b.like - a.like)
    .slice(0, most)
    .map(({ name }) => name);
}
