import { createHash } from 'node:crypto';
import type { Page } from 'playwright';
import type { Api } from '../support/api.ts';
import { madePng } from '../support/pictures.ts';
import { fillRejection } from '../support/rejecting.ts';

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
    const form = await fillRejection(page, requisitionCode, madePng(900, 700, 0.7));
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
/** How many photographs lie with each of these requisitions, by the names of their acts, and which of those are not what their rows say. */
export async function photographsOf(
  admin: Api,
  requisitionCodes: readonly string[],
): Promise<{ readonly times: Readonly<Record<string, number>>; readonly broken: readonly string[] }> {
  const times: Record<string, number> = {};
  const broken: string[] = [];
  for (const requisitionCode of requisitionCodes) {
    const { images } = await admin.get<{ images: readonly Photograph[] }>('accession-lims-sample/requisition-image/detail', { requisitionCode });
    const name = photographOf(requisitionCode);
    if (images.length > 0) times[name] = images.length;
    for (const { requisitionImageId, sha256, size } of images) {
      const bytes = await admin.file('accession-lims-sample/requisition-image/download', { requisitionImageId });
      if (bytes.length !== size || createHash('sha256').update(bytes).digest('hex') !== sha256) broken.push(name);
    }
  }
  return { times, broken };
}
