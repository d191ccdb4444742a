import { createHash } from 'node:crypto';
import type { Page } from 'playwright';
import type { Api } from '../support/api.ts';
import { onDisk, madePng } from '../support/pictures.ts';

/** Reception, where a requisition is refused with a photograph of what is wrong. */
export const rejectRoute = '/sample/summary-enter';
/** The photograph of a refused requisition travels as an act of its own. */
export const photographOf = (requisitionCode: string): string => `photograph ${requisitionCode}`;

/** A rejection is longer than a scan: so long may each step take, ms. */
const stepMs = 4000;

/** Refuses a requisition with a photograph of two parts until it is called saved, which alone ends it. Throws where it does not come so far, whatever struck it. */
export async function rejectWithPhotograph(page: Page, requisitionCode: string): Promise<'ok'> {
  page.setDefaultTimeout(stepMs);
  try {
    await page.getByRole('tab', { name: '拒收' }).click();
    const form = page.getByTestId('reject-form');
    await form.locator('[data-field=requisitionCode] input').fill(requisitionCode);
    await form.locator('[data-field=rejectCode] input').fill('容器损坏');
    await form.locator('[data-field=rejectCode] input').press('Enter');
    await form.locator('[data-field=rejectReason] input').fill('管盖脱落');
    await form.locator('[data-held-files]').setInputFiles(onDisk(`${requisitionCode}.png`, madePng(900, 700, 0.7)));
    await form.locator('[data-held]').waitFor();
    await page.keyboard.press('F9');
    // The form goes once its photograph is kept, too.
    await form.waitFor({ state: 'detached', timeout: 3 * stepMs });
    return 'ok';
  } finally {
    page.setDefaultTimeout(30_000);
  }
}

interface Photograph {
  readonly requisitionImageId: string;
  readonly sha256: string;
  readonly size: number;
}
/** Which of the photographs that lie with these requisitions are not what their rows say, by requisition. */
export async function brokenPhotographs(admin: Api, requisitionCodes: readonly string[]): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const requisitionCode of requisitionCodes) {
    const { images } = await admin.get<{ images: readonly Photograph[] }>('accession-lims-sample/requisition-image/detail', { requisitionCode });
    for (const { requisitionImageId, sha256, size } of images) {
      const bytes = await admin.file('accession-lims-sample/requisition-image/download', { requisitionImageId });
      if (bytes.length !== size || createHash('sha256').update(bytes).digest('hex') !== sha256) broken.push(requisitionCode);
    }
  }
  return broken;
}
