import { expect, test, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { commonTubes, type CommonTube } from '../support/commonTubes.ts';
import { openScreen, scan, signIn, unresolved } from '../support/console.ts';
import { hidden } from '../support/focus.ts';
import { Hand, stopOf } from '../support/hand.ts';
import { readMaster, summaryPayload } from '../support/prepare.ts';
import { served, type Served } from '../support/served.ts';

/**
 * The commonest tube of each form, from the scan to saved, by keyboard alone: every stop in sight, nothing saved but what
 * was typed, and no more key presses than the form needs. A Chinese character counts as one press; seconds are the machine's, and told only.
 */
const languages = ['zh', 'en'] as const;
type Language = (typeof languages)[number];

/** From the scan until the desk has it. */
async function enter(page: Page, { answers }: CommonTube, requisitionCode: string) {
  const keyboard = await page.context().newCDPSession(page);
  const hand = new Hand(page, keyboard);
  const started = Date.now();
  const opened = page.locator('strong', { hasText: requisitionCode });
  await scan(page, requisitionCode);
  await opened.waitFor();
  await expect.poll(() => stopOf(page)).not.toBe('');
  // What the requisition is known by stands there with its name.
  await page.locator('[data-field=commodityIds] [data-chosen]').waitFor();
  await page.locator('[data-field=sendSampleClientId] [data-chosen]').waitFor();
  const stops: string[] = [];
  const covered: string[] = [];
  for (;;) {
    const [stop, by] = await Promise.all([stopOf(page), hidden(page)]);
    expect(stops, 'Enter leads to no field twice').not.toContain(stop);
    stops.push(stop);
    if (by) covered.push(`${stop}: ${by}`);
    const answer = answers[stop];
    if (answer?.scan) await scan(page, answer.scan);
    else await hand.press(`${answer?.press ?? ''}\r`);
    if (stop === 'save') break;
    await expect.poll(() => stopOf(page), { message: `Enter leads on from ${stop}` }).not.toBe(stop);
  }
  // What stands in the way is said where it does.
  const told = async (): Promise<string> =>
    (await opened.count()) === 0
      ? ''
      : (await page.getByTestId('detail-form').locator('[data-findings], [role=alert]').allTextContents()).join() || 'open';
  await expect.poll(told).toBe('');
  const seconds = (Date.now() - started) / 1000;
  await keyboard.detach();
  return { stops, covered, presses: hand.presses, seconds };
}

/** What stands in a single entry from the start. */
function typedAtReception({ personName, sex, age, ageUnit, telephone, samplingTime, tubes: [tube] }: ReturnType<typeof summaryPayload>) {
  return { personName, sex, age, ageUnit, telephone, samplingTime, testTubeNumber: tube?.testTubeNumber };
}
const isGiven = (value: unknown): boolean => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
/** What stands in them, of rows in their cells, too. */
const givenOf = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => isGiven(value))
      .map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map((one: unknown) => (typeof one === 'object' ? givenOf(one as Record<string, unknown>) : one)) : value,
      ]),
  );

/** A clerk at a desk of their own. */
async function clerkAt({ browser, address }: Served, account: string, language: Language) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' });
  const page = await context.newPage();
  await signIn(page, address, account);
  if (language === 'en') {
    await page.getByRole('button', { name: '切换为英文' }).click();
    await page.getByRole('button', { name: 'Switch to Chinese' }).waitFor();
  }
  return { page, context, api: await Api.login(address, account) };
}

for (const language of languages)
  test.describe(language, () => {
    // Each language has a house of its own: the same people twice would be asked about.
    const house = served();
    test('the commonest tube of each form by keyboard', () => byKeyboard(house, language));
  });

async function byKeyboard(house: Served, language: Language): Promise<void> {
  const admin = await Api.login(house.address, 'admin');
  const master = await readMaster(admin);
  const tubes = commonTubes.map((tube, index) => ({
    tube,
    summary: { ...summaryPayload(master, tube.commodity, tube.sampleClass, 'FKA', index + 1), arrivalTemperature: 4 },
  }));
  for (const { summary } of tubes) await admin.post('accession-lims-sample/enter-info/enter-summary', summary);
  const clerks = { 1: await clerkAt(house, 'entry1', language), 2: await clerkAt(house, 'entry2', language) };
  const table: Record<string, string | number>[] = [];
  for (const { tube, summary } of tubes)
    for (const pass of tube.mostAgain === undefined ? ([1] as const) : ([1, 2] as const))
      await test.step(`${tube.name}, ${pass}`, async () => {
        const { page, api } = clerks[pass];
        const most = pass === 1 ? tube.most : tube.mostAgain!;
        const { requisitionCode, sendSampleClientId, commodityIds } = summary;
        await openScreen(page, house.address, tube.route.replace(/1$/, String(pass)));
        await page.locator('[data-entry-queue] button', { hasText: requisitionCode }).waitFor();
        const { stops, covered, presses, seconds } = await enter(page, tube, requisitionCode);
        const typed = stops.filter((stop) => tube.answers[stop]).length;
        table.push({ form: tube.name, pass, presses, most, stops: stops.length, typed, seconds });
        expect(covered).toEqual([]);
        await expect.poll(() => unresolved(page)).toEqual([]);
        const { own } = await api.get<{ own: { values: Record<string, unknown> } | null }>('accession-lims-sample/enter-info/get-detail-info', {
          requisitionCode,
          pass: String(pass),
        });
        const answered = Object.entries(tube.answers).flatMap(([field, { is }]) => (is === undefined ? [] : [[field, is] as const]));
        expect(givenOf(own?.values ?? {})).toEqual({
          sendSampleClientId,
          commodityIds,
          ...(tube.isSingle ? typedAtReception(summary) : {}),
          ...Object.fromEntries(answered),
          ...tube.follows,
        });
        expect(presses, 'key presses').toBeLessThanOrEqual(most);
      });
  console.table(table);
  for (const { context } of Object.values(clerks)) await context.close();
}
