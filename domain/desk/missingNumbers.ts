/** A range of numbers, both ends included. */
export interface Missing {
  readonly first: number;
  readonly last: number;
}

/** The ranges of `first` to `last` that are not in `present` (ascending, within them, each once). Its cost is that of what is present. */
export function missingBetween(first: number, last: number, present: readonly number[]): readonly Missing[] {
  const gaps: Missing[] = [];
  let next = first;
  for (const number of present) {
    if (number > next) gaps.push({ first: next, last: number - 1 });
    next = number + 1;
  }
  if (next <= last) gaps.push({ first: next, last });
  return gaps;
}
