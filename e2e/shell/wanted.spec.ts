import { expect, test, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { served } from '../support/served.ts';

/** Who opens an address goes there in the end, whatever stands before it: a login, a password to change. */
const house = served();

async function openAt(path: string): Promise<Page> {
  const context = await house.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${house.address}${path}`);
  await page.waitForURL('**/login');
  return page;
}
async function enter(page: Page, account: string, secret: string): Promise<void> {
  await page.locator('input[name=username]').fill(account);
  await page.locator('input[name=password]').fill(secret);
  await page.keyboard.press('Enter');
}

test('a password given for one use is changed first, and the work goes on where it was wanted', async () => {
  const admin = await Api.login(house.address, 'admin');
  const [user] = (await admin.get<{ records: { id: string }[] }>('blade-system/user/page', { account: 'entry2' })).records;
  const [given] = await admin.post<{ password: string }[]>(`blade-system/user/reset-password?userIds=${user?.id}`, {});
  const page = await openAt('/basic/sample-class?page=1');
  await enter(page, 'entry2', given?.password ?? '');
  await page.waitForURL('**/changepassword');
  await expect(page.getByText('请先修改密码')).toBeVisible();
  const fields = page.locator('form input');
  const change = async (old: string): Promise<void> => {
    for (const [at, text] of [old, 'my-own-words-2', 'my-own-words-2'].entries()) await fields.nth(at).fill(text);
    await page.getByRole('button', { name: '修改密码' }).click();
  };
  await change('never-mine-1');
  await expect(page.getByRole('alert')).toContainText('原密码不正确');
  await expect(fields.first()).toBeFocused();
  await change(given?.password ?? '');
  await page.waitForURL('**/login');
  await enter(page, 'entry2', 'my-own-words-2');
  await page.waitForURL('**/basic/sample-class**');
  await expect(page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '样本类型' })).toBeVisible();
  await page.context().close();
});
