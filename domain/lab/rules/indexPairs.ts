/** What a library carries so that a sequencer tells it from the others of its lane: letters of the first and of the second index. */
export interface IndexPair {
  readonly i7: string;
  /** Empty where libraries have one index alone. */
  readonly i5: string;
}

/** Fewer differing letters than this and one misread letter turns a patient's reads into another's (docs/lab.md#run-sheets). */
export const leastDistance = 3;

/**
 * Differing letters of two indices over the length both have, from their heads; from their tails where the instrument reads the
 * index in reverse complement. 0 where one of them is empty: nothing is told apart by it.
 */
export function indexDistance(one: string, other: string, from: 'head' | 'tail' = 'head'): number {
  const length = Math.min(one.length, other.length);
  const cut = (index: string): string => (from === 'head' ? index.slice(0, length) : index.slice(index.length - length)).toUpperCase();
  const [left, right] = [cut(one), cut(other)];
  let count = 0;
  for (let at = 0; at < length; at++) if (left[at] !== right[at]) count += 1;
  return count;
}

/** Whether two libraries of one lane can be taken for each other: too near in the first index and in the second. */
export function areTooNear(one: IndexPair, other: IndexPair, isSecondReversed: boolean): boolean {
  return indexDistance(one.i7, other.i7) < leastDistance && indexDistance(one.i5, other.i5, isSecondReversed ? 'tail' : 'head') < leastDistance;
}

/** Places of one lane whose libraries can be taken for each other, each pair once. Places without any index carry no library. */
export function indexClashes<Place extends IndexPair>(places: readonly Place[], isSecondReversed: boolean): (readonly [Place, Place])[] {
  const libraries = places.filter(({ i7, i5 }) => i7 !== '' || i5 !== '');
  return libraries.flatMap((one, at) =>
    libraries.slice(at + 1).flatMap((other) => (areTooNear(one, other, isSecondReversed) ? [[one, other] as const] : [])),
  );
}

/** Signs that a sequencer's sheet does not take in a sample's name (Illumina, sample sheet v2: letters, digits, hyphen and underscore are safe). */
const badInSheet = /[\s?()[\]/\\=+<>:;"',*^|&.]/;
export const isSheetCode = (code: string): boolean => code !== '' && !badInSheet.test(code);
