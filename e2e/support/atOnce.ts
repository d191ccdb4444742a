import type { Page, Response } from '@playwright/test';

/** One of those who press: what they press, and the last part of the path it goes to. */
export interface Presser {
  readonly page: Page;
  readonly path: string;
  readonly press: () => Promise<unknown>;
}

/**
 * Windows press at one moment: what each sends is held back until all have sent theirs, so that none could know of the others. Answers what each
 * was answered, in their order.
 */
export async function atOnce(pressers: readonly Presser[]): Promise<readonly Response[]> {
  let waiting = pressers.length;
  let release = (): void => undefined;
  const all = new Promise<void>((resolve) => (release = resolve));
  for (const { page, path } of pressers)
    await page.route(`**/${path}`, async (route) => {
      waiting -= 1;
      if (waiting === 0) release();
      await all;
      await route.continue();
    });
  const answers = await Promise.all(
    pressers.map(async ({ page, path, press }) => {
      const answered = page.waitForResponse(`**/${path}`);
      await press();
      return answered;
    }),
  );
  for (const { page, path } of pressers) await page.unroute(`**/${path}`);
  return answers;
}
