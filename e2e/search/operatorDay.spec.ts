import { expect, test, type Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { drawerOf, windowOf } from '../support/benchDay.ts';
import { recordOf, type Page as Listed } from '../support/billing.ts';
import { drawnMarks, figureOf, listedIn, openMark } from '../support/charts.ts';
import { openScreen } from '../support/console.ts';
import { askAsPartner, openInterface, openThirdParty, partnerProof, type ThirdParty } from '../support/partner.ts';
import { readMaster, type Master } from '../support/prepare.ts';
import { act, done, fieldOf, picture, rowOf, tickAll, withinMinute } from '../support/reportDesk.ts';
import { auditedTubes, crewAt } from '../support/reportDay.ts';
import { issueAll } from '../support/reportHouse.ts';
import { served } from '../support/served.ts';

/** An operator's day: a third party is down while results go out, and a partner says a value nobody knows; in the end all of it is through once. */
const house = served();
const [op, report] = ['accession-lims-op', 'accession-lims-report-web'];
const [telling, asking] = ['zhangJiaGangResult', 'countyHospital'];
/** As many failures in a row pause the calls; one more result waits. */
const [failures, results] = [5, 6];
let tellingId = '';
let [third, admin, master, page] = [] as unknown as [ThirdParty, Api, Master, Page];
/** What the partner announces: two of them by a word that is not ours. */
const announced = ['F', '女', 'F', '女'].map((sex, at) => ({ barcode: `COUNTY-000${at}`, sex }));

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  third = await openThirdParty();
  const { admin: head, ...crew } = await crewAt(house.address);
  admin = head;
  master = await readMaster(admin);
  // The house's own third party hears of every client.
  const { records } = await admin.get<Listed>(`${op}/op-interface/list`, { interfaceType: '2', size: '50' });
  for (const { interfaceId } of records) await admin.post(`${op}/op-interface/disable`, { ids: interfaceId });
  const whose = { laboratoryId: master.laboratoryId, sendSampleClientIds: [master.clientId], perMinute: 6000, burst: 1000 };
  const out = { interfaceName: '结果外送', interfaceEncoding: telling, interfaceType: 2, operations: ['resultPush'], authKind: 'none' };
  tellingId = await openInterface(admin, { ...whose, ...out, apiUrl: third.url });
  const operations = ['requisitionPush', 'requisitionCancel', 'statusQuery'];
  const way = { interfaceName: '县医院', interfaceEncoding: asking, interfaceType: 1, operations, ...partnerProof };
  const interfaceId = await openInterface(admin, { ...whose, ...way });
  const { id: parentId } = await admin.post<{ id: string }>(`${op}/parameter-mapping/submit`, {
    code: 'county_sex',
    dictValue: '县医院性别',
    sort: 1,
  });
  await admin.post(`${op}/parameter-mapping/submit`, { parentId, dictKey: 'F', dictValue: '2', sort: 1 });
  for (const [sort, parameter] of [
    { parameterCode: 'barcode', parameterName: '条码', fieldName: 'thirdBarCode', isRequired: 1 },
    { parameterCode: 'sex', parameterName: '性别', fieldName: 'sex', mappingCode: 'county_sex' },
  ].entries())
    await admin.post(`${op}/op-parameter/submit`, { ...parameter, interfaceId, type: 1, sort: sort + 1 });

  // Results leave as soon as their reports are out.
  const { strategyId } = await recordOf(admin, `${report}/report-strategy/page`, { strategyCode: 'S01' });
  const strategy = await admin.get<object>(`${report}/report-strategy/detail`, { strategyId });
  await admin.post(`${report}/report-strategy/save`, { ...strategy, autoGenerate: 0, holdMinutes: 0 });
  third.state.isDown = true;
  third.state.taken.length = 0;
  await auditedTubes(crew, master, { commodity: 'BIO07', className: '血清', prefix: 'OPD', count: results });
  await issueAll({ crew, master });
  page = await windowOf(house.browser, house.address, 'ops');
  page.setDefaultTimeout(60_000);
});
test.afterAll(() => third?.close());

