import { expect, test, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { openScreen, signIn } from '../support/console.ts';
import { atStage, chooseFile } from '../support/importing.ts';
import { served } from '../support/served.ts';

/** A described list as its keeper uses it: a sheet with one bad row is looked at, mended and taken in, and the changed record tells what it was. */
const house = served();

interface Terrace {
  readonly terraceCode: string;
  readonly terraceName: string;
  readonly panelGroupName: string | null;
  readonly version: number;
}
const terraces = async (admin: Api): Promise<readonly Terrace[]> =>
  (await admin.get<{ records: Terrace[] }>('accession-lims-base/terrace/page', { size: 100 })).records;
const filter = (page: Page, key: string) => page.locator(`[data-import-filter=${key}]`);

test('a sheet with one bad row: seen, mended, taken in; the changed record shows before and after', async () => {
  const admin = await Api.login(house.address, 'admin');
  const known = (await terraces(admin)).find(({ terraceCode }) => terraceCode === 'NGS')!;
  const sheet = [
    '平台编号,平台名称,项目组,检测原理',
    `NGS,${known.terraceName},${known.panelGroupName},纳米孔测序`,
    `NEW1,数字PCR平台,${known.panelGroupName},微滴分割`,
    'NEW2,流式平台,没有这个项目组,荧光标记',
  ].join('\n');

  const page = await (await house.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })).newPage();
  await signIn(page, house.address, 'admin');
  await openScreen(page, house.address, '/basic/terrace');
  await page.locator('[data-import-open]').click();
  await atStage(page, 'choose');
  await chooseFile(page, { name: 'platforms.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
  await atStage(page, 'preview');

  // Nothing is written yet; the bad cell is named, and it alone is shown first.
  const panel = page.locator('[data-import-stage=preview]');
  await expect(filter(page, 'error')).toHaveAttribute('aria-pressed', 'true');
  await expect(filter(page, 'error')).toContainText('1');
  await expect(panel.locator('[data-import-confirm]')).toHaveText(/2/);
  expect(await terraces(admin)).toHaveLength(4);
  const bad = panel.locator('input[data-fault]');
  await expect(bad).toHaveCount(1);
  await expect(bad).toHaveAccessibleName(/项目组.*没有这个项目组/);
  await bad.fill(String(known.panelGroupName));
  await bad.press('Enter');
  await expect(filter(page, 'error')).toContainText('0');
  await panel.locator('[data-import-confirm]').click();

  const result = page.locator('[data-import-result]');
  await expect(result).toHaveAttribute('data-created', '2');
  await expect(result).toHaveAttribute('data-updated', '1');
  const stored = await terraces(admin);
  expect(stored.map(({ terraceCode }) => terraceCode)).toEqual(expect.arrayContaining(['NEW1', 'NEW2', 'NGS']));
  expect(stored.find(({ terraceCode }) => terraceCode === 'NGS')).toMatchObject({ version: known.version + 1 });

  // The list behind it has them; the changed one tells who changed what.
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-import-stage]')).toHaveCount(0);
  await expect(page.getByText('流式平台')).toBeVisible();
  await page.getByRole('row').filter({ hasText: 'NGS' }).first().getByRole('button', { name: '查看' }).click();
  const history = page.locator('[data-record-history] tbody').first();
  await expect(history).toContainText('检测原理');
  await expect(history.locator('del')).toHaveText('边合成边测序');
  await expect(history.locator('ins')).toHaveText('纳米孔测序');

  // A client's sales region is one of the dictionary's.
  await openScreen(page, house.address, '/basic/send-sample-clinet');
  await page.getByRole('row').filter({ hasText: 'C0001' }).first().getByRole('button', { name: '编辑' }).click();
  const region = page.locator('[role=dialog] [data-field=managerArea] input');
  await region.fill('西北');
  await expect(page.getByRole('option', { name: '西北' })).toBeVisible();
  await region.press('Enter');
  await expect(region).toHaveValue('西北');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const [client] = (await admin.get<{ records: { managerArea: string }[] }>('accession-lims-base/send-sample-client/page', { clientCode: 'C0001' }))
    .records;
  expect(client?.managerArea).toBe('西北');
});
