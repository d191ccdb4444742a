import { test } from '@playwright/test';
import { chromium, type Browser } from 'playwright';
import { tellPage } from './console.ts';
import { browserArguments, findChromium } from './findChromium.ts';
import { startProduct, type Product } from './product.ts';

export interface Served {
  readonly product: Product;
  readonly address: string;
  readonly browser: Browser;
}

/** A product and a browser for all tests of a file; there from its first test until after its last. */
export function served(): Served {
  const made: { product?: Product; address?: string; browser?: Browser } = {};
  test.beforeAll(async () => {
    made.product = await startProduct();
    made.address = `http://127.0.0.1:${made.product.port}`;
    made.browser = await chromium.launch({ executablePath: await findChromium(), args: [...browserArguments] });
  });
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from it.
  test.afterEach(async ({}, run) => {
    if (run.status === 'passed') return;
    for (const page of made.browser?.contexts().flatMap((context) => context.pages()) ?? [])
      console.log(await tellPage(page).catch((error: unknown) => `the page does not tell: ${String(error)}`));
  });
  test.afterAll(async () => {
    await made.browser?.close();
    await made.product?.stop();
  });
  return made as Served;
}
