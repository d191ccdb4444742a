import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { counterOf, openScreen, scan, signIn, storedRows, unlock, unresolved, waitUntilReady } from '../support/console.ts';
import { Desk } from '../support/desk.ts';
import { enterTubes, handOver, inventedName, labReceipts, readMaster, summaryPayload, type Master } from '../support/prepare.ts';
import { password, startProduct, type Product } from '../support/product.ts';
import { openLink, type Link } from '../support/proxy.ts';

/**
 * A desk's day: the network is cut both ways, the browser is killed, an update is offered, the link comes back bad;
 * in the end the server's rows equal the acts, each once.
 */
let product: Product;
let link: Link;
let master: Master;
let admin: Api;
let dist: string;
const deskA = new Desk();
const deskB = new Desk();

test.beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'accession-dist-'));
  cpSync('dist', dist, { recursive: true });
  product = await startProduct({ env: { DIST_DIR: dist } });
  link = await openLink(product.port);
  const direct = `http://127.0.0.1:${product.port}`;
  admin = await Api.login(direct, 'admin');
  master = await readMaster(admin);
});
test.afterAll(async () => {
  await deskA.close();
  await deskB.close();
  await link?.close();
  await product?.stop();
  rmSync(dist, { recursive: true, force: true });
});

// oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from it.
test.afterEach(async ({}, run) => {
  if (run.status === 'passed') return;
  await deskA.picture(run.outputPath('desk-a'));
  await deskB.picture(run.outputPath('desk-b'));
});

/** 20 receptions typed by keyboard alone; client, product, class and time carried over from the first one. */
async function enterSummaries(page: Page, from: number, to: number): Promise<void> {
  await expect(page.locator('[data-scan-box]')).toBeFocused();
  for (let index = from; index <= to; index++) {
    const number = String(index).padStart(6, '0');
    await scan(page, `DAYR${number}`);
    await scan(page, `DAYS${number}`);
    if (index === from) await fillBatch(page);
    const form = page.getByTestId('summary-form');
    await form.locator('[data-field=personName] input').focus();
    await page.keyboard.type(inventedName(index));
    await form.locator('[data-field=sex] [data-enter-stop], [data-field=sex] button').first().focus();
    await page.keyboard.press('2');
    await form.locator('[data-field=age] input').fill('31');
    await page.keyboard.press('F9');
    await expect
      .poll(async () =>
        (await storedRows(page, 'accession-outbox', 'ops'))
          .concat(await storedRows(page, 'accession-outbox', 'receipts'))
          .some((row) => row['subject'] === `DAYR${number}`),
      )
      .toBe(true);
  }
}

async function pick(page: Page, field: string, typed: string): Promise<void> {
  const input = page.locator(`[data-field=${field}] input`).first();
  await input.click();
  await input.fill(typed);
  await input.press('Enter');
}

async function fillBatch(page: Page): Promise<void> {
  await pick(page, 'contractLaboratoryId', 'SH01');
  await pick(page, 'sendSampleClientId', 'C0001');
  await pick(page, 'commodityIds', 'BIO07');
  await pick(page, 'sampleClassId', '血清');
  const time = page.locator('[data-field=samplingTime] input').first();
  await time.fill('-1 0930');
  await time.press('Enter');
}

