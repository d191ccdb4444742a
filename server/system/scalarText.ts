/** A posted value as trimmed text; '' for anything that is neither text nor a number. */
export function scalarText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}
