import { expect, test, type Locator } from '@playwright/test';
import { openScreen, scan, signIn } from '../support/console.ts';
import { hidden } from '../support/focus.ts';
import { atStage, chooseFile, openImport } from '../support/importing.ts';
import { served } from '../support/served.ts';

/** A scan screen keeps the focus for its scanner, and is no trap for who works without a mouse. */
const house = served();

test('the Tab key goes through the whole page, and a scan is heard wherever it stands', async () => {
  const context = await house.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' });
  const page = await context.newPage();
  await signIn(page, house.address, 'lab');
  await openScreen(page, house.address, '/sample/todayReceivePage');
  const box = page.locator('[data-scan-box]');
  await expect(box).toBeFocused();
  const seen = new Set<string>();
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press('Tab');
    // Long enough for the box to take the focus back, if it did.
    await page.waitForTimeout(20);
    seen.add(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''));
  }
  for (const name of ['按名单接收', '锁屏', '取消接收'])
    expect(
      [...seen].some((text) => text.includes(name)),
      name,
    ).toBe(true);
  await page.getByRole('link', { name: '取消接收' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForTimeout(50);
  await expect(box).not.toBeFocused();
  await scan(page, 'ZZ99999999');
  await expect(page.locator('[data-verdict]').first()).toContainText('ZZ99999999');
  await expect(box).toBeFocused();
  expect(new URL(page.url()).pathname).toBe('/sample/todayReceivePage');
  // A button that is clicked gives it back.
  await page.getByRole('button', { name: '收起菜单' }).click();
  await expect(box).toBeFocused();
  await context.close();
});

test('a scan answers no question', async () => {
  const context = await house.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' });
  const page = await context.newPage();
  await signIn(page, house.address, 'lab');
  await page
    .getByRole('button', { name: /^用户菜单/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: '退出登录' })).toBeFocused();
  await scan(page, '700000456');
  await expect(page.getByText('未接收扫描 700000456')).toBeVisible();
  await expect(question).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
  await context.close();
});

test('what stays at the top of a page while it scrolls hides no focus', async () => {
  const context = await house.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' });
  const page = await context.newPage();
  const backFrom = async (last: Locator, most: number): Promise<string[]> => {
    const covered: string[] = [];
    await last.focus();
    for (let step = 0; step < most; step++) {
      await page.keyboard.press('Shift+Tab');
      const by = await hidden(page);
      if (by) covered.push(`${step}: ${by}`);
    }
    return covered;
  };
  await signIn(page, house.address, 'admin');
  await openScreen(page, house.address, '/basic/work-calendar');
  const days = page.locator('[data-calendar-day]');
  await expect(days.last()).toBeVisible();
  expect(await backFrom(days.last(), 370)).toEqual([]);
  // The columns of a wide sheet, each with its field.
  await openImport(page, house.address);
  const heads = Array.from({ length: 40 }, (_none, at) => `列${at + 1}`);
  await chooseFile(page, { name: 'wide.csv', mimeType: 'text/csv', buffer: Buffer.from(`${heads.join()}\n${heads.join()}\n`) });
  await atStage(page, 'map');
  expect(await backFrom(page.locator('[data-import-stage=map] tbody select').last(), 39)).toEqual([]);
  await context.close();
});
