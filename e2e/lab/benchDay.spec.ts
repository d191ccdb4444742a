import { expect, test, type Locator, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { asFile, choose, close, drawerOf, press, receivedTubes, windowOf } from '../support/benchDay.ts';
import { niptFile, sheetFile, tngsFile } from '../support/benchFiles.ts';
import { openScreen, scan } from '../support/console.ts';
import { madePng } from '../support/pictures.ts';
import { asked } from '../support/askedByForms.ts';
import { readMaster, summaryPayload, type Master } from '../support/prepare.ts';
import { password } from '../support/product.ts';
import { served } from '../support/served.ts';

/** A day of the laboratory, from the bench to the second audit: two plates, one failed control on each, and every way back. */
const at = served();
/** Tubes on each plate, beside its two controls: a full one. */
const plate = 94;
type Tube = Awaited<ReturnType<typeof receivedTubes>>[number];
let master: Master;
let admin: Api;
let [tngs, nipt]: [Tube[], Tube[]] = [[], []];
let drawnTube: Tube;
let people: Parameters<typeof receivedTubes>[0];
let [bench, head, first, second] = [] as unknown as [Page, Page, Page, Page];
const templates: Record<'tngs' | 'nipt', string> = { tngs: '', nipt: '' };
const batches: Record<'tngs' | 'nipt', string> = { tngs: '', nipt: '' };

test.describe.configure({ mode: 'serial' });

test('the tubes are there', async () => {
  const { address, browser } = at;
  admin = await Api.login(address, 'admin');
  master = await readMaster(admin);
  const [entry, other, lab, ops] = await Promise.all(['entry1', 'entry2', 'lab', 'ops'].map((account) => Api.login(address, account)));
  people = { reception: admin, entry: entry!, second: other!, lab: lab! };
  [tngs, nipt] = await Promise.all([
    receivedTubes({ reception: admin, entry: entry!, lab: lab! }, master, {
      commodity: 'TNGS01',
      className: '痰',
      prefix: 'TNG',
      count: plate,
      form: 'CCID',
      more: { arrivalTemperature: 4 },
      values: asked.infection,
    }),
    receivedTubes(people, master, {
      commodity: 'NIPT01',
      className: 'EDTA全血',
      prefix: 'NIP',
      count: plate,
      form: 'nipt',
      values: asked.nipt,
    }),
  ]);
  const groups = await admin.get<Record<string, string>[]>('accession-lims-base/panel-group/list');
  const groupId = (code: string): string => groups.find((one) => one['panelGroupCode'] === code)?.['panelGroupId'] ?? '';
  const template = async (name: string, group: string, layout: number, { head: header }: { readonly head: string }): Promise<string> => {
    const fields = { templateName: name, disable: 'false', panelGroupId: groupId(group), layout: String(layout) };
    await ops!.postForm('accession-lims-base/result-template/save', fields, { name: `${name}.csv`, bytes: `${header}\n` });
    return name;
  };
  templates.tngs = await template('tNGS分析导出', 'PG04', 2, tngsFile([]));
  templates.nipt = await template('NIPT导出', 'PG01', 1, niptFile([]));
  [bench, head, first, second] = (await Promise.all(['lab', 'admin', 'audit1', 'audit2'].map((account) => windowOf(browser, address, account)))) as [
    Page,
    Page,
    Page,
    Page,
  ];
});

/** The reviewer signs at the operator's own terminal. */
async function submitSheet(page: Page): Promise<string> {
  await drawerOf(page).getByRole('button', { name: '提交' }).click();
  await drawerOf(page).locator('[data-field=reviewerAccount] input').fill('admin');
  await drawerOf(page).locator('[data-field=reviewerPassword] input').fill(password);
  await press(page, '提交上机表');
  await expect(drawerOf(page)).toContainText('复核');
  const name = ((await drawerOf(page).getByRole('heading').first().textContent()) ?? '').split(' ')[0] ?? '';
  await close(page);
  return name;
}

/** A file says nothing of it, and the sheet says so before anybody signs. */
async function nameInstrument(page: Page): Promise<void> {
  await expect(drawerOf(page)).toContainText('请选择上机仪器');
  await expect(drawerOf(page).getByRole('button', { name: '提交' })).toBeDisabled();
  await drawerOf(page).getByRole('button', { name: '表头' }).click();
  await choose(page, 'instrumentId', '高通量测序仪1号');
  await press(page, '保存');
  await expect(drawerOf(page)).not.toContainText('请选择上机仪器');
}

/** A draft made of a file. */
async function importSheet(page: Page, group: string, name: string, codes: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: '导入' }).click();
  await choose(page, 'laboratoryId', '沪江');
  await choose(page, 'panelGroupId', group);
  await drawerOf(page)
    .locator('input[type=file]')
    .setInputFiles(asFile(name, sheetFile(codes)));
  await drawerOf(page).getByRole('button', { name: '导入' }).click();
  await expect(drawerOf(page)).toContainText('草稿');
}

