import { expect, test, type Page } from '@playwright/test';
import { menu } from '#domain/menu.ts';
import type { MenuNode } from '#domain/system/menuNode.ts';
import { signIn } from '../support/console.ts';
import { served } from '../support/served.ts';

/** Every screen with a list, with more rows than a page: what is shown says of how much it is the beginning, and leads to the rest, and stays within its window. */
const house = served();
/** The house is small: pages of two rows make every list longer than a page. Asked of the real server, which answers so much. */
const pageRows = 2;

const leaves = (nodes: readonly MenuNode[]): string[] => nodes.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...leaves(children)]);
const screens = [...new Set(['/wel/index', '/dashboard', '/notice-log', ...leaves(menu)])];

interface Answered {
  /** Where the page stood when it asked. */
  readonly screen: string;
  readonly path: string;
  readonly shown: number;
  readonly total: number;
}

/** The pages of the server that a screen got and that are not all there is. */
async function cutAnswers(page: Page): Promise<{ readonly answers: Answered[]; readonly open: Set<string> }> {
  const answers: Answered[] = [];
  const open = new Set<string>();
  await page.route('**/api/**', async (route) => {
    const url = new URL(route.request().url());
    const name = ['size', 'pageSize'].find((one) => url.searchParams.has(one));
    // One row is asked for by who wants the count alone.
    if (route.request().method() !== 'GET' || !name || url.searchParams.get(name) === '1') return route.continue();
    const { pathname: screen } = new URL(page.url());
    const key = `${screen} ${url.toString()}`;
    open.add(key);
    url.searchParams.set(name, String(pageRows));
    const answer = await route.fetch({ url: url.toString() });
    const { data } = (await answer.json().catch(() => ({}))) as { data?: { records?: unknown[]; total?: number | string } };
    if (Array.isArray(data?.records) && Number(data.total) > data.records.length)
      answers.push({ screen, path: url.pathname, shown: data.records.length, total: Number(data.total) });
    await route.fulfill({ response: answer });
    open.delete(key);
  });
  return { answers, open };
}

test('every list pages, or says of how much it is the beginning, and no page scrolls its window', async () => {
  const context = await house.browser.newContext({
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await signIn(page, house.address, 'admin');
  const { answers, open } = await cutAnswers(page);
  const found: string[] = [];
  let seen = 0;
  for (const path of screens) {
    await page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    const shown = page.locator(`[data-page="${path}"]`);
    await shown.or(page.getByRole('alert')).first().waitFor();
    // Its own parts alone: a page left before its answer came may be at work for good behind it.
    await page
      .waitForFunction((at) => !document.querySelector(`[data-page="${at}"] [aria-busy=true]`), path, { timeout: 5_000 })
      .catch(() => undefined);
    await expect.poll(() => [...open].filter((key) => key.startsWith(`${path} `)).length).toBe(0);
    // What is long scrolls within the page: the top bar and the way to the rest stay where they are.
    const beyond = await page.evaluate(() => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.scrollingElement!;
      return { down: scrollHeight - clientHeight, right: scrollWidth - clientWidth };
    });
    if (beyond.down > 0 || beyond.right > 0) found.push(`${path}: its window scrolls by ${beyond.down} px down and ${beyond.right} px to the right`);
    for (const { path: asked, total } of answers.filter(({ screen }) => screen === path)) {
      seen += 1;
      const words = `共 ${total.toLocaleString('en-US')} 条`;
      const told = shown.locator(`[data-more-of="${total}"]`).or(shown.getByRole('navigation', { name: '分页' }).getByText(words));
      const isTold = await told
        .first()
        .waitFor({ timeout: 3_000 })
        .then(
          () => true,
          () => false,
        );
      if (!isTold) found.push(`${path}: ${asked} answered ${pageRows} of ${total}, and the screen does not say so`);
    }
  }
  expect(found).toEqual([]);
  expect(seen).toBeGreaterThan(25);
  // What is still being answered is waited for: a page that goes meanwhile is an error of its route.
  await page.unrouteAll({ behavior: 'wait' });
  await context.close();
});
