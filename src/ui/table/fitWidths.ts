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
