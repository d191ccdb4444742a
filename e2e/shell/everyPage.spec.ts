import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { menu } from '#domain/menu.ts';
import type { MenuNode } from '#domain/system/menuNode.ts';
import { faults } from '../support/axe.ts';
import { go, signIn } from '../support/console.ts';
import { served } from '../support/served.ts';

/**
 * Every route of the console in English, with more rows than a page in each list: nothing serious for people who do not see, or see
 * little; no Chinese word of ours; what is shown says of how much it is the beginning and leads to the rest; and it stays within its window.
 */
const house = served();
// Each half has a worker: the longest walk of all is not waited for by itself.
test.describe.configure({ mode: 'parallel' });

const leaves = (nodes: readonly MenuNode[]): string[] => nodes.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...leaves(children)]);
/** Every route inside the shell: menus, and pages outside the menu that need nothing chosen before. */
const inside = [...new Set(['/wel/index', '/dashboard', '/info/index', '/notice-log', ...leaves(menu), '/myiframe/none'])];
/** The house is small: pages of two rows make every list longer than a page. Asked of the real server, which answers so much. */
const pageRows = 2;
/** Routes seen in one window: the tabs of those before stay open, and each look goes through them, too. */
const oneWindow = 20;

interface Answered {
  /** Where the page stood when it asked. */
  readonly screen: string;
  readonly path: string;
  readonly total: number;
}

/** The pages of the server that a screen got and that are not all there is. */
async function cutAnswers(context: BrowserContext): Promise<{ readonly answers: readonly Answered[]; readonly open: ReadonlySet<string> }> {
  const answers: Answered[] = [];
  const open = new Set<string>();
  await context.route('**/api/**', async (route) => {
    const url = new URL(route.request().url());
    const name = ['size', 'pageSize'].find((one) => url.searchParams.has(one));
    // One row is asked for by who wants the count alone.
    if (route.request().method() !== 'GET' || !name || url.searchParams.get(name) === '1') return route.continue();
    const { pathname: screen } = new URL(route.request().frame().url());
    const key = `${screen} ${url.toString()}`;
    open.add(key);
    url.searchParams.set(name, String(pageRows));
    const answer = await route.fetch({ url: url.toString() });
    const { data } = (await answer.json().catch(() => ({}))) as { data?: { records?: unknown[]; total?: number | string } };
    if (Array.isArray(data?.records) && Number(data.total) > data.records.length)
      answers.push({ screen, path: url.pathname, total: Number(data.total) });
    await route.fulfill({ response: answer });
    open.delete(key);
  });
  return { answers, open };
}

/** Words of ours: what stands on controls, heads and labels. Data may be Chinese. */
const chineseWords = (page: Page, path: string): Promise<string[]> =>
  page.evaluate(
    (at) =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'main button, main th, main [role=columnheader], main label, main legend, main h1, main h2, nav a, [aria-label]',
        ),
      ]
        .filter(
          (element) => element.checkVisibility() && !element.closest('[role=cell], [role=gridcell], td, main li, [scope=row], [data-calendar-day]'),
        )
        .map((element) => (element.getAttribute('aria-label') ?? element.innerText).trim())
        // A button of several lines is a piece of work, named by its data.
        .filter((text) => /\p{Script=Han}/u.test(text) && !text.includes('\n'))
        .map((text) => `${at}: ${text}`),
    path,
  );

/** Where the window itself scrolls: what is long scrolls within the page, the top bar and the way to the rest stay where they are. */
async function scrolling(page: Page, path: string): Promise<string[]> {
  const { down, right } = await page.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.scrollingElement!;
    return { down: scrollHeight - clientHeight, right: scrollWidth - clientWidth };
  });
  return down > 0 || right > 0 ? [`${path}: its window scrolls by ${down} px down and ${right} px to the right`] : [];
}

/** Whether the page says that a list of so many is not all there is. */
async function isTold(page: Page, path: string, total: number): Promise<boolean> {
  const shown = page.locator(`[data-page="${path}"]`);
  const pager = shown.getByRole('navigation', { name: 'Pages' }).getByText(`${total.toLocaleString('en-US')} in total`);
  const told = shown.locator(`[data-more-of="${total}"]`).or(pager).first();
  return told.waitFor({ timeout: 3_000 }).then(
    () => true,
    () => false,
  );
}

const half = Math.ceil(inside.length / 2);
for (const [name, routes] of [
  ['first', inside.slice(0, half)],
  ['second', inside.slice(half)],
] as const)
  test(`every route passes axe, has no Chinese word of ours in English, pages or says of how much it is the beginning, and does not scroll its window: ${name} half`, async () => {
    // It grows with the routes.
    test.setTimeout(2_400_000);
    const context = await house.browser.newContext({
      viewport: { width: 1366, height: 768 },
      locale: 'zh-CN',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    const first = await context.newPage();
    await signIn(first, house.address, 'admin');
    await first.getByRole('button', { name: '切换为英文' }).click();
    await first.getByRole('button', { name: 'Switch to Chinese' }).waitFor();
    // People and tenants are called what they are called.
    const names = await first.evaluate(() => [...document.querySelectorAll('header button, header span')].map((part) => part.textContent ?? ''));
    const { answers, open } = await cutAnswers(context);
    const found = new Set<string>();
    let seen = 0;
    for (let at = 0; at < routes.length; at += oneWindow) {
      // The next one of the same desk: it is signed in, and begins without tabs.
      const page = at === 0 ? first : await context.newPage();
      if (page !== first) await page.goto(house.address);
      await page.getByRole('button', { name: 'Switch to Chinese' }).waitFor();
      for (const path of routes.slice(at, at + oneWindow)) {
        await go(page, path);
        await expect.poll(() => [...open].filter((key) => key.startsWith(`${path} `)).length).toBe(0);
        const words = await chineseWords(page, path);
        for (const fault of [
          ...(await scrolling(page, path)),
          ...(await faults(page, path, `[data-page="${path}"]`)),
          ...words.filter((line) => !names.some((one) => one !== '' && line.endsWith(one))),
        ])
          found.add(fault);
        for (const { path: asked, total } of answers.filter(({ screen }) => screen === path)) {
          seen += 1;
          if (!(await isTold(page, path, total))) found.add(`${path}: ${asked} answered ${pageRows} of ${total}, and the screen does not say so`);
        }
      }
      expect(await page.locator('[data-page]').count()).toBeLessThanOrEqual(oneWindow + 1);
      // What is still being answered is waited for: a page that goes meanwhile is an error of its route.
      await expect.poll(() => open.size).toBe(0);
      if (page !== first) await page.close();
    }
    await context.unrouteAll({ behavior: 'wait' });
    await context.close();
    expect([...found]).toEqual([]);
    expect(seen).toBeGreaterThan(10);
  });
