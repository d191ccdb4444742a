/** What no database keeps: NUL, and halves of a character outside the basic plane. */
export const isUnkeepable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

/** A text without what cannot be stored. */
export const keepable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** A field's path fit to be kept in a refusal. */
export const keepablePath = (path: readonly PropertyKey[]): string => keepable(path.map(String).join('.'));

/**
 * Paths of the values (or names) that cannot be stored, dotted. They are refused before the database is asked:
 * its own fault would leave the act unanswered, and its desk would send it for ever.
 */
export function unkeepablePaths(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return isUnkeepable(value) ? [keepablePath(path)] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    isUnkeepable(name) ? [keepablePath([...path, name])] : unkeepablePaths(entry, [...path, name]),
  );
}