test('a tNGS plate is filled by a file and by scanner, one of plasma by a file, each submitted by two', async () => {
  await openScreen(bench, at.address, '/lab/tngsSj');
  await importSheet(
    bench,
    '感染病原组',
    'tngs-sheet.csv',
    tngs.slice(0, -12).map(({ labCode }) => labCode),
  );
  const said = drawerOf(bench).locator('[data-verdict]');
  for (const { sampleCode } of tngs.slice(-12)) {
    await scan(bench, sampleCode);
    await expect(said).toContainText(sampleCode);
  }
  await scan(bench, tngs[0]!.labCode);
  await expect(said).toHaveAttribute('data-verdict', 'repeat');
  await scan(bench, nipt[0]!.labCode);
  await expect(said).toHaveAttribute('data-verdict', 'refused');
  await scan(bench, 'NC-PG04');
  await scan(bench, 'PC-PG04');
  await expect(said).toContainText('PC-PG04');
  await drawerOf(bench).getByRole('button', { name: '保存' }).click();
  await expect(drawerOf(bench).getByRole('button', { name: '保存' })).toBeDisabled();
  await nameInstrument(bench);
  batches.tngs = await submitSheet(bench);
  await expect(bench.locator('[data-row]').filter({ hasText: batches.tngs })).toContainText('已提交');
  await openScreen(bench, at.address, '/lab/batch');
  await importSheet(bench, '无创产前组', 'nipt-sheet.csv', [...nipt.map(({ labCode }) => labCode), 'NC-PG01', 'PC-PG01']);
  await nameInstrument(bench);
  batches.nipt = await submitSheet(bench);
});

/** Brings a file in and waits until it is read. */
async function uploadFile(page: Page, group: string, template: string, batch: string, name: string, text: string): Promise<void> {
  await openScreen(page, at.address, '/lab/resultImport');
  await page.getByRole('button', { name: '上传文件' }).click();
  await choose(page, 'panelGroupId', group);
  await choose(page, 'resultTemplateId', template);
  await choose(page, 'ruleId', batch);
  await drawerOf(page).locator('input[type=file]').setInputFiles(asFile(name, text));
  await drawerOf(page).getByRole('button', { name: '上传' }).click();
  await expect(drawerOf(page)).toContainText(name);
  await expect(drawerOf(page).getByRole('region', { name: '孔板预览' })).toBeVisible();
}
const imported = (page: Page, count: number, redone = 0) =>
  expect(drawerOf(page)).toContainText(`已导入 ${count}，${redone > 0 ? `复检 ${redone}，` : ''}错误`, { timeout: 60_000 });

test('a control that shows nothing holds the plate; three rows are done again, the rest is measured once more', async () => {
  const organisms = ['肺炎支原体', '流感病毒', '结核分枝杆菌复合群'];
  const rows = tngs.map(({ labCode }, index) => ({ code: labCode, organism: organisms[index] ?? null, q30: index >= 3 && index < 6 ? 61.2 : 91.5 }));
  const nothing = { code: 'NC-PG04', organism: null };
  const { text } = tngsFile([...rows, nothing, { code: 'PC-PG04', organism: null }]);
  await uploadFile(bench, '感染病原组', templates.tngs, batches.tngs, 'tngs-1.csv', text);
  await expect(drawerOf(bench)).toContainText('阳性对照未检出 肺炎支原体');
  await expect(drawerOf(bench).getByRole('button', { name: '导入' })).toBeDisabled();
  for (let index = 0; index < 3; index++) {
    await drawerOf(bench).getByRole('button', { name: '下一个问题' }).nth(1).click();
    await bench.keyboard.press('3');
    await drawerOf(bench).getByLabel('原因').fill('Q30 低');
  }
  await drawerOf(bench).getByRole('button', { name: '导入' }).last().click();
  await imported(bench, 0, 3);
  const again = tngsFile([...rows.filter(({ q30 }) => q30 > 75), nothing, { code: 'PC-PG04', organism: '肺炎支原体' }]);
  await uploadFile(bench, '感染病原组', templates.tngs, batches.tngs, 'tngs-2.csv', again.text);
  await drawerOf(bench).getByRole('button', { name: '导入' }).last().click();
  await imported(bench, plate - 3);
});

