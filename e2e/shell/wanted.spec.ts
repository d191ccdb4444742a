import { expect, test, type Page } from '@playwright/test';
import { providerKind, secretStyle } from '#domain/session/loginProvider.ts';
import { openTestProvider } from '#server/session/providerTesting.ts';
import { Api } from '../support/api.ts';
import { password } from '../support/product.ts';
import { served } from '../support/served.ts';

/** Who opens an address goes there in the end, whatever stands before it: a login here or at another site, a password to change. */
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

async function expectAt(page: Page, path: string, title: string): Promise<void> {
  await page.waitForURL(`${house.address}${path}`);
  await expect(page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: title })).toBeVisible();
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
  await expectAt(page, '/basic/sample-class?page=1', '样本类型');
  await page.context().close();
});

test("the login page of one's own organisation leads there too, and who says no there may still log in here", async () => {
  const provider = await openTestProvider({ appId: 'lab-console', secret: 'between-the-sites' });
  const admin = await Api.login(house.address, 'admin');
  await admin.post('blade-system/login-provider/submit', {
    source: 'directory',
    providerName: '集团目录',
    providerNameEn: 'Directory',
    providerKind: providerKind.sso,
    secretStyle: secretStyle.basic,
    subjectField: 'sub',
    accountField: 'login',
    authorizeUrl: `${provider.url}/authorize`,
    tokenUrl: `${provider.url}/token`,
    userUrl: `${provider.url}/user`,
    appId: 'lab-console',
    appSecret: 'between-the-sites',
    sort: 1,
  });
  const atProvider = async (): Promise<Page> => {
    const page = await openAt('/basic/sample-class?page=1');
    await page.getByRole('tab', { name: '单点系统登录' }).click();
    await page.getByRole('button', { name: '使用 集团目录 登录' }).click();
    return page;
  };
  try {
    provider.user = null;
    const refused = await atProvider();
    await expect(refused.getByRole('alert')).toContainText('您在第三方系统取消了登录');
    await enter(refused, 'billing', password);
    await expectAt(refused, '/basic/sample-class?page=1', '样本类型');
    await refused.context().close();

    provider.user = { sub: 'p-1', login: 'sales', name: '孙敏' };
    const entered = await atProvider();
    await expectAt(entered, '/basic/sample-class?page=1', '样本类型');
    // No way back leads to an address with a code in it.
    const visited = await entered.evaluate(() => window.navigation.entries().map(({ url }) => url ?? ''));
    expect(visited.length).toBeGreaterThan(0);
    expect(visited.filter((url) => /[?&](code|state)=/.test(url))).toEqual([]);
    await entered.context().close();
  } finally {
    await provider.close();
  }
});
