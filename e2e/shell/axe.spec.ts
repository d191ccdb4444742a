import { expect, test, type Page } from '@playwright/test';
import axe from 'axe-core';
import { menu } from '#domain/menu.ts';
import type { MenuNode } from '#domain/system/menuNode.ts';
import { signIn } from '../support/console.ts';
import { served } from '../support/served.ts';

/** Every route of the console: nothing serious for people who do not see, or see little; and no Chinese word of ours in English. */
const house = served();

const leaves = (nodes: readonly MenuNode[]): string[] => nodes.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...leaves(children)]);
/** Every route inside the shell: menus, and pages outside the menu that need nothing chosen before. */
const inside = [...new Set(['/wel/index', '/dashboard', '/info/index', '/notice-log', ...leaves(menu), '/myiframe/none'])];
const alone = ['/404', '/403', '/500', '/changepassword'];

async function openWindow(): Promise<Page> {
  const context = await house.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', reducedMotion: 'reduce' });
  return context.newPage();
}

/** Goes there without loading the console again. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.locator(`[data-page="${path}"]`).or(page.getByRole('alert')).first().waitFor();
  // Its own parts alone: a page left before its answer came may be at work for good behind it.
  await page
    .waitForFunction((at) => !document.querySelector(`[data-page="${at}"] [aria-busy=true]`), path, { timeout: 3_000 })
    .catch(() => undefined);
}

/**
 * What axe finds that is serious, with the first place of each. `part`: what the route brings; the rest was looked at once.
 * It is brought into a page once, stays out of frames, fetches no style sheet again and describes what it finds alone: a third of the time.
 */
async function faults(page: Page, path: string, part?: string): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  // A colour on its way to another is neither of the two.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const violations = await page.evaluate(async (inside) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const found = await run(inside ? { include: [inside] } : document, {
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] },
      resultTypes: ['violations'],
      preload: false,
      iframes: false,
    });
    return found.violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes.length,
      html: nodes[0]?.html,
      why: nodes[0]?.any[0]?.message,
    }));
  }, part);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes, html, why }) => `${path}: ${id} (${nodes}): ${html?.slice(0, 160)} ${why ?? ''}`);
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

test('pages outside the shell pass axe', async () => {
  const page = await openWindow();
  const found: string[] = [];
  await page.goto(`${house.address}/login`);
  await page.locator('input[name=username]').waitFor();
  found.push(...(await faults(page, '/login')));
  await signIn(page, house.address, 'admin');
  for (const path of alone) {
    await page.goto(house.address + path);
    await page.getByRole('heading').first().waitFor();
    found.push(...(await faults(page, path)));
  }
  expect(found).toEqual([]);
  await page.context().close();
});

test('every theme passes axe around a list', async () => {
  const page = await openWindow();
  await signIn(page, house.address, 'admin');
  await go(page, '/system/role');
  const found: string[] = [];
  await page.getByRole('button', { name: '选择主题' }).click();
  const values = await page.getByRole('radio').evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value));
  await page.keyboard.press('Escape');
  expect(values).toHaveLength(11);
  for (const value of values) {
    await page.getByRole('button', { name: '选择主题' }).click();
    await page.locator(`input[value="${value}"]`).check();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    found.push(...(await faults(page, value)));
  }
  expect(found).toEqual([]);
  await page.context().close();
});

/** Routes seen in one window: the tabs of those before stay open, and each look goes through them, too. */
const oneWindow = 20;

test('every route passes axe, and has no Chinese word of ours in English', async () => {
  // It grows with the routes.
  test.setTimeout(2_400_000);
  const found: string[] = [];
  const first = await openWindow();
  await signIn(first, house.address, 'admin');
  await first.getByRole('button', { name: '切换为英文' }).click();
  await first.getByRole('button', { name: 'Switch to Chinese' }).waitFor();
  // People and tenants are called what they are called.
  const names = await first.evaluate(() => [...document.querySelectorAll('header button, header span')].map((part) => part.textContent ?? ''));
  for (let at = 0; at < inside.length; at += oneWindow) {
    // The next one of the same desk: it is signed in, and begins without tabs.
    const page = at === 0 ? first : await first.context().newPage();
    if (page !== first) await page.goto(house.address);
    await page.getByRole('button', { name: 'Switch to Chinese' }).waitFor();
    for (const path of inside.slice(at, at + oneWindow)) {
      await go(page, path);
      found.push(...(await faults(page, path, `[data-page="${path}"]`)));
      const words = await chineseWords(page, path);
      found.push(...words.filter((line) => !names.some((name) => name !== '' && line.endsWith(name))));
    }
    expect(await page.locator('[data-page]').count()).toBeLessThanOrEqual(oneWindow + 1);
    if (page !== first) await page.close();
  }
  await first.context().close();
  expect([...new Set(found)]).toEqual([]);
});