test('a positive control that failed is let through by somebody else, with a reason', async () => {
  const rows = nipt.map(({ labCode }, index) => ({ code: labCode, z21: index < 2 ? 8.4 + index : 0.52, ff: index === 2 ? 3.1 : 11.2 }));
  const { text } = niptFile([...rows, { code: 'NC-PG01', z21: null }, { code: 'PC-PG01', z21: 1.1 }]);
  await uploadFile(bench, '无创产前组', templates.nipt, batches.nipt, 'nipt-1.csv', text);
  await expect(drawerOf(bench)).toContainText('阳性对照未检出 21三体');
  await openScreen(head, at.address, '/lab/resultImport');
  await head.locator('[data-row]').filter({ hasText: 'nipt-1.csv' }).dblclick();
  await drawerOf(head).getByRole('button', { name: '质控放行' }).click();
  await drawerOf(head).locator('[data-field=reason] textarea, [data-field=reason] input').fill('阳性对照加样不足,样本质控均合格');
  await press(head, '放行');
  await expect(drawerOf(head)).toContainText('陈立 放行');
  await openScreen(bench, at.address, '/lab/resultImport');
  await bench.locator('[data-row]').filter({ hasText: 'nipt-1.csv' }).dblclick();
  await drawerOf(bench).getByRole('button', { name: '导入' }).last().click();
  await imported(bench, plate - 1);
});

/** The queue of a level, of one batch, as many rows at once as there are. */
async function openQueue(page: Page, level: '一审' | '二审', batch: string, count: number): Promise<void> {
  await openScreen(page, at.address, '/lab/result-audit');
  await page.getByRole('tab', { name: level, exact: true }).click();
  await expect(page.locator('[data-row]').first()).toBeVisible();
  const field = page.getByLabel('实验批次').first();
  if (!(await field.isVisible())) await page.getByRole('button', { name: '展开' }).click();
  await field.fill(batch);
  await field.press('Enter');
  await page.getByLabel('每页条数').selectOption('100');
  await expect(page.getByText(`共 ${count} 条`)).toBeVisible();
}
const rowOf = (page: Page, { labCode }: Tube): Locator => page.locator('[data-row]').filter({ hasText: labCode });
/** Answers what the act asks for; the password where it has not been typed for a while. */
async function sign(page: Page, opinion?: string): Promise<void> {
  const secret = drawerOf(page).locator('[data-field=signPassword] input');
  // Keys are its own once it has the focus.
  await expect(drawerOf(page).locator(':focus')).toHaveCount(1);
  await expect(drawerOf(page).getByRole('button', { name: /^(一审通过|二审通过|回退一审|退回重审)/ })).toBeVisible();
  if (opinion) await drawerOf(page).locator('[data-field=opinion] textarea, [data-field=opinion] input').fill(opinion);
  if (await secret.isVisible()) await secret.fill(password);
  await page.keyboard.press('Control+s');
  await expect(page.locator('[role=dialog]')).toHaveCount(0);
}
/** Those without a word against them, together. */
async function passClear(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: '选中本页可批审' }).click();
  await expect(page.getByRole('button', { name: `通过 ${count}` })).toBeEnabled();
  await page.keyboard.press('F8');
  await sign(page);
  await expect(page.getByRole('button', { name: '通过 0' })).toBeVisible();
}
async function passSingly(page: Page, tubes: readonly Tube[]): Promise<void> {
  for (const tube of tubes) {
    await rowOf(page, tube).dblclick();
    await expect(drawerOf(page).getByRole('button', { name: /^通过/ })).toBeEnabled();
    await page.keyboard.press('F8');
    await sign(page);
    await expect(rowOf(page, tube)).toHaveCount(0);
  }
}

