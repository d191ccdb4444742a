import { test } from '@playwright/test';
import { chromium, type Browser } from 'playwright';
import { findChromium } from './findChromium.ts';
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
    made.browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  });
  test.afterAll(async () => {
    await made.browser?.close();
    await made.product?.stop();
  });
  return made as Served;
}
