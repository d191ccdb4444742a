import { expect, type Page } from '@playwright/test';
import type { Api } from './api.ts';
import { genericPass, handOver, summaryPayload, type Master } from './prepare.ts';

interface TubesWanted {
  readonly commodity: string;
  readonly className: string;
  readonly prefix: string;
  readonly count: number;
  /** The requisition's form, by its key. */
  readonly form?: string;
  /** What reception types beyond the rest. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Tubes that the laboratory has received: one task each, by the desks' own calls. Their codes are `<prefix>S000001` and so on. */
export async function receivedTubes(
  { reception, entry, lab }: { readonly reception: Api; readonly entry: Api; readonly lab: Api },
  master: Master,
  { commodity, className, prefix, count, form = 'nomal', more = {} }: TubesWanted,
): Promise<{ readonly sampleCode: string; readonly labCode: string }[]> {
  const codes: string[] = [];
  for (let index = 1; index <= count; index++) {
    const summary = summaryPayload(master, commodity, className, prefix, index);
    await reception.post('accession-lims-sample/enter-info/enter-summary', { ...summary, ...more });
    await entry.post('accession-lims-sample/enter-info/enter-detail', { ...genericPass(summary, 1), form });
    codes.push(summary.tubes[0]?.sampleCode ?? '');
  }
  await handOver(reception, lab, String(master.commodities.get(commodity)?.id), codes);
  const received: { readonly labCode: string }[] = [];
  for (const code of codes) received.push(await lab.post<{ labCode: string }>('accession-lims-lab/lab-task/receive', { code }));
  return codes.map((sampleCode, at) => ({ sampleCode, labCode: received[at]!.labCode }));
}

/** Chooses in a picker of an open drawer by what a person types. */
export async function choose(page: Page, field: string, typed: string): Promise<void> {
  const input = page.getByRole('dialog').last().locator(`[data-field=${field}] input`).first();
  await input.click();
  await input.fill(typed);
  await expect(page.getByRole('option').filter({ hasText: typed }).first()).toBeVisible();
  await input.press('Enter');
}
