import { expect, type Locator, type Page } from '@playwright/test';

export interface DrawnMark {
  readonly x: number;
  readonly y: number;
}
/** Where the names of a chart's colours stand. */
const legendHeight = 30;

/** The middles of what is drawn of a chart in some colour of the theme: bars, cells or points, not the names of colours above them. */
export async function drawnMarks(chart: Locator, tone: 'accent' | 'success' | 'warning' | 'danger' | 'muted'): Promise<readonly DrawnMark[]> {
  // Not the signs on the chart's buttons, which are there before it is drawn.
  const drawing = chart.locator('[data-drawn] svg');
  await drawing.locator('path').first().waitFor({ state: 'attached' });
  await chart.scrollIntoViewIfNeeded();
  const placesNow = (): Promise<DrawnMark[]> =>
    drawing.evaluate(
      (svg, [wanted, legend]) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = getComputedStyle(svg)
          .getPropertyValue(wanted === 'muted' ? '--ui-colors-fg-muted' : `--ui-colors-${wanted}-text`)
          .trim();
        const colour = getComputedStyle(probe).color;
        probe.remove();
        const whole = svg.getBoundingClientRect();
        return [...svg.querySelectorAll('path')].flatMap((path) => {
          const { x, y, width, height } = path.getBoundingClientRect();
          const isFilled = getComputedStyle(path).fill === colour;
          // A bar of nothing has no height; the key of a map stands under it.
          if (!isFilled || width < 3 || height < 3 || width > whole.width / 2 || y - whole.y < legend || whole.bottom - y < legend) return [];
          return [{ x: x + width / 2, y: y + height / 2 }];
        });
      },
      [tone, legendHeight] as const,
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

/** Clicks on what is drawn, and answers the drawer that this opens. */
export async function openMark(page: Page, { x, y }: DrawnMark): Promise<Locator> {
  await page.mouse.click(x, y);
  const drawer = page.getByRole('dialog');
  await expect(drawer).toBeVisible();
  await expect(drawer.locator('tbody tr').first()).toBeVisible();
  return drawer;
}

/** Rows of a page where nobody chose another size. */
const usualPage = 10;
/** How many rows an opened list says it has, which are all there where they fit on a page. */
export async function listedIn(drawer: Locator): Promise<number> {
  const said = drawer.getByText(/^共 [\d,]+ 条$/);
  await expect(said).toBeVisible();
  const total = Number(((await said.textContent()) ?? '').replaceAll(/\D/g, ''));
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
