import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import { summaryPayload } from '../e2e/support/prepare.ts';
import { withHouse } from './house.ts';
import type { Setting } from './setting.ts';
import { median, spread, type Row } from './table.ts';

const typed = 'abcdefghij klmno pqrst';
const rounds = 8;

/** A key typed into a field of the NIPT form until the next paint; against a bare input that stands in the same page. */
export async function measureKeystroke(_setting: Setting): Promise<Row[]> {
  return withHouse(async ({ page, admin, master, goTo }) => {
    const summary = summaryPayload(master, 'NIPT01', 'EDTA全血', 'NIP', 1);
    await admin.post('accession-lims-sample/enter-info/enter-summary', summary);
    await page.addInitScript(recordKeys);
    await goTo('/sample/nipt/1');
    await page.locator('[data-entry-queue] button', { hasText: summary.requisitionCode }).click();
    const form = page.getByTestId('detail-form');
    await expect(form).toBeVisible();
    const fields = await form.locator('[data-field]').count();
    const own = form.locator('[data-field=personName] input').first();
    await page.evaluate(() => {
      const bare = document.createElement('input');
      bare.dataset['bare'] = '';
      document.body.append(bare);
    });
    const ours: Keys = [];
    const bare: Keys = [];
    // In turns, so that both see the same machine.
    for (let round = 0; round < rounds; round++) {
      await own.fill('');
      await own.focus();
      ours.push(...(await typeKeys(page)));
      await page.locator('[data-bare]').focus();
      bare.push(...(await typeKeys(page)));
    }
    const [paint, barePaint] = [ours.map((key) => key.painted), bare.map((key) => key.painted)];
    const [script, bareScript] = [ours.map((key) => key.ran), bare.map((key) => key.ran)];
    return [
      {
        what: `keystroke in the NIPT form (${fields} fields), key to next paint`,
        ours: spread(paint),
        yardstick: `bare input ${spread(barePaint)}`,
        ratio: median(paint) / median(barePaint),
      },
      {
        what: `keystroke in the NIPT form, its handlers and renders`,
        ours: spread(script),
        yardstick: `bare input ${spread(bareScript)}`,
        toy: '0.5 / 1.7 ms',
      },
    ];
  });
}

type Keys = { readonly painted: number; readonly ran: number }[];

async function typeKeys(page: Page): Promise<Keys> {
  await page.evaluate(() => void (globalThis as unknown as { keysTyped: Keys }).keysTyped.splice(0));
  await page.keyboard.type(typed, { delay: 45 });
  await page.waitForTimeout(100);
  return page.evaluate(() => [...(globalThis as unknown as { keysTyped: Keys }).keysTyped]);
}

/** In the page: of each input event, the time its handlers and the renders they caused took, and the time until the next paint. */
function recordKeys(): void {
  const keysTyped: { painted: number; ran: number }[] = [];
  (globalThis as unknown as { keysTyped: unknown }).keysTyped = keysTyped;
  let started = 0;
  addEventListener('input', () => (started = performance.now()), { capture: true });
  // The console's own handlers stand below the window; what they queued has run when the event arrives here.
  addEventListener('input', () => {
    const [began, ran] = [started, performance.now() - started];
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => keysTyped.push({ painted: performance.now() - began, ran });
      port2.postMessage(null);
    });
  });
}
