import { expect, test, type BrowserContext, type Locator } from '@playwright/test';
import { openScreen, signIn } from '../support/console.ts';
import { served } from '../support/served.ts';

/** A window of 900 pixels, half of a large screen: the desk screens are still worked at. */
const size = { width: 900, height: 768 };
const house = served();
let context: BrowserContext;
test.beforeEach(async () => {
  context = await house.browser.newContext({ viewport: size, locale: 'zh-CN' });
});
test.afterEach(() => context.close());

test('on a phone what is searched for is seen while it is typed, and the pager lies below the table', async () => {
  const phone = await house.browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' });
  const page = await phone.newPage();
  await signIn(page, house.address, 'reception');
  await openScreen(page, house.address, '/search/sampleReceive');
  const pager = page.getByRole('navigation', { name: '分页' });
  await expect(pager.getByRole('combobox')).toBeVisible();
  const table = page.getByRole('group', { name: '样本接收查询' });
  const [above, below] = await Promise.all([table.boundingBox(), pager.boundingBox()]);
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  const box = page.getByRole('combobox', { name: '菜单搜索' });
  await box.click();
  await page.keyboard.type('样本接收查询');
  const room = await box.evaluate((input: HTMLInputElement) => {
    const { paddingLeft, paddingRight } = getComputedStyle(input);
    return {
      isCut: input.scrollWidth > input.clientWidth,
      wide: input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
    };
  });
  expect(room.isCut).toBe(false);
  expect(room.wide).toBeGreaterThan(150);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: '样本接收查询' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await phone.close();
});

const heightOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.height ?? 0;

test('the form of a detail entry has the height, the queue is one press away', async () => {
  const page = await context.newPage();
  await signIn(page, house.address, 'entry1');
  await openScreen(page, house.address, '/sample/detail-enter/1');
  const queue = page.locator('[data-entry-queue]');
  await queue.getByRole('button').first().click();
  const entry = page.getByRole('region', { name: '录入内容' });
  await expect(entry.getByTestId('detail-form')).toBeVisible();
  await expect(queue).toBeHidden();
  expect(await heightOf(entry)).toBeGreaterThan(size.height / 2);
  await page.getByRole('button', { name: /^待一录/ }).click();
  await expect(queue).toBeVisible();
  await queue.getByRole('button').nth(1).click();
  await expect(queue).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
});

test('the lab sees the box, the verdict and what it took in together', async () => {
  const page = await context.newPage();
  await signIn(page, house.address, 'lab');
  await openScreen(page, house.address, '/sample/todayReceivePage');
  const box = page.getByPlaceholder('扫描样本条码或管号');
  await expect(box).toBeVisible();
  const [scan, verdict] = await Promise.all([box.boundingBox(), page.locator('[data-verdict]').boundingBox()]);
  expect(verdict?.x).toBeGreaterThan((scan?.x ?? 0) + (scan?.width ?? 0));
  expect(await heightOf(page.getByRole('region', { name: '今日接收' }))).toBeGreaterThan(size.height / 3);
});
