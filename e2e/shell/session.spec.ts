import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { openScreen, signIn, unlock } from '../support/console.ts';
import { password, startProduct } from '../support/product.ts';
import { served } from '../support/served.ts';

/** How a session is begun, left alone, and changed: captcha, idle lock, another role and department. */
const house = served();

async function openPage(): Promise<Page> {
  const context = await house.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', serviceWorkers: 'block' });
  return context.newPage();
}
const menuOf = (page: Page) => page.getByRole('navigation', { name: '主菜单' });
/** What the sidebar offers; groups that were folded are opened for it. */
async function offers(page: Page): Promise<(string | null)[]> {
  await menuOf(page)
    .locator('button[aria-expanded=false]')
    .evaluateAll((groups) => groups.forEach((group) => (group as HTMLElement).click()));
  return menuOf(page)
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
}

async function openUserMenu(page: Page, item: string): Promise<void> {
  await page
    .getByRole('button', { name: /^用户菜单/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a desk nobody touches locks itself after the minutes of the policy, and work goes on where it was', async () => {
  const api = await Api.login(house.address, 'admin');
  const [policy] = (
    await api.get<{ records: { id: string; paramValue: string }[] }>('blade-system/param/page', { paramKey: 'offline.lockMinutes', size: 1 })
  ).records;
  await api.post('blade-system/param/submit', { id: policy?.id, paramValue: '2' });
  const page = await openPage();
  // Timers and clock of the page: minutes pass without waiting for them.
  await page.clock.install();
  await signIn(page, house.address, 'reception');
  await openScreen(page, house.address, '/basic/customer');
  const name = page.locator('[data-page="/basic/customer"] form input').first();
  await name.fill('打了一半');

  await page.clock.fastForward(100_000);
  await page.mouse.move(300, 300);
  await page.mouse.move(310, 310);
  // They moved 20 s before it would have locked: it waits two minutes from then.
  await page.clock.fastForward(100_000);
  await expect(name).toHaveValue('打了一半');
  expect(new URL(page.url()).pathname).toBe('/basic/customer');

  await page.clock.fastForward(60_000);
  await page.waitForURL('**/lock');
  await expect(page.getByText('打了一半')).toHaveCount(0);
  // By hand in the address, too, nothing but the lock is shown.
  await page.goto(`${house.address}/basic/customer`);
  await unlock(page);
  expect(new URL(page.url()).pathname).toBe('/basic/customer');
  await page.context().close();
});

test('another role has another menu at once, and the first one comes back with its own, in the laboratory that is chosen with it', async () => {
  const page = await openPage();
  await signIn(page, house.address, 'admin');
  await expect(menuOf(page)).toBeVisible();
  await expect.poll(() => offers(page)).toContain('/sample/summary-enter');

  await openUserMenu(page, '切换部门、角色和检验所');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('角色').selectOption({ label: '运维' });
  await dialog.getByRole('button', { name: '切换' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => offers(page)).not.toContain('/sample/summary-enter');
  await expect.poll(() => offers(page)).toContain('/system/user');
  expect(await offers(page)).not.toContain('/sample/summary-enter');

  await openUserMenu(page, '切换部门、角色和检验所');
  await dialog.getByLabel('角色').selectOption({ label: '超级管理员' });
  const laboratory = await dialog.getByLabel('检验所').locator('option').last().innerText();
  await dialog.getByLabel('检验所').selectOption({ label: laboratory });
  await dialog.getByRole('button', { name: '切换' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('banner')).toContainText(laboratory);
  await expect.poll(() => offers(page)).toContain('/sample/summary-enter');
  await page.context().close();
});

test('where captchas are on, a login needs the one that is shown', async () => {
  const guarded = await startProduct({ script: 'server/proof/captchaServer.ts', env: { CAPTCHA: '1' } });
  try {
    const page = await openPage();
    let key = '';
    page.on('response', (response) => {
      if (response.url().endsWith('/captcha'))
        void response.json().then((body: { key: string }) => {
          key = body.key;
        });
    });
    await page.goto(`http://127.0.0.1:${guarded.port}/login`);
    const picture = page.getByRole('img', { name: '验证码' });
    const shown = async (): Promise<string> => (await picture.getAttribute('src')) ?? '';
    const answer = (): string =>
      readFileSync(join(guarded.dataDir, 'captchas.txt'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { key: string; answer: string })
        .find((one) => one.key === key)?.answer ?? '';
    await page.locator('input[name=username]').fill('reception');
    await page.locator('input[name=password]').fill(password);
    await expect(picture).toBeVisible();
    const [first, used] = [await shown(), key];
    await page.getByRole('textbox', { name: '验证码' }).fill('00000');
    await page.keyboard.press('Enter');
    await expect(page.getByText('验证码不正确')).toBeVisible();
    // A wrong answer uses it up: another one is shown.
    await expect.poll(shown).not.toBe(first);
    // The page may draw it before its key has been read here.
    await expect.poll(() => key).not.toBe(used);
    await page.getByRole('textbox', { name: '验证码' }).fill(answer().toUpperCase());
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname !== '/login' && pathname !== '/');
    await expect(menuOf(page)).toBeVisible();
    await page.context().close();
  } finally {
    await guarded.stop();
  }
});
