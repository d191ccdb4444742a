/** Bound to some values of one kind; empty: to none, it holds for all. */
type Bound = readonly string[];

/** True where a list leaves every one of these values in: an empty list bounds nothing, and what is bounded must be known. */
export const holdsAll = (bound: Bound, values: readonly string[]): boolean =>
  bound.length === 0 || (values.length > 0 && values.every((value) => bound.includes(value)));

/** What several bounds weigh together: each that bounds anything adds its own weight, so equal ranks are bound in the same ways. */
export function rankOf<Name extends string>(bounds: Readonly<Record<Name, Bound>>, weights: Readonly<Record<Name, number>>): number {
  return Object.entries<number>(weights).reduce((sum, [name, weight]) => sum + (bounds[name as Name].length > 0 ? weight : 0), 0);
}

/** True where some case is within the bounds of both. */
export function canMeet<Name extends string>(
  one: Readonly<Record<Name, Bound>>,
  other: Readonly<Record<Name, Bound>>,
  names: readonly Name[],
): boolean {
  return names.every((name) => one[name].length === 0 || other[name].length === 0 || one[name].some((value) => other[name].includes(value)));
}
