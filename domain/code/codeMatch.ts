/** What judging a code needs of a code style's row. */
export interface CodePattern {
  readonly codeType: number;
  readonly laboratoryId?: string | null;
  readonly pattern?: string | null;
  readonly prefix?: string | null;
  readonly length?: number | null;
}

/** True when a code looks as the style says. A style with a malformed pattern matches nothing; one that says nothing matches all. */
export function matchesStyle(style: CodePattern, value: string): boolean {
  if (style.pattern) {
    try {
      return new RegExp(`^(?:${style.pattern})$`, 'u').test(value);
    } catch {
      return false;
    }
  }
  return value.startsWith(style.prefix ?? '') && (!style.length || value.length === style.length);
}

/**
 * The code types whose styles fit a scanned code, so that a scan box knows a requisition from a sample.
 * Styles of other laboratories are left out; styles of no laboratory count for all.
 */
export function codeTypesOf(value: string, styles: readonly CodePattern[], laboratoryId?: string | null): readonly number[] {
  const fitting = styles.filter(
    (style) => (!style.laboratoryId || !laboratoryId || style.laboratoryId === laboratoryId) && matchesStyle(style, value),
  );
  return [...new Set(fitting.map((style) => style.codeType))];
}
