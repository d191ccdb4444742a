/** What no database keeps: NUL, and halves of a character outside the basic plane. */
export const isUnstorable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

/** A text without what cannot be stored. */
export const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** A field's path fit to be kept in a refusal. */
export const storablePath = (path: readonly PropertyKey[]): string => storable(path.map(String).join('.'));

/**
 * Paths of the values (or names) that cannot be stored, dotted. They are refused before the database is asked:
 * its own fault would leave the act unanswered, and its desk would send it for ever.
 */
export function unstorablePaths(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return isUnstorable(value) ? [storablePath(path)] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    isUnstorable(name) ? [storablePath([...path, name])] : unstorablePaths(entry, [...path, name]),
  );
}
