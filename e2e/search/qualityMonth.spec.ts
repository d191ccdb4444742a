import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { Api } from '../support/api.ts';
import { close, drawerOf, windowOf } from '../support/benchDay.ts';
import { drawnMarks, listedIn, openMark, totalIn } from '../support/charts.ts';
import { openScreen } from '../support/console.ts';
import { readMaster } from '../support/prepare.ts';
import { done, fieldOf, picture } from '../support/reportDesk.ts';
import { served } from '../support/served.ts';

/** A quality manager's month: what was late is found, the tubes behind it are opened and taken along, and the month's figures are counted, typed and closed by two people. */
const at = served();
let laboratoryId = '';
let [manager, head] = [] as unknown as [Page, Page];

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  laboratoryId = (await readMaster(await Api.login(at.address, 'ops'))).laboratoryId;
  manager = await windowOf(at.browser, at.address, 'ops');
  head = await windowOf(at.browser, at.address, 'audit2');
});

test('what was late is drawn, each bar opens its part of it, and a file takes all of it along', async () => {
  await openScreen(manager, at.address, `/search/reportPeriod?laboratoryId=${laboratoryId}&internallyStatus=1`);
  const chart = manager.locator('[data-chart]').last();
  await expect(chart.locator('[data-drawn] svg')).toBeVisible();
  const late = await totalIn(manager);
  expect(late).toBeGreaterThan(0);
  await picture('late', manager);
  let opened = 0;
  for (const tone of ['warning', 'danger'] as const)
    for (const mark of await drawnMarks(chart, tone)) {
      const drawer = await openMark(manager, mark);
      opened += await listedIn(drawer);
      // Whoever opens a bar of what was late sees nothing that was in time.
      await expect(drawer.locator('[data-column=internallyStatus]').filter({ hasText: '正常' })).toHaveCount(0);
      await close(manager);
    }
  expect(await drawnMarks(chart, 'success')).toEqual([]);
  expect(opened).toBe(late);

  const [download] = await Promise.all([manager.waitForEvent('download'), manager.keyboard.press('Control+e')]);
  const { sheets } = await readXlsx(readFileSync(await download.path()));
  const rows = sheets[0]?.rows ?? [];
  const headAt = rows.findIndex((row) => row.includes('实验室编号'));
  expect(headAt).not.toBe(-1);
  expect(rows.slice(headAt + 1).filter((row) => row.some((cell) => cell !== null && cell !== ''))).toHaveLength(late);
});

test('a month is counted and typed by one, closed by another, and opened again with a reason', async () => {
  const address = `/search/qualityIndicator?laboratoryId=${laboratoryId}`;
  await openScreen(manager, at.address, address);
  // What is to be closed next: the last month that is over.
  const bar = manager.locator('[data-quality-month]');
  const month = (await bar.getAttribute('data-quality-month')) ?? '';
  await expect(bar).toContainText('未关闭');
  await bar.getByRole('button', { name: '重新计算' }).click();
  await done(manager);
  const typing = manager.getByRole('button', { name: new RegExp(`${month} 填报$`) }).first();
  const [index = ''] = ((await typing.getAttribute('aria-label')) ?? '').split(' ');
  await typing.click();
  // A part is no more than its whole: told at its field, and nothing typed is lost.
  await fieldOf(manager, 'numerator').fill('4');
  await fieldOf(manager, 'denominator').fill('3');
  await drawerOf(manager).locator('[data-enter-end]').click();
  await expect(drawerOf(manager)).toContainText('分子不能大于分母');
  await expect(fieldOf(manager, 'numerator')).toHaveValue('4');
  await fieldOf(manager, 'denominator').fill('200');
  await done(manager);
  const figures = (page: Page) => page.locator(`tr[data-index="${index}"]`);
  await expect(figures(manager)).toContainText('4/200');
  await picture('typed', manager);
  // Who typed does not close, and is told why.
  const closing = bar.getByRole('button', { name: '关闭月份' });
  await expect(closing).toBeDisabled();
  await expect(closing).toHaveAttribute('title', '须由未填报该月数据的人关闭');

  await openScreen(head, at.address, address);
  const part = head.getByRole('button', { name: new RegExp(`^\\S+ ${month} 分母 \\d+$`) }).first();
  const count = Number(/\d+$/.exec((await part.getAttribute('aria-label')) ?? '')?.[0]);
  await part.click();
  expect(await listedIn(drawerOf(head))).toBe(count);
  await picture('counted', head);
  await close(head);
  const its = head.locator(`[data-quality-month="${month}"]`);
  await its.getByRole('button', { name: '关闭月份' }).click();
  await done(head);
  await expect(its).toContainText('已关闭');
  await picture('closed', head);

  await openScreen(manager, at.address, address);
  await expect(bar).toContainText('已关闭');
  await expect(manager.getByRole('button', { name: new RegExp(`${month} 填报$`) })).toHaveCount(0);
  await expect(figures(manager)).toContainText('4/200');

  await its.getByRole('button', { name: '重开月份' }).click();
  await fieldOf(head, 'reason').fill('补报送检数');
  await done(head);
  await expect(its).toContainText('重开原因: 补报送检数');
});
