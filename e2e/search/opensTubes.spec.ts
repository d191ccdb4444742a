import { expect, test, type Locator, type Page } from '@playwright/test';
import { addDays, formatDate } from '#domain/kernel/dates.ts';
import { windowOf } from '../support/benchDay.ts';
import { crossings, drawnMarks, figureOf, listedIn, openMark, totalIn, type DrawnMark } from '../support/charts.ts';
import { openScreen } from '../support/console.ts';
import { picture } from '../support/reportDesk.ts';
import { readMaster } from '../support/prepare.ts';
import { Api } from '../support/api.ts';
import { served } from '../support/served.ts';

/** What is drawn opens what it counts: bars, a histogram's bar, a map's cell, a total and the day's figures, as a hand clicks them. */
const at = served();
let page: Page;
let laboratoryId = '';
test.beforeAll(async () => {
  laboratoryId = (await readMaster(await Api.login(at.address, 'admin'))).laboratoryId;
  page = await windowOf(at.browser, at.address, 'admin');
  // Administrators are told what is not set up, over whatever they are at.
  await page.keyboard.press('Escape');
});

const chartOf = (): Locator => page.locator('[data-chart]').last();
async function opened(mark: DrawnMark): Promise<readonly [title: readonly string[], total: number]> {
  const drawer = await openMark(page, mark);
  const title = ((await drawer.getByRole('heading').first().textContent()) ?? '').split(' · ');
  const total = await listedIn(drawer);
  return [title, total];
}
async function leave(): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Of the last thirty days: of this month nothing may be there yet. */
async function openCounts(): Promise<void> {
  const today = formatDate(Date.now());
  await openScreen(page, at.address, `/search/sampleCount?countedTime.from=${addDays(today, -29)}&countedTime.to=${today}`);
}

test('a bar of a statistic, and its total', async () => {
  await openCounts();
  const [bar] = await drawnMarks(chartOf(), 'accent');
  const [[period = '', figure = ''], total] = await opened(bar!);
  await picture('bar', page);
  await leave();
  expect(figure).toBe('接收数');
  expect(String(total)).toBe(await figureOf(chartOf(), period, figure));
  const sum = page.locator('[data-totals] button').first();
  const said = Number((await sum.textContent())?.replaceAll(',', ''));
  await sum.click();
  expect(await listedIn(page.getByRole('dialog'))).toBe(said);
  await leave();
});

test('a bar opens also where the line of another figure crosses it', async () => {
  await openCounts();
  const crossed = await crossings(chartOf(), 'accent', 'warning');
  expect(crossed.length).toBeGreaterThan(0);
  for (const mark of crossed.slice(-3)) {
    const [[period = '', figure = ''], total] = await opened(mark);
    await leave();
    expect(String(total)).toBe(await figureOf(chartOf(), period, figure));
  }
});

test('a bar of a histogram', async () => {
  await openScreen(page, at.address, `/search/reportPeriod?laboratoryId=${laboratoryId}`);
  const marks = [...(await drawnMarks(chartOf(), 'success')), ...(await drawnMarks(chartOf(), 'danger'))];
  const [[place = '', figure = ''], total] = await opened(marks[0]!);
  await picture('histogram', page);
  await leave();
  expect(String(total)).toBe(await figureOf(chartOf(), place.split(' – ')[0] ?? '', figure));
});

test('a cell of a map', async () => {
  await openScreen(page, at.address, '/search/tngsHistorySearch');
  const [cell] = [...(await drawnMarks(chartOf(), 'danger')), ...(await drawnMarks(chartOf(), 'accent'))];
  const [[batch = '', organism = ''], total] = await opened(cell!);
  await picture('cell', page);
  await leave();
  expect(`${total}`).toBe((await figureOf(chartOf(), organism, batch)).split('/')[0]);
});

test('an hour and an age of the day', async () => {
  await openScreen(page, at.address, '/dashboard');
  const today = /\d{4}-\d\d-\d\d/.exec((await page.getByText(/^数据截至/).textContent()) ?? '')?.[0];
  for (const name of ['每小时接收样本管数', '待录入时长分布']) {
    const card = page.getByRole('region', { name });
    for (const tone of ['success', 'accent', 'warning', 'danger'] as const)
      for (const mark of await drawnMarks(card, tone)) {
        const [[said = '', place = ''], total] = await opened(mark);
        expect(said).toBe(name);
        await leave();
        // Where last week's line crosses the middle of a bar, its point lies above the bar, and the title says which day was opened.
        const isHour = place.includes(':');
        const figure = isHour ? (place.startsWith(today!) ? '今日' : '上周同日') : '申请单';
        expect(String(total), place).toBe(await figureOf(card, isHour ? place.slice(11, 16) : place, figure));
      }
  }
  await picture('day', page);
});

test('a point of the resamples, of which there are as many as rows that have both figures', async () => {
  await openScreen(page, at.address, '/search/niptResample');
  const chart = chartOf();
  await expect(chart.locator('[data-drawn] svg')).toBeVisible();
  const rows = await totalIn(page);
  const lacking = await chart.getByText(/^\d+ 条缺/).allTextContents();
  const points = chart.locator('table tbody tr');
  await expect(points).toHaveCount(rows - Number(/^\d+/.exec(lacking[0] ?? '0')?.[0]));
  const marks: DrawnMark[] = [];
  for (const tone of ['warning', 'success', 'muted'] as const) marks.push(...(await drawnMarks(chart, tone)));
  expect(marks.length).toBeGreaterThan(0);
  expect(marks).toHaveLength(await points.count());
  const seen = new Set<string>();
  for (const mark of marks) {
    const [[labCode = ''], total] = await opened(mark);
    await expect(page.getByRole('dialog').locator('tbody [data-column=labCode]')).toHaveText(labCode);
    await leave();
    expect(total).toBe(1);
    seen.add(labCode);
  }
  await picture('resamples', page);
  expect(seen.size).toBe(marks.length);
});

test('a point of a control chart, of which there are as many as its lot has', async () => {
  await openScreen(page, at.address, '/lab/qc-chart');
  // Of a lot with a target: without one there is nothing to draw.
  const lot = page.locator('tr[data-row]:visible', { hasText: '水平质控' });
  const count = Number(await lot.first().locator('[data-column=pointCount]').innerText());
  await lot.first().dblclick();
  const drawer = page.getByRole('dialog');
  const points = drawer.locator('[data-point]');
  await expect(points).toHaveCount(count);
  const told = drawer.getByRole('table', { name: '质控点' }).locator('tbody tr');
  await expect(told).toHaveCount(count);
  // The table begins with the newest, the chart with the oldest; points of the demo's older days came without a file.
  const sources = await told.locator('td:nth-child(6)').allInnerTexts();
  const place = sources.findIndex((source) => source.trim() !== '');
  expect(place).not.toBe(-1);
  const point = points.nth(count - 1 - place).locator('rect');
  // Pressed once it is the one that is told of, and pressed again its source opens.
  await point.click({ force: true });
  const chosen = drawer.locator('tbody tr[aria-selected=true]');
  await expect(chosen).toHaveCount(1);
  const [time = '', , , , , source = ''] = await chosen.locator('td').allInnerTexts();
  expect(source).toBe(sources[place]);
  await expect(drawer.getByRole('status')).toContainText(time);
  await picture('control', page);
  const opens = drawer.getByRole('status').getByRole('button').first();
  const name = await opens.innerText();
  await expect(opens).toBeEnabled();
  await point.click({ force: true });
  await expect(page.getByRole('dialog').last()).toContainText(name);
  await page.keyboard.press('Escape');
  await leave();
});
