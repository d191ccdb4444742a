import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { chromium } from 'playwright';
import { signIn } from '../support/console.ts';
import { browserArguments, findChromium } from '../support/findChromium.ts';
import { startProduct } from '../support/product.ts';

test('a desk whose programme came with a hole on the first visit gets it whole, and a page without a worker asks for it, without anybody reloading', async () => {
  const product = await startProduct();
  let broken = 0;
  // The worker takes in some sixty files at once; on an unsteady link one of them breaks off.
  const link = createServer((request, response) => {
    const isBroken = broken === 0 && request.url?.startsWith('/assets/') && request.headers.referer?.endsWith('/serviceWorker.js');
    if (isBroken) broken += 1;
    const { method, url: path, headers } = request;
    const onward = ask({ host: '127.0.0.1', port: product.port, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // Half of it: a connection that ends before any answer would be tried again by the browser itself.
      if (isBroken) answer.once('data', (part: Buffer) => response.write(part.subarray(0, part.length / 2), () => response.destroy()));
      else answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => link.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath: await findChromium(), args: [...browserArguments] });
  try {
    const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
    await signIn(page, `http://127.0.0.1:${(link.address() as AddressInfo).port}`, 'reception');
    await expect.poll(() => broken, { timeout: 60_000 }).toBe(1);
    const isInCharge = (): Promise<boolean> => page.evaluate(() => navigator.serviceWorker.controller !== null);
    await expect.poll(isInCharge, { timeout: 60_000 }).toBe(true);
    // A page that the worker's one claim did not find, as one that was loading just then: here by a reload past the worker.
    await (await page.context().newCDPSession(page)).send('Page.reload', { ignoreCache: true });
    await expect(page.getByRole('button', { name: /^(用户菜单|User)/ }).last()).toBeVisible();
    await expect.poll(isInCharge, { timeout: 60_000 }).toBe(true);
  } finally {
    await browser.close();
    link.closeAllConnections();
    link.close();
    await product.stop();
  }
});
