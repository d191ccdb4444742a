import { fitsPattern, patternFault } from './codePattern.ts';

/** What judging a code needs of a code style's row. */
export interface CodePattern {
  readonly codeType: number;
  readonly styleName?: string;
  readonly laboratoryId?: string | null;
  /** null: any client's. */
  readonly sendSampleClientId?: string | null;
  readonly pattern?: string | null;
  readonly prefix?: string | null;
  readonly length?: number | null;
}

/** A style as a desk's copy holds it. */
export function codePatternOf(row: Readonly<Record<string, unknown>>): CodePattern {
  const text = (name: string): string | null => {
    const value = row[name];
    return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;
  };
  return {
    codeType: Number(row['codeType']),
    styleName: text('styleName') ?? '',
    laboratoryId: text('laboratoryId'),
    sendSampleClientId: text('sendSampleClientId'),
    pattern: text('pattern'),
    prefix: text('prefix'),
    length: Number(row['length'] ?? 0) || null,
  };
}

/** False for a style with a pattern that was stored before patterns were read as they are now: it counts as none. */
export const isReadable = ({ pattern }: Pick<CodePattern, 'pattern'>): boolean => !pattern || patternFault(pattern) === null;

/** True when a code looks as the style says. A style with a pattern that cannot be read matches nothing; one that says nothing matches all. */
export function matchesStyle(style: CodePattern, value: string): boolean {
  if (style.pattern) return fitsPattern(style.pattern, value);
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

/** Whose code is judged; null where that is not known yet. */
export interface CodePlace {
  readonly codeType: number;
  readonly laboratoryId: string | null;
  readonly sendSampleClientId: string | null;
}
/** A code that looks like none of ours. */
export interface Misfit {
  /** Names of the styles it was compared with. */
  readonly styleNames: readonly string[];
  /** The client has styles of its own: nothing else is taken of it. */
  readonly isRefused: boolean;
}

/**
 * Compares a code with the styles that count: those of its client where it has any, else those of the tenant and its
 * laboratory. Null where it fits one of them, or where there is none to fit.
 */
export function misfitOf(value: string, { codeType, laboratoryId, sendSampleClientId }: CodePlace, styles: readonly CodePattern[]): Misfit | null {
  const counting = styles.filter(
    (style) =>
      style.codeType === codeType && isReadable(style) && (!style.laboratoryId || laboratoryId === null || style.laboratoryId === laboratoryId),
  );
  const own = counting.filter((style) => style.sendSampleClientId && style.sendSampleClientId === sendSampleClientId);
  // Whose it is may come after the scan: a style of any client will do until then.
  const others = counting.filter((style) => !style.sendSampleClientId || sendSampleClientId === null);
  const asked = own.length > 0 ? own : others;
  if (asked.length === 0 || asked.some((style) => matchesStyle(style, value))) return null;
  return { styleNames: [...new Set(asked.map(({ styleName = '' }) => styleName))], isRefused: own.length > 0 };
}