/** One NIPT pass; `weight` is what the second clerk may read differently. */
async function enterNipt(page: Page, requisitionCode: string, index: number, weight: string): Promise<void> {
  await page.locator('[data-entry-queue] button', { hasText: requisitionCode }).click();
  const form = page.getByTestId('detail-form');
  await expect(form).toBeVisible();
  const type = async (field: string, value: string): Promise<void> => form.locator(`[data-field=${field}] input`).first().fill(value);
  const choose = async (field: string, digit: string): Promise<void> => {
    const control = form.locator(`[data-field=${field}]`).locator('[data-enter-stop], [role=combobox], button').first();
    await control.focus();
    await page.keyboard.press(digit);
    if ((await control.getAttribute('role')) === 'combobox') await page.keyboard.press('Enter');
  };
  await type('testTubeNumber', `NIPT${String(index).padStart(6, '0')}`);
  await type('personName', inventedName(index + 300));
  await choose('sex', '2');
  const birth = form.locator('[data-field=birthDate] input').first();
  await birth.fill('1996-05-20');
  await birth.press('Tab');
  const sampling = form.locator('[data-field=samplingTime] input').first();
  await sampling.fill('-1 0930');
  await sampling.press('Tab');
  await choose('niptProduct', '1');
  await type('heightCm', '162');
  await type('weightKg', weight);
  await choose('conceptionMode', '1');
  await type('gravidity', '1');
  await type('parity', '0');
  await type('gaWeeks', '16');
  await type('gaDays', '2');
  await choose('gestationMethod', '5');
  await choose('fetusCount', '1');
  for (const field of ['adversePregnancyHistory', 'allogeneicTreatment', 'parentalChromosomeAbnormal', 'serumScreeningResult'])
    await choose(field, '1');
  for (const field of ['geneticFamilyHistory', 'malignancyInPregnancy', 'ultrasoundAbnormal']) await choose(field, '0');
  await choose('consentSigned', '1');
  const consent = form.locator('[data-field=consentDate] input').first();
  await consent.fill('-1');
  await consent.press('Tab');
  const isSaved = async (): Promise<boolean> =>
    (await unresolved(page))
      .concat(await storedRows(page, 'accession-outbox', 'receipts'))
      .some((row) => String(row['subject']).startsWith(`${requisitionCode} /`));
  await page.keyboard.press('F9');
  await expect
    .poll(
      async () => {
        if (await isSaved()) return true;
        // Warnings ask for their reasons in place.
        for (const reason of await form.locator('[data-findings] input').all()) await reason.fill('已与医院核实');
        await page.keyboard.press('F9');
        return isSaved();
      },
      { intervals: [300, 700, 1000] },
    )
    .toBe(true);
}

