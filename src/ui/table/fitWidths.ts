/** What the fitting needs to know of a column. Pixels. */
export interface WidthWish {
  readonly key: string;
  readonly width: number;
  /** May grow to fill the table: neither pinned nor resized by hand. */
  readonly isFlexible: boolean;
  /** How narrow it may become where the table is only a little too narrow; default: not at all. */
  readonly least?: number;
}

/**
 * Column widths for a table of `available` pixels: wishes are kept, and what is left over is shared out among the
 * flexible columns in proportion, whole pixels, so that nothing stands lost at the right edge. Where they fit by giving
 * way a little, they give way: a list that scrolls sideways for half a date is worse than a name cut short. Too little room even so means scrolling.
 */
export function fitWidths(wishes: readonly WidthWish[], available: number): Readonly<Record<string, number>> {
  const wanted = wishes.reduce((sum, wish) => sum + wish.width, 0);
  const spare = Math.floor(available) - wanted;
  const shares = wishes.map((wish) => (!wish.isFlexible ? 0 : spare > 0 ? wish.width : Math.max(0, wish.width - (wish.least ?? wish.width))));
  const base = shares.reduce((sum, share) => sum + share, 0);
  const mayFit = spare > 0 ? base > 0 : spare < 0 && available > 0 && base >= -spare;
  if (!mayFit) return Object.fromEntries(wishes.map((wish) => [wish.key, wish.width]));
  // Each share is what remains of the whole: rounding leaves no pixel over, and no column gives more than it may.
  let [left, rest] = [spare, base];
  const fitted = wishes.map((wish, index) => {
    const share = shares[index] ?? 0;
    const extra = share === 0 ? 0 : Math.trunc((left * share) / rest);
    left -= extra;
    rest -= share;
    return [wish.key, wish.width + extra] as const;
  });
  return Object.fromEntries(fitted);
}

/** Room for at most three words of acts, in pixels: measured by characters, so that the column is the same on every page. */
export function widthOfActs(words: readonly string[], more: string): number {
  if (words.length === 0) return 0;
  const shown = words.length <= 3 ? words : [...words.slice(0, 2), more];
  const width = (word: string): number => [...word].reduce((sum, char) => sum + (char.charCodeAt(0) > 255 ? 13 : 7.4), 14);
  return Math.max(72, Math.ceil(shown.reduce((sum, word) => sum + width(word), 10)));
}

export interface ActWord<Row> {
  readonly word: string;
  readonly isShown: ((row: Row) => boolean) | undefined;
}

/** The same where some rows lack some acts: three that remain may be wider than two and the word for more. The first 200 rows speak for all. */
export function widthOfRowActs<Row>(rows: readonly Row[], acts: readonly ActWord<Row>[], more: string): number {
  const whole = widthOfActs(
    acts.map(({ word }) => word),
    more,
  );
  if (acts.length <= 3 || acts.every(({ isShown }) => !isShown)) return whole;
  const ofRow = (row: Row): number =>
    widthOfActs(
      acts.filter(({ isShown }) => isShown?.(row) ?? true).map(({ word }) => word),
      more,
    );
  return Math.max(whole, ...rows.slice(0, 200).map(ofRow));
}
