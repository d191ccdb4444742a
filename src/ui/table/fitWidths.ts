/** What the fitting needs to know of a column. Pixels. */
export interface WidthWish {
  readonly key: string;
  readonly width: number;
  /** May grow to fill the table: neither pinned nor resized by hand. */
  readonly isFlexible: boolean;
}

/**
 * Column widths for a table of `available` pixels: wishes are kept, and what is left over is shared out among the
 * flexible columns in proportion, whole pixels, so that nothing stands lost at the right edge. Too little room means scrolling.
 */
export function fitWidths(wishes: readonly WidthWish[], available: number): Readonly<Record<string, number>> {
  const wanted = wishes.reduce((sum, wish) => sum + wish.width, 0);
  const spare = Math.floor(available) - wanted;
  const flexible = wishes.filter((wish) => wish.isFlexible);
  const base = flexible.reduce((sum, wish) => sum + wish.width, 0);
  if (spare <= 0 || base === 0) return Object.fromEntries(wishes.map((wish) => [wish.key, wish.width]));
  let left = spare;
  const grown = wishes.map((wish) => {
    if (!wish.isFlexible) return [wish.key, wish.width] as const;
    const isLast = wish === flexible.at(-1);
    const extra = isLast ? left : Math.floor((spare * wish.width) / base);
    left -= extra;
    return [wish.key, wish.width + extra] as const;
  });
  return Object.fromEntries(grown);
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