test('negatives are passed together, positives one by one', async () => {
  await openQueue(first, '一审', batches.tngs, plate - 3);
  await passClear(first, plate - 6);
  await passSingly(first, tngs.slice(0, 3));
  await openQueue(first, '一审', batches.nipt, plate - 1);
  await passSingly(first, nipt.slice(0, 2));
});

test('another person passes them at the second level; one comes back', async () => {
  await openQueue(second, '二审', batches.tngs, plate - 3);
  await passClear(second, plate - 6);
  await passSingly(second, tngs.slice(0, 2));
  await rowOf(second, tngs[2]!).dblclick();
  await expect(drawerOf(second).getByRole('button', { name: /^回退/ })).toBeEnabled();
  await second.keyboard.press('F9');
  await sign(second, '结核阳性请核对原始数据');
  await openQueue(second, '二审', batches.nipt, 2);
  await passSingly(second, nipt.slice(0, 1));
  await openScreen(second, at.address, '/sample/operate-goBack');
  await expect(second.locator('[data-row]').first()).toContainText('结核阳性请核对原始数据');
  await openQueue(first, '一审', batches.tngs, 1);
  await passSingly(first, [tngs[2]!]);
});

test('a stop is taken back on evidence, a new tube ends the wait for it', async () => {
  await openScreen(bench, at.address, '/sample/operate-stop');
  await expect(bench.locator('[data-scan-box]')).toBeFocused();
  await scan(bench, nipt[3]!.labCode);
  await expect(bench.locator('[role=status][data-verdict]')).toHaveAttribute('data-verdict', 'ok');
  await bench.keyboard.press('F8');
  await expect(drawerOf(bench)).toBeVisible();
  await expect(drawerOf(bench).locator(':focus')).toHaveCount(1);
  await bench.keyboard.press('1');
  await press(bench, /^终止检测/);
  await expect(bench.locator('[role=status][data-verdict]')).toContainText('已终止');
  await openScreen(first, at.address, '/sample/operate-stopRecovery');
  await first.locator('[data-row]').filter({ hasText: nipt[3]!.sampleCode }).locator('[data-act=recover]').click();
  await drawerOf(first).locator('[data-field=reason] textarea, [data-field=reason] input').fill('送检方来函要求继续');
  await drawerOf(first)
    .locator('input[type=file]')
    .setInputFiles({ name: '来函.png', mimeType: 'image/png', buffer: madePng(80, 40, 0.2) });
  await drawerOf(first).getByRole('button').last().click();
  await expect(first.locator('[role=dialog]')).toHaveCount(0);

  await openScreen(bench, at.address, '/sample/operate-resample');
  await expect(bench.locator('[data-scan-box]')).toBeFocused();
  await scan(bench, nipt[2]!.sampleCode);
  await expect(bench.locator('[role=status][data-verdict]')).toHaveAttribute('data-verdict', 'ok');
  await bench.keyboard.press('F8');
  await expect(drawerOf(bench)).toBeVisible();
  await expect(drawerOf(bench).locator(':focus')).toHaveCount(1);
  await bench.keyboard.press('3');
  await bench.keyboard.press('Control+s');
  await expect(bench.locator('[role=dialog]')).toHaveCount(0);
  const drawn = {
    isResample: 1,
    originalSampleCode: nipt[2]!.sampleCode,
    personName: summaryPayload(master, 'NIPT01', 'EDTA全血', 'NIP', 3).personName,
  };
  [drawnTube] = (await receivedTubes(people, master, {
    commodity: 'NIPT01',
    className: 'EDTA全血',
    prefix: 'DRW',
    count: 1,
    form: 'nipt',
    more: drawn,
    values: asked.nipt,
  })) as [Tube];
  await openScreen(bench, at.address, '/sample/operate-resample');
  await expect(bench.locator('[data-row]').filter({ hasText: nipt[2]!.sampleCode })).toContainText('已完成');
});

