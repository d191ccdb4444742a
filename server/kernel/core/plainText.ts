/** A value from outside as text: nothing is '', an object is its JSON and never `[object Object]`. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean | bigint);
}