test("a desk's day, cut, killed and updated in the middle", async () => {
  // What the day starts with: 60 tubes on their way to the lab, 5 to hand over, 10 NIPT requisitions to enter twice.
  const tubes = await enterTubes(admin, await Api.login(`http://127.0.0.1:${product.port}`, 'entry1'), master, 'LAB', 60);
  const blood = master.commodities.get('CBC01');
  if (!blood) throw new Error('no CBC01');
  await handOver(admin, await Api.login(`http://127.0.0.1:${product.port}`, 'lab'), blood.id, tubes);
  await enterTubes(admin, await Api.login(`http://127.0.0.1:${product.port}`, 'entry1'), master, 'HND', 5);
  const niptCodes: string[] = [];
  for (let index = 1; index <= 10; index++) {
    const summary = summaryPayload(master, 'NIPT01', 'EDTA全血', 'NIP', index);
    await admin.post('accession-lims-sample/enter-info/enter-summary', summary);
    niptCodes.push(summary.requisitionCode);
  }

  const receiptsBefore = await labReceipts(admin);

  let pageA = await deskA.open();
  pageA.setDefaultTimeout(60_000);
  await signIn(pageA, link.address, 'admin');
  await waitUntilReady(pageA);
  const pageB = await deskB.open();
  pageB.setDefaultTimeout(60_000);
  await signIn(pageB, link.address, 'entry2');
  await waitUntilReady(pageB);
  // The screens of the day are opened once while there is a network: their worklists are kept.
  for (const route of ['/sample/nipt/1', '/sample/sample-handover', '/sample/todayReceivePage', '/sample/summary-enter'])
    await openScreen(pageA, link.address, route);
  await openScreen(pageB, link.address, '/sample/nipt/2');
  await expect(pageB.locator('[data-entry-queue] button', { hasText: 'NIPR' })).toHaveCount(10);
  await expect
    .poll(async () => (await storedRows(pageA, 'accession-cache', 'worklists')).map((row) => row['name']))
    .toEqual(expect.arrayContaining(['entry1', 'handover', 'labReceive']));

  // First cut: the system knows it is offline.
  await deskA.context.setOffline(true);
  await openScreen(pageA, link.address, '/sample/todayReceivePage');
  const box = pageA.locator('[data-scan-box]');
  await expect(box).toBeFocused();
  for (const code of tubes.slice(0, 30)) await scan(pageA, code);
  await expect.poll(async () => (await unresolved(pageA)).length).toBe(30);
  await scan(pageA, tubes[4] ?? '');
  await expect(pageA.locator('[role=status][data-verdict]')).toHaveAttribute('data-verdict', 'repeat');
  await openScreen(pageA, link.address, '/sample/summary-enter');
  await enterSummaries(pageA, 1, 10);

  // The browser dies in the middle of a form and comes back without network: nothing saved is gone, the draft is there.
  await expect(pageA.locator('[data-scan-box]')).toBeFocused();
  await scan(pageA, 'DAYR000011');
  await scan(pageA, 'DAYS000011');
  await pageA.getByTestId('summary-form').locator('[data-field=personName] input').fill('未存完');
  await expect.poll(async () => (await storedRows(pageA, 'accession-outbox', 'drafts')).length).toBeGreaterThan(0);
  await pageA.waitForTimeout(600);
  const before = (await unresolved(pageA)).map((row) => String(row['opId'])).sort();
  await deskA.kill();
  // Second cut: a dead server behind a living link; the page believes it is online.
  link.set('refuse');
  pageA = await deskA.open();
  await openScreen(pageA, link.address, '/sample/summary-enter');
  // Their keys died with the browser, and the server is not there to give them back: their password does.
  await unlock(pageA);
  expect((await unresolved(pageA)).map((row) => String(row['opId'])).sort()).toEqual(before);
  await expect(pageA.getByTestId('summary-form').locator('[data-field=personName] input')).toHaveValue('未存完');
  await pageA.getByTestId('summary-form').locator('[data-field=requisitionCode] input').waitFor();
  await pageA.getByRole('button', { name: '清空' }).click();
  await pageA.getByRole('alertdialog').getByRole('button', { name: '清空录入' }).click();
  await enterSummaries(pageA, 11, 20);
  await openScreen(pageA, link.address, '/sample/todayReceivePage');
  await expect(pageA.locator('[data-scan-box]')).toBeFocused();
  for (const code of tubes.slice(30)) await scan(pageA, code);
  await expect.poll(async () => (await unresolved(pageA)).filter((row) => row['type'] === 'labTask.receive').length).toBe(60);

  // First passes at one desk, second passes at another, three of them read differently.
  await openScreen(pageA, link.address, '/sample/nipt/1');
  for (const [index, code] of niptCodes.entries()) await enterNipt(pageA, code, index + 1, '58.5');
  for (const [index, code] of niptCodes.entries()) await enterNipt(pageB, code, index + 1, index < 3 ? '55.8' : '58.5');

  // A handover made and signed by another person at the same terminal, without network.
  await openScreen(pageA, link.address, '/sample/sample-handover');
  await pageA.locator(`[data-commodity="${blood.name}"]`).click();
  await pageA.getByRole('button', { name: /新建交接/ }).click();
  const drawer = pageA.getByRole('dialog');
  await drawer.locator('[data-field=signAccount] input').fill('lab');
  await drawer.locator('[data-field=signPassword] input').fill(password);
  await pageA.keyboard.press('Control+s');
  await expect.poll(async () => (await unresolved(pageA)).filter((row) => row['type'] === 'handover.sign').length).toBe(1);
  expect(JSON.stringify(await unresolved(pageA))).not.toContain(password);

  // A new release is put in place meanwhile, on the same data; desks are offered it and nobody is made to take it.
  const worker = join(dist, 'serviceWorker.js');
  rmSync(`${worker}.br`, { force: true });
  rmSync(`${worker}.gz`, { force: true });
  writeFileSync(worker, `${readFileSync(worker, 'utf8')}\n// another release\n`);
  await product.stop();
  product = await startProduct({ port: product.port, dataDir: product.dataDir, env: { DIST_DIR: dist } });

  // The network comes back badly: answers lost after the server has done it, faults, expired sessions, a hotel's page.
  const waiting = (await unresolved(pageA)).length + (await unresolved(pageB)).length;
  expect(waiting).toBe(60 + 20 + 10 + 10 + 2);
  for (const state of ['cutAfterApply', '500', 'hostile', '401', 'cutAfterApply'] as const) {
    link.set(state);
    link.takeSeen();
    await pageA.evaluate(() => window.dispatchEvent(new Event('online')));
    await pageB.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(() => link.takeSeen().length, { timeout: 90_000 }).toBeGreaterThan(0);
  }
  link.set('pass');
  await pageA.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  for (const [page, account] of [
    [pageA, 'admin'],
    [pageB, 'entry2'],
  ] as const) {
    await openScreen(page, link.address, '/desk/outbox');
    // A browser that was killed may have lost the cookie of its newest session; then its person signs in again.
    await expect(page.locator('input[name=username], [data-top-bar], header').first()).toBeVisible();
    if (await page.locator('input[name=username]').isVisible()) await signIn(page, link.address, account);
    await expect
      .poll(async () => (await unresolved(page)).filter((row) => !['rejected', 'conflict'].includes(String(row['state']))).length, {
        timeout: 120_000,
      })
      .toBe(0);
  }

  // The server's rows equal the acts, each once.
  for (const page of [pageA, pageB]) expect(await unresolved(page)).toEqual([]);
  expect(await labReceipts(admin)).toBe(receiptsBefore + 60);
  for (const code of tubes) {
    const check = await admin.post<{ verdict: string; receivedBy: string }>('accession-lims-lab/lab-task/receive-check', { code });
    expect(check.verdict, code).toBe('repeat');
  }
  for (let index = 1; index <= 20; index++) {
    const row = await admin.get<{ requisitionCode: string; tubes: unknown[]; values: Record<string, unknown> }>(
      'accession-lims-sample/enter-info/get-summary-info',
      { requisitionCode: `DAYR${String(index).padStart(6, '0')}` },
    );
    expect(row.values['personName']).toBe(inventedName(index));
    expect(row.tubes).toHaveLength(1);
  }
  const states = await Promise.all(
    niptCodes.map(
      async (requisitionCode) =>
        (await admin.get<{ entryState: number }>('accession-lims-sample/enter-info/get-summary-info', { requisitionCode })).entryState,
    ),
  );
  expect(states.filter((state) => state === 5)).toHaveLength(7);
  expect(states.filter((state) => state === 3)).toHaveLength(3);
  // Handed over in one handover, signed by the lab's person, each tube once.
  const signed = await admin.get<{ records: { handoverId: string; signUserName: string }[] }>('accession-lims-sample/sample-handover/page', {
    current: 1,
    size: 100,
    commodityId: blood.id,
    handoverStatus: 3,
  });
  const handed: string[][] = [];
  for (const { handoverId } of signed.records) {
    const { items } = await admin.get<{ items: { sampleCode: string }[] }>('accession-lims-sample/sample-handover/detail', { handoverId });
    handed.push(items.map(({ sampleCode }) => sampleCode).filter((code) => code.startsWith('HNDS')));
  }
  expect(handed.filter((codes) => codes.length > 0).map((codes) => codes.toSorted())).toEqual([
    [1, 2, 3, 4, 5].map((index) => `HNDS${String(index).padStart(6, '0')}`),
  ]);
  // Every number the desks gave out is held by the server: no gaps.
  for (const page of [pageA, pageB]) {
    const { device, seq } = await counterOf(page);
    const state = await admin.get<{ gaps: number[]; highestSeq: number }>('accession-lims-sample/offline/device-state', {
      deviceId: device,
      maxSeq: seq,
    });
    expect(state).toMatchObject({ gaps: [], highestSeq: seq });
  }

  // The release is still only offered; accepting it brings the page back in charge of the new worker.
  await expect(pageA.getByRole('button', { name: /更新|升级/ })).toBeVisible({ timeout: 60_000 });
  await pageA.getByRole('button', { name: /更新|升级/ }).click();
  await expect
    // The page loads anew meanwhile; then there is nobody to ask for a moment.
    .poll(() => pageA.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting === null).catch(() => false), {
      timeout: 60_000,
    })
    .toBe(true);

  // The second clerk settles one slip of their own, seeing only which field differs.
  await openScreen(pageB, link.address, '/sample/nipt/2');
  const slips = pageB.locator('[data-corrections] button', { hasText: 'NIPR' });
  await expect(slips).toHaveCount(3);
  await slips.first().click();
  const correction = pageB.getByTestId('detail-form');
  await expect(correction.locator('[data-field=weightKg] input')).toHaveValue(/55\.8/);
  expect(await correction.innerHTML()).not.toContain('58.5');
  await correction.locator('[data-field=weightKg] input').fill('58.5');
  await pageB.keyboard.press('F9');
  await expect(slips).toHaveCount(2);
});