test('what passed twice is taken back by two people', async () => {
  await openScreen(first, at.address, '/search/sampleDeApproval');
  await first.getByRole('button', { name: '申请反审核' }).click();
  await expect(drawerOf(first).locator('[data-scan-box]')).toBeVisible();
  await scan(first, tngs[0]!.labCode);
  await expect(drawerOf(first).getByRole('button', { name: '申请 1 项' })).toBeEnabled();
  await drawerOf(first).getByRole('button', { name: '申请 1 项' }).click();
  await drawerOf(first).locator('[data-field=operate]').getByText('取消二审').click();
  await drawerOf(first).locator('[data-field=reason] textarea, [data-field=reason] input').fill('临床补充用药史');
  await first.keyboard.press('Control+s');
  await expect(first.locator('[role=dialog]')).toHaveCount(1);
  await close(first);
  await openScreen(second, at.address, '/search/sampleDeApproval');
  const application = second.locator('[data-row]').filter({ hasText: tngs[0]!.labCode });
  await application.dblclick();
  await drawerOf(second).getByRole('button', { name: '同意' }).click();
  await expect(drawerOf(second).locator(':focus')).toHaveCount(1);
  await second.keyboard.press('Control+s');
  await expect(second.locator('[role=dialog]')).toHaveCount(1);
  await expect(drawerOf(second)).toContainText('已执行');
});

test('rows, records and the tubes’ lines say what was done, each once', async () => {
  const rowsOf = async (path: string, query: Record<string, string>) =>
    (await admin.get<{ records: Record<string, string | number>[] }>(path, { size: '200', ...query })).records;
  const taskOf = async ({ labCode }: Tube) => (await rowsOf('accession-lims-search/labReceive/labReceivePage', { labCode }))[0] ?? {};
  const statesOf = async (tubes: readonly Tube[]) =>
    Promise.all(tubes.map(taskOf)).then((rows) => rows.map((row) => [row['taskState'], row['labStatus']]));
  // Awaits its second audit again, passed, passed anew by the first, waits for its second round.
  const [audited, again, waits] = [
    [5, 107],
    [4, 106],
    [1, 104],
  ];
  expect(await statesOf(tngs.slice(0, 6))).toEqual([again, audited, again, waits, waits, waits]);
  expect(await statesOf(tngs.slice(6))).toEqual(tngs.slice(6).map(() => audited));
  // Passed, passed once, ended by its new tube, goes on after its stop.
  expect(await statesOf(nipt.slice(0, 4))).toEqual([audited, again, [7, 110], [3, 104]]);
  expect(await statesOf(nipt.slice(4))).toEqual(nipt.slice(4).map(() => [3, 104]));
  expect(await statesOf([drawnTube])).toEqual([waits]);

  const recordsOf = (list: string, { sampleCode }: Tube) => rowsOf(`accession-lims-lab/${list}`, { sampleCode });
  expect(await recordsOf('stop-record/stop-page', nipt[3]!)).toMatchObject([{ recordState: 2, closeReason: '送检方来函要求继续' }]);
  expect(await recordsOf('resample-record/resample-page', nipt[2]!)).toMatchObject([{ recordState: 3, newSampleCode: drawnTube.sampleCode }]);
  expect(await recordsOf('go-back-record/page', tngs[2]!)).toMatchObject([{ reason: '结核阳性请核对原始数据' }]);

  const lineOf = async (tube: Tube): Promise<readonly string[]> => {
    const { sampleId } = await taskOf(tube);
    const acts = await admin.get<{ what: string }[]>('accession-lims-search/labReceive/sampleProcess', { sampleId: String(sampleId) });
    return acts.map(({ what }) => what).slice(acts.findIndex(({ what }) => what === 'labTask.receive') + 1);
  };
  const run = ['labBatch.save', 'tngsSj.submit', 'result.import'];
  const sheet = ['labBatch.save', 'labBatch.submit'];
  expect(await lineOf(tngs[0]!)).toEqual([...run, 'result.audit', 'result.audit', 'deApproval.apply', 'deApproval.decide']);
  expect(await lineOf(tngs[2]!)).toEqual([...run, 'result.audit', 'result.audit', 'result.audit']);
  expect(await lineOf(tngs[3]!)).toEqual(run);
  expect(await lineOf(nipt[2]!)).toEqual([...sheet, 'labProcess.resample', 'labProcess.resampleNew']);
  expect(await lineOf(nipt[3]!)).toEqual([...sheet, 'result.import', 'labProcess.stop', 'labProcess.stopRecover']);
});