test('a value nobody knows is mapped, and the call that had it is done again', async () => {
  const said = await askAsPartner(house.address, asking, 'requisitionPush', announced);
  expect(said.map(({ code, outcome }) => code ?? outcome)).toEqual(['applied', 'P03', 'applied', 'P03']);
  await openScreen(page, house.address, '/op/limsInterfaceLog?credentialType=2');
  const failed = rowOf(page, '县医院');
  await expect(failed).toContainText('P03');
  await openScreen(page, house.address, '/op/parameterMapping?tab=unmapped');
  await act(rowOf(page, '女'), 'map', '映射');
  await expect(fieldOf(page, 'dictKey')).toHaveValue('女');
  await picture('mapping', page);
  await fieldOf(page, 'dictValue').fill('2');
  await done(page);
  await expect(rowOf(page, '女')).toHaveCount(0);

  await openScreen(page, house.address, '/op/limsInterfaceLog?credentialType=2');
  await act(failed, 'replay', '重放');
  await fieldOf(page, 'reason').fill('性别已映射');
  await drawerOf(page).locator('[data-enter-end]').click();
  await expect(drawerOf(page)).toContainText('已处理 1 / 1');
  await expect(drawerOf(page)).toContainText('成功');
  await page.keyboard.press('Escape');
  await expect(failed).toContainText('是');
});

test('a third party that is down is left alone, and told all of it once it is back', async () => {
  // The job says what is due each minute; the last one of them finds that nobody is asked any more.
  const isPaused = async () =>
    (await admin.get<{ breakerState: number }>(`${op}/op-interface/health`, { interfaceId: tellingId })).breakerState === 1;
  await expect.poll(isPaused, withinMinute).toBe(true);
  expect(third.state.refused).toBeGreaterThanOrEqual(failures);
  await openScreen(page, house.address, '/op/interface');
  await act(rowOf(page, telling), 'health', '健康');
  await expect(drawerOf(page)).toContainText('已熔断, 暂停外发');
  await expect(drawerOf(page)).toContainText(`待推送结果${results}`);
  await picture('paused', page);
  third.state.isDown = false;
  await drawerOf(page).getByRole('button', { name: '立即复位' }).click();
  await expect(drawerOf(page)).toContainText('正常');
  await page.keyboard.press('Escape');

  await openScreen(page, house.address, `/op/thirdInterfaceLog?credentialType=2&operation=resultPush&interfaceId=${tellingId}`);
  // Each pause that is over is one trial more.
  const { refused } = third.state;
  await expect(rowOf(page, '结果外送')).toHaveCount(refused);
  await tickAll(page);
  await page.getByRole('button', { name: `重放 ${refused}` }).click();
  await fieldOf(page, 'reason').fill('对方已恢复');
  await drawerOf(page).locator('[data-enter-end]').click();
  await expect(drawerOf(page)).toContainText(`已处理 ${refused} / ${refused}`);
  // What the minute's job was quicker with is not said again.
  await expect(drawerOf(page).getByText(/^已排队|^被拒绝.*已推送/)).toHaveCount(refused);
  await picture('replayed', page);
  await page.keyboard.press('Escape');
  await expect.poll(() => third.state.taken.length, withinMinute).toBe(results);
});

test('everything is through exactly once', async () => {
  await openScreen(page, house.address, '/search/zhangJiaGangDeafnessResult');
  await expect(rowOf(page, '已推送')).toHaveCount(results);
  const { records } = await admin.get<Listed>('accession-lims-sample/deafness/resultList', { size: '50' });
  const keys = records.map(({ partnerResultId }) => `result.${partnerResultId}`);
  expect(third.state.taken.map(({ key }) => key).toSorted((a, b) => a.localeCompare(b))).toEqual(keys.toSorted((a, b) => a.localeCompare(b)));
  const tubes = Array.from({ length: results }, (_none, at) => `OPDS00000${at + 1}`);
  expect(new Set(third.state.taken.map(({ body }) => body['sampleCode']))).toEqual(new Set(tubes));
  // Its own programme says all of it again, and is told that it had been done.
  const again = await askAsPartner(house.address, asking, 'requisitionPush', announced);
  expect(again.map(({ outcome }) => outcome)).toEqual(announced.map(() => 'repeat'));
  await picture('through', page);
});

test('the parts of the day’s pushes open the pushes they count', async () => {
  await openScreen(page, house.address, '/search/zhangJiaGangDeafnessResult?tab=days');
  const chart = page.locator('[data-chart]').last();
  const marks = [...(await drawnMarks(chart, 'success')), ...(await drawnMarks(chart, 'danger'))];
  expect(marks.length).toBeGreaterThan(0);
  for (const mark of marks) {
    const drawer = await openMark(page, mark);
    const [day = '', figure = ''] = ((await drawer.getByRole('heading').first().textContent()) ?? '').split(' · ');
    const total = await listedIn(drawer);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(String(total)).toBe(await figureOf(chart, day, figure));
  }
});
