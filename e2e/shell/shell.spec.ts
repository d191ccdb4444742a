import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from '@playwright/test';
import { signIn } from '../support/console.ts';
import { served } from '../support/served.ts';

/** What only a browser shows of the shell: repaint, places kept in tabs, the drawer of a narrow screen, framed pages. */
const at = served();
/** A page of another site; it tries to reach what is around it and says what it was asked for. */
let house: Server;
const asked: string[] = [];

test.beforeAll(async () => {
  house = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<p id="word">from another site</p><script>
      try { parent.document.body.dataset.reached = 'yes'; } catch { document.title = 'kept out'; }
      try { top.location = 'about:blank'; } catch {}
    </script>`);
  });
  await new Promise<void>((resolve) => house.listen(0, '127.0.0.1', resolve));
});
test.afterAll(async () => {
  house?.close();
});

async function openConsole(size = { width: 1366, height: 500 }): Promise<Page> {
  // The page's own calls are looked at and answered here and there: no worker between.
  const context = await at.browser.newContext({ viewport: size, locale: 'zh-CN', serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.route('**/menu/routes*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: unknown[] };
    const { port } = house.address() as AddressInfo;
    const path = `http://127.0.0.1:${port}/board?who=\${userName}&t=\${token}`;
    body.data.push({ id: '77', code: 'board', name: '外部看板', labels: ['外部看板', 'Board outside'], path, category: 1, parentId: '0', isOpen: 1 });
    await route.fulfill({ response: answer, json: body });
  });
  await signIn(page, at.address, 'admin');
  await page
    .getByRole('navigation', { name: '主菜单' })
    .or(page.getByRole('button', { name: '展开菜单' }))
    .first()
    .waitFor();
  return page;
}
/** What is still being answered is waited for: a page that goes meanwhile is an error of its route. */
async function close(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' });
  await page.context().close();
}
const colourOf = (page: Page, selector: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor);

test('a theme and a colour repaint the page that is open, and are there after a reload', async () => {
  const page = await openConsole();
  await page.evaluate(() => (document.body.dataset.mark = 'same page'));
  const before = await colourOf(page, 'nav[aria-label=主菜单]');
  await page.getByRole('button', { name: '选择主题' }).click();
  await page.getByRole('radio', { name: '智能主题' }).check();
  await expect.poll(() => colourOf(page, 'nav[aria-label=主菜单]')).toBe('rgb(0, 76, 167)');
  expect(before).not.toBe('rgb(0, 76, 167)');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '换色' }).click();
  await page.getByRole('textbox', { name: '颜色值' }).fill('#e5484d');
  await page.keyboard.press('Escape');
  const accent = (): Promise<string> => page.evaluate(() => document.documentElement.style.getPropertyValue('--accession-accent-seed'));
  expect(await accent()).toBe('#e5484d');
  expect(await page.evaluate(() => document.body.dataset.mark)).toBe('same page');
  await page.reload();
  await expect.poll(() => colourOf(page, 'nav[aria-label=主菜单]')).toBe('rgb(0, 76, 167)');
  expect(await accent()).toBe('#e5484d');
  await close(page);
});

test('open pages keep scroll and form, and come back after a reload where they were', async () => {
  const page = await openConsole();
  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  await page.goto(`${at.address}/op/none-such`);
  await page.waitForURL('**/404');
  await page.goto(`${at.address}/basic/work-calendar`);
  const shown = page.locator('[data-page="/basic/work-calendar"]');
  const depth = (): Promise<number> =>
    shown.evaluate((root) => Math.max(root.scrollTop, ...[...root.querySelectorAll('*')].map((element) => element.scrollTop)));
  await expect(shown).toBeVisible();
  await expect
    .poll(() => shown.evaluate((root) => Math.max(...[root, ...root.querySelectorAll('*')].map((part) => part.scrollHeight - part.clientHeight))))
    .toBeGreaterThan(250);
  await shown.hover();
  await page.mouse.wheel(0, 240);
  await expect.poll(depth).toBeGreaterThan(200);
  const wanted = await depth();

  await page.getByRole('combobox', { name: '菜单搜索' }).fill('客户管理');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/basic/customer');
  const name = page.locator('[data-page="/basic/customer"] form input').first();
  await name.fill('打了一半');
  await tabs.getByRole('link', { name: '工作日历' }).click();
  await expect.poll(depth).toBe(wanted);
  await tabs.getByRole('link', { name: '客户管理' }).click();
  await expect(name).toHaveValue('打了一半');

  await page.reload();
  await expect(tabs.getByRole('link')).toHaveText(['首页', '工作日历', '客户管理']);
  await tabs.getByRole('link', { name: '工作日历' }).click();
  await expect.poll(depth).toBe(wanted);
  // A closed page begins at its top.
  await page.getByRole('button', { name: '关闭 工作日历' }).click();
  await expect(shown).toHaveCount(0);
  await page.getByRole('combobox', { name: '菜单搜索' }).fill('工作日历');
  await page.keyboard.press('Enter');
  await expect(shown).toBeVisible();
  expect(await depth()).toBe(0);
  await close(page);
});

test('on a narrow screen the menu is a drawer with a shade, and gives the focus back', async () => {
  const page = await openConsole({ width: 700, height: 600 });
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await expect(menu).toHaveCount(0);
  const button = page.getByRole('button', { name: '展开菜单' });
  await button.click();
  await expect(menu).toBeVisible();
  expect(await menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.click();
  await page.mouse.click(600, 400);
  await expect(menu).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await close(page);
});

test('a page of another site is shown in a sandbox, with its places filled', async () => {
  const page = await openConsole();
  asked.length = 0;
  await page.getByRole('link', { name: '外部看板' }).click();
  await page.waitForURL('**/myiframe/board');
  const frame = page.frameLocator('iframe[title=外部看板]');
  await expect(frame.locator('#word')).toBeVisible();
  await expect(page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '外部看板' })).toBeVisible();
  const query = new URL(asked[0] ?? '', 'http://house').searchParams;
  expect(query.get('who')).toBeTruthy();
  expect((query.get('t') ?? '').split('.')).toHaveLength(3);
  // It neither reached the console nor led it away.
  expect(await page.evaluate(() => document.body.dataset.reached)).toBeUndefined();
  expect(page.url()).toContain('/myiframe/board');
  // Another tab and back: the same page, not loaded again.
  const loads = asked.length;
  await page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '首页' }).click();
  await page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '外部看板' }).click();
  await expect(frame.locator('#word')).toBeVisible();
  expect(asked.length).toBe(loads);
  // An address that is in nobody's menu is not shown, whatever the location bar says.
  await page.goto(`${at.address}/myiframe/elsewhere?src=http://evil.example`);
  await expect(page.getByText('没有找到该页面的地址')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await close(page);
});

test('the home page and the dashboard take the room of a large screen', async () => {
  const page = await openConsole({ width: 1920, height: 1080 });
  for (const path of ['/wel/index', '/dashboard']) {
    await page.goto(`${at.address}${path}`);
    const shown = page.locator(`[data-page="${path}"]`);
    await expect(shown.locator('section').first()).toBeVisible();
    // What stands furthest right ends where the page does.
    const left = await shown.evaluate((root) => {
      const { right } = root.getBoundingClientRect();
      const ends = [...root.querySelectorAll('section')].map((part) => part.getBoundingClientRect().right);
      return right - Math.max(...ends);
    });
    expect(left, path).toBeLessThan(40);
  }
  await close(page);
});
