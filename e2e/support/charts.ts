import { expect, type Locator, type Page } from '@playwright/test';

export interface DrawnMark {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}
type DrawnTone = 'accent' | 'success' | 'warning' | 'danger' | 'muted';
/** Where the names of a chart's colours stand. */
const legendHeight = 30;

/** A colour of the theme as the browser writes it. */
const colourOf = (drawing: Locator, tone: DrawnTone): Promise<string> =>
  drawing.evaluate(
    (svg, name) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = getComputedStyle(svg).getPropertyValue(name).trim();
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    },
    tone === 'muted' ? '--ui-colors-fg-muted' : `--ui-colors-${tone}-text`,
  );

/** The middles of what is drawn of a chart in some colour of the theme: bars, cells or points, not the names of colours above them. */
export async function drawnMarks(chart: Locator, tone: DrawnTone): Promise<readonly DrawnMark[]> {
  // Not the signs on the chart's buttons, which are there before it is drawn.
  const drawing = chart.locator('[data-drawn] svg');
  await drawing.locator('path').first().waitFor({ state: 'attached' });
  await chart.scrollIntoViewIfNeeded();
  const wanted = await colourOf(drawing, tone);
  const placesNow = (): Promise<DrawnMark[]> =>
    drawing.evaluate(
      (svg, [colour, legend]) => {
        const whole = svg.getBoundingClientRect();
        return [...svg.querySelectorAll('path')].flatMap((path) => {
          const { x, y, width, height } = path.getBoundingClientRect();
          const isFilled = getComputedStyle(path).fill === colour;
          // A bar of nothing has no height; the key of a map stands under it.
          if (!isFilled || width < 3 || height < 3 || width > whole.width / 2 || y - whole.y < legend || whole.bottom - y < legend) return [];
          return [{ x: x + width / 2, y: y + height / 2, height }];
        });
      },
      [wanted, legendHeight] as const,
    );
  // What is drawn may still move as the page finds its room.
  let places = await placesNow();
  await expect
    .poll(async () => {
      const before = JSON.stringify(places);
      places = await placesNow();
      return JSON.stringify(places) === before;
    })
    .toBe(true);
  return places;
}

/** Where a line of one colour crosses the middle of bars of another. */
export async function crossings(chart: Locator, bars: DrawnTone, line: DrawnTone): Promise<readonly DrawnMark[]> {
  const marks = await drawnMarks(chart, bars);
  const drawing = chart.locator('[data-drawn] svg');
  const points = await drawing.evaluate(
    (svg, colour) => {
      const { x: left, y: top, width } = svg.getBoundingClientRect();
      const drawn = [...svg.querySelectorAll('path')].find((path) => getComputedStyle(path).stroke === colour && path.getTotalLength() > width / 2);
      const places = Array.from({ length: Math.floor(drawn?.getTotalLength() ?? 0) }, (_, at) => drawn!.getPointAtLength(at));
      return places.map(({ x, y }) => ({ x: left + x, y: top + y }));
    },
    await colourOf(drawing, line),
  );
  return marks.flatMap((mark) => {
    const crossed = points.find(({ x, y }) => Math.abs(x - mark.x) < 1 && Math.abs(y - mark.y) < mark.height / 2 - 1);
    return crossed ? [{ ...mark, ...crossed }] : [];
  });
}

/** Clicks on what is drawn, and answers the drawer that this opens. */
export async function openMark(page: Page, { x, y }: DrawnMark): Promise<Locator> {
  // A drawer on its way out, or a tip, still lies over what is drawn, and would take the click.
  await page.waitForFunction(([left, top]) => document.elementFromPoint(left, top)?.closest('[data-drawn] svg'), [x, y] as const);
  await page.mouse.click(x, y);
  const drawer = page.getByRole('dialog');
  await expect(drawer).toBeVisible();
  await expect(drawer.locator('tbody tr').first()).toBeVisible();
  return drawer;
}

/** Rows of a page where nobody chose another size. */
const usualPage = 10;
/** How many rows the list in sight says it has. */
export async function totalIn(part: Page | Locator): Promise<number> {
  const said = part.getByText(/^共 [\d,]+ 条$/).and(part.locator(':visible'));
  return Number(((await said.textContent()) ?? '').replaceAll(/\D/g, ''));
}
/** How many rows an opened list says it has, which are all there where they fit on a page. */
export async function listedIn(drawer: Locator): Promise<number> {
  const total = await totalIn(drawer);
  await expect(drawer.locator('tbody tr')).toHaveCount(Math.min(usualPage, total));
  return total;
}

/** What a chart's own table says of a row and a column, which the titles of what they open name. */
export async function figureOf(chart: Locator, row: string, column: string): Promise<string> {
  const names = await chart.locator('table thead th, table thead td').allTextContents();
  const cells = chart
    .locator('table tbody tr')
    .filter({ has: chart.page().locator('th').getByText(row, { exact: true }) })
    .locator('th, td');
  return ((await cells.allTextContents())[names.indexOf(column)] ?? '').trim();
}
