import { expect, test, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { atOnce } from '../support/atOnce.ts';
import { drawerOf, receivedTubes, windowOf } from '../support/benchDay.ts';
import { recordOf } from '../support/billing.ts';
import { openScreen, scan } from '../support/console.ts';
import { madePng } from '../support/pictures.ts';
import { readMaster, summaryPayload } from '../support/prepare.ts';
import { password } from '../support/product.ts';
import { enterResult, normalOf, type EntrySheet } from '../support/reportDay.ts';
import { served } from '../support/served.ts';

/** Two people of the laboratory at one file or one result in the same moment: one does it, the other is told, and what they typed stays. */
const house = served();
const base = 'accession-lims-base';
const lab = 'accession-lims-lab';
let admin: Api;
let tubes: Awaited<ReturnType<typeof receivedTubes>>;
/** With results that somebody else typed in: nobody audits their own. */
let audited: Awaited<ReturnType<typeof receivedTubes>>;
/** As a file tells them: the last is somebody else's. */
let names: readonly string[];
/** The administrator, who may sign first audits here, and somebody else. */
let pages: readonly [Page, Page];
let bench: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  admin = await Api.login(house.address, 'admin');
  const [reception, entry, worker] = (await Promise.all(['reception', 'entry1', 'lab'].map((account) => Api.login(house.address, account)))) as [
    Api,
    Api,
    Api,
  ];
  const master = await readMaster(admin);
  const tube = { commodity: 'CBC01', className: 'EDTA全血', prefix: 'TWO', count: 4 };
  tubes = await receivedTubes({ reception, entry, lab: worker }, master, tube);
  audited = await receivedTubes({ reception, entry, lab: worker }, master, { ...tube, prefix: 'AUD', count: 2 });
  for (const { labCode } of audited) await enterResult(worker, labCode);
  names = tubes.map((_, at) => (at === tubes.length - 1 ? '旁人' : summaryPayload(master, 'CBC01', 'EDTA全血', 'TWO', at + 1).personName));
  const { id: userId } = await recordOf(admin, 'blade-system/user/page', { account: 'admin' });
  const picture = { name: 'signature.png', bytes: madePng(300, 100, 0.1) };
  await admin.postForm(`${base}/signature/save`, { userId, validFrom: '2020-01-01' }, picture);
  await admin.post(`${base}/sign-user/save`, { userId, laboratoryId: master.laboratoryId, signLevel: 1, validFrom: '2020-01-01' });
  // Without it administrators are told so, over whatever they are at.
  const { id, paramName, paramKey } = await recordOf(admin, 'blade-system/param/list', { paramKey: 'report.publicAddress' });
  await admin.post('blade-system/param/submit', { id, paramName, paramKey, paramValue: 'https://report.lab.example' });
  const windowFor = async (account: string): Promise<Page> => {
    const page = await windowOf(house.browser, house.address, account);
    page.setDefaultTimeout(60_000);
    return page;
  };
  pages = [await windowFor('admin'), await windowFor('audit1')];
  bench = await windowFor('lab');
});

const both = <T>(of: readonly [Page, Page], work: (page: Page) => Promise<T>): Promise<readonly [T, T]> => Promise.all([work(of[0]), work(of[1])]);
/** Which of two was refused; the other was not. */
async function loserAmong(of: readonly [Page, Page], answers: Awaited<ReturnType<typeof atOnce>>): Promise<Page> {
  const said = await Promise.all(answers.map(async (answer) => (await answer.json()) as { code: number; data: unknown }));
  const isRefused = said.map(({ code, data }) => code !== 200 || (Array.isArray(data) && data.some((one) => one.code !== null)));
  expect(isRefused.filter(Boolean), JSON.stringify(said)).toHaveLength(1);
  return of[isRefused.indexOf(true)]!;
}
const taskOf = (labCode: string) => recordOf(admin, `${lab}/result-audit/page`, { labCode, isSearch: '1' });

