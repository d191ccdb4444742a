import { expect, test, type Page } from '@playwright/test';
import { faults } from '../support/axe.ts';
import { go, signIn } from '../support/console.ts';
import { served } from '../support/served.ts';

/** What is around the pages, and outside the shell: nothing serious for people who do not see, or see little. */
const house = served();

const alone = ['/404', '/403', '/500', '/changepassword'];

async function openWindow(): Promise<Page> {
  const context = await house.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', reducedMotion: 'reduce' });
  return context.newPage();
}

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
