import type { Page } from 'playwright';
import { Api } from '../support/api.ts';
import { scan } from '../support/console.ts';
import { Hand, stopOf } from '../support/hand.ts';
import { readMaster, summaryPayload } from '../support/prepare.ts';

/** An entry desk, at a form with rows inside. */
export const formRoute = '/sample/CCID/1';

const drug = (name: string, startDate: string, stopDate: string) => ({ drug: name, startDate, stopDate, effect: 2 });
/** The rows that are typed into each form: what the server holds of one is all of them. */
export const typedRows = [drug('头孢曲松', '2026-03-01', '2026-03-08'), drug('左氧氟沙星', '2026-03-09', '2026-03-11')] as const;

/** What is pressed at a stop of the form; what is not named is passed by Enter. */
const presses: Readonly<Record<string, string>> = {
  department: '呼吸科',
  doctorName: '林医生',
  clinicalDiagnosis: '肺部感染',
  pathogenPanel: '4',
  sampleVolume: '3',
  transportCondition: '2',
  patientSource: '1',
  symptoms: '1',
  immuneStatus: '1',
  suspectedBsl3: '0',
  ...Object.fromEntries(
    typedRows.flatMap((row, at) =>
      Object.entries(row).map(([column, value]) => [`antiInfectives${at > 0 ? `[${at}]` : ''}.${column}`, String(value).replaceAll('-', '')]),
    ),
  ),
};

/** Requisitions that wait for their entry, by their codes, which begin as told. `direct`: the server without a link between. */
export async function makeForms(direct: string, prefix: string, count: number): Promise<readonly string[]> {
  const admin = await Api.login(direct, 'admin');
  const master = await readMaster(admin);
  const made = Array.from({ length: count }, (_none, index) => ({
    ...summaryPayload(master, 'TNGS01', '痰', prefix, index + 1),
    arrivalTemperature: 4,
  }));
  for (const summary of made) await admin.post('accession-lims-sample/enter-info/enter-summary', summary);
  return made.map(({ requisitionCode }) => requisitionCode);
}

/** A form is longer than a scan: so long may a stop take, or the form itself, ms. */
const stopMs = 4000;
const formMs = 40_000;

/** Enters a form from its scan until it is called saved, which alone ends it. Throws where it does not come so far, whatever struck it. */
export async function enterForm(page: Page, requisitionCode: string): Promise<'ok'> {
  const until = Date.now() + formMs;
  const within = async (isSo: () => Promise<boolean>, what: string): Promise<void> => {
    const end = Math.min(until, Date.now() + stopMs);
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error(`${requisitionCode}: ${what}`);
      await page.waitForTimeout(20);
    }
  };
  const keyboard = await page.context().newCDPSession(page);
  const hand = new Hand(page, keyboard);
  const opened = page.locator('strong', { hasText: requisitionCode });
  await scan(page, requisitionCode);
  await opened.waitFor({ timeout: stopMs });
  for (const field of ['commodityIds', 'sendSampleClientId']) await page.locator(`[data-field=${field}] [data-chosen]`).waitFor({ timeout: stopMs });
  await within(async () => (await stopOf(page)) !== '', 'no field has the focus');
  for (;;) {
    const stop = await stopOf(page);
    await hand.press(`${presses[stop] ?? ''}\r`);
    if (stop === 'save') break;
    await within(async () => (await stopOf(page)) !== stop, `Enter does not lead on from ${stop}`);
  }
  await within(async () => (await opened.count()) === 0, 'was not called saved');
  await keyboard.detach();
  return 'ok';
}