test('of two who import a file at once one does: each row once, and what the other decided still stands', async () => {
  const template = await recordOf(admin, `${base}/result-template/page`, { templateName: '血' });
  const columns = template['columns'] as { title: string; role: string | null; itemId: string | null }[];
  const sheet = await admin.get<EntrySheet>(`${lab}/result/entry-sheet`, { code: tubes[0]!.labCode });
  const normal = new Map(sheet.groups.flatMap(({ items }) => items).map(({ itemId, referenceRange }) => [itemId, normalOf(referenceRange)]));
  const lines = tubes.map(({ labCode }, at) =>
    // Of the last the name is another: whoever takes it in says why.
    columns.map(({ role, itemId }) => (role === 'labCode' ? labCode : role === 'personName' ? names[at] : normal.get(itemId ?? '')) ?? '').join(),
  );
  const bytes = [columns.map(({ title }) => title).join(), ...lines].join('\n');
  const fields = { panelGroupId: template['panelGroupId'], resultTemplateId: template['resultTemplateId'] };
  await admin.postForm(`${lab}/result-file/upload`, fields, { name: 'two.csv', bytes });
  const importers = [pages[0], bench] as const;
  await both(importers, async (page) => {
    await openScreen(page, house.address, '/lab/resultImport');
    await page.locator('[data-row]').filter({ hasText: 'two.csv' }).dblclick();
    await expect(drawerOf(page).getByRole('button', { name: '导入' }).last()).toBeEnabled();
  });
  await drawerOf(bench).getByRole('button', { name: '下一个问题' }).last().click();
  await bench.keyboard.press('1');
  await drawerOf(bench).getByLabel('原因').fill('电话核对过姓名');
  const press = (page: Page) => drawerOf(page).getByRole('button', { name: '导入' }).last().click();
  const answers = await atOnce(importers.map((page) => ({ page, path: 'result-file/import-result', press: () => press(page) })));
  const loser = await loserAmong(importers, answers);
  await expect(loser.getByText('文件正在导入')).toBeVisible();
  if (loser === bench) {
    await expect(drawerOf(bench)).toContainText(`已导入 ${tubes.length - 1}`);
    await expect(drawerOf(bench).getByLabel('原因')).toHaveValue('电话核对过姓名');
    await press(bench);
  }
  await expect(drawerOf(bench)).toContainText(`已导入 ${tubes.length}`);
  for (const { labCode } of tubes) {
    const { versions } = await admin.get<{ versions: unknown[] }>(`${lab}/result-audit/detail`, { taskId: (await taskOf(labCode))['taskId'] });
    expect(versions).toHaveLength(1);
  }
});

/** A result in the queue of first audits, its act open and signed for. */
async function readyToPass(page: Page, labCode: string): Promise<void> {
  await openScreen(page, house.address, '/lab/result-audit');
  const field = page.getByLabel('实验室编号').first();
  await field.fill(labCode);
  await field.press('Enter');
  await page.locator('[data-row]').filter({ hasText: labCode }).dblclick();
  await expect(drawerOf(page).getByRole('button', { name: /^通过/ })).toBeEnabled();
  await page.keyboard.press('F8');
  await expect(drawerOf(page).getByRole('button', { name: /^一审通过/ })).toBeVisible();
  const secret = drawerOf(page).locator('[data-field=signPassword] input');
  if (await secret.isVisible()) await secret.fill(password);
}
const passing = (page: Page) => ({ page, path: 'result-audit/audit', press: () => page.keyboard.press('Control+s') });

test('of two first auditors at one result one passes it, and the other is told', async () => {
  const { labCode } = audited[0]!;
  await both(pages, (page) => readyToPass(page, labCode));
  const loser = await loserAmong(pages, await atOnce(pages.map(passing)));
  await expect(drawerOf(loser)).toContainText(/一审|版/);
  await loser.screenshot({ path: test.info().outputPath('told.png') });
  const task = await taskOf(labCode);
  expect(task).toMatchObject({ taskState: 4, checkUserNameTwo: null });
  const { audits } = await admin.get<{ audits: unknown[] }>(`${lab}/result-audit/detail`, { taskId: task['taskId'] });
  expect(audits).toHaveLength(1);
});

test('of an auditor and one who stops the work at once one does, and the other keeps their reason', async () => {
  const { labCode } = audited[1]!;
  const auditor = pages[1];
  await readyToPass(auditor, labCode);
  await openScreen(bench, house.address, '/sample/operate-stop');
  await expect(bench.locator('[data-scan-box]')).toBeFocused();
  await scan(bench, labCode);
  await expect(bench.locator('[role=status][data-verdict]')).toHaveAttribute('data-verdict', 'ok');
  await bench.keyboard.press('F8');
  await drawerOf(bench).locator('[data-field=reasonCode]').getByText('样本不足').click();
  await drawerOf(bench).locator('[data-field=reason] input').fill('剩余不足一毫升');
  const stopping = { page: bench, path: 'lab-process/stop', press: () => drawerOf(bench).locator('[data-enter-end]').click() };
  const loser = await loserAmong([auditor, bench], await atOnce([passing(auditor), stopping]));
  await loser.screenshot({ path: test.info().outputPath('told.png') });
  await expect(drawerOf(loser).getByRole('alert')).toBeVisible();
  if (loser === bench) await expect(drawerOf(bench).locator('[data-field=reason] input')).toHaveValue('剩余不足一毫升');
  expect((await taskOf(labCode))['taskState']).toBe(loser === bench ? 4 : 7);
});
