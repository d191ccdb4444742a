import type { LabelFacts, LabelLayout } from './labelLayout.ts';

export interface PageSize {
  /** Millimetres. */
  readonly width: number;
  readonly height: number;
  /** Labels on one page. */
  readonly count: number;
}
export interface PlacedLabel {
  readonly facts: LabelFacts;
  /** Millimetres from the page's left upper corner. */
  readonly x: number;
  readonly y: number;
}

/** Sums of tenths are no tenths: a thousandth of a millimetre is exact enough for any printer. */
const exact = (millimetres: number): number => Math.round(millimetres * 1000) / 1000;

/** The page the printer is told of. A roll has one row a page: the printer finds the gap to the next by itself. */
export function pageSize({ paper, label }: LabelLayout): PageSize {
  if (paper.kind === 'sheet') return { width: paper.width, height: paper.height, count: paper.columns * paper.rows };
  const width = 2 * paper.marginLeft + paper.columns * label.width + (paper.columns - 1) * paper.gapX;
  return { width: exact(width), height: label.height, count: paper.columns };
}

/** Labels on their pages, row by row. `skipped`: places of the first sheet that are used already. */
export function layOut(layout: LabelLayout, labels: readonly LabelFacts[], skipped = 0): readonly (readonly PlacedLabel[])[] {
  const { paper, label } = layout;
  const { count } = pageSize(layout);
  const top = paper.kind === 'sheet' ? paper.marginTop : 0;
  const pages: PlacedLabel[][] = [];
  labels.forEach((facts, index) => {
    const place = index + (paper.kind === 'sheet' ? Math.min(skipped, count - 1) : 0);
    const page = (pages[Math.floor(place / count)] ??= []);
    const onPage = place % count;
    page.push({
      facts,
      x: exact(paper.marginLeft + (onPage % paper.columns) * (label.width + paper.gapX)),
      y: exact(top + Math.floor(onPage / paper.columns) * (label.height + paper.gapY)),
    });
  });
  return pages;
}

/** Width of a text in parts of its height: Chinese signs are square, others about half of it. */
function widthOf(text: string, isMono: boolean): number {
  let sum = 0;
  for (const sign of text) sum += /[\u2E80-\uFFEF]/.test(sign) ? 1 : isMono ? 0.6 : 0.55;
  return sum;
}

/** Height of the letters, mm: as designed, smaller where the text would not fit its width. */
export function fittedHeight(
  text: string,
  { width, height, isMono }: { readonly width: number; readonly height: number; readonly isMono: boolean },
): number {
  const needed = widthOf(text, isMono);
  return needed * height <= width ? height : Math.max(0.5, width / needed);
}
