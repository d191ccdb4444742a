import type { Locator, Page } from 'playwright';
import { onDisk } from './pictures.ts';

/** At reception, fills in the refusal of a requisition with a photograph of what is wrong; answers the form, which goes once both are kept. */
export async function fillRejection(page: Page, requisitionCode: string, photograph: Buffer): Promise<Locator> {
  await page.getByRole('tab', { name: '拒收' }).click();
  const form = page.getByTestId('reject-form');
  await form.locator('[data-field=requisitionCode] input').fill(requisitionCode);
  await form.locator('[data-field=rejectCode] input').fill('容器损坏');
  await form.locator('[data-field=rejectCode] input').press('Enter');
  await form.locator('[data-field=rejectReason] input').fill('管盖脱落');
  await form.locator('[data-held-files]').setInputFiles(onDisk(`${requisitionCode}.png`, photograph));
  await form.locator('[data-held]').waitFor();
  return form;
}
