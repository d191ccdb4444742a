import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { Api } from '../support/api.ts';
import { openScreen, scan, signIn, unresolved, waitUntilReady } from '../support/console.ts';
import { served } from '../support/served.ts';

/** Paper that comes as a PDF: taken without network, its first page shown, the file itself kept. */
const house = served();

/** One page with a black square in the middle of white. */
function madePdf(): Buffer {
  const draw = '0 0 0 rg 50 50 100 100 re f';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<>>>>',
    `<</Length ${draw.length}>>stream\n${draw}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(`${text}xref\n0 5\n0000000000 65535 f \n${table}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`);
}

/** The threads of the reader that this desk keeps; a piece of the programme that only tells their address has nearly the same name. */
async function keptReaders(): Promise<readonly string[]> {
  const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return requests
    .flat()
    .map(({ url }) => url)
    .filter((url) => /pdf\.worker.*\.mjs$/.test(url));
}

test('a PDF is taken without network, its first page is seen, and the file arrives as it was', async () => {
  const context = await house.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' });
  const page = await context.newPage();
  await signIn(page, house.address, 'reception');
  await waitUntilReady(page);
  await openScreen(page, house.address, '/sample/uploadRequisition');
  await expect(page.locator('[data-scan-box]')).toBeFocused();
  // The reader comes while there is a network.
  await expect.poll(() => page.evaluate(keptReaders)).toHaveLength(1);
  await context.setOffline(true);
  await scan(page, 'PDFR000001');
  // Pages belong to the requisition that is open.
  await expect(page.getByText('PDFR000001').first()).toBeVisible();
  const pdf = madePdf();
  await page.locator('[data-image-files]').setInputFiles([{ name: '申请单.pdf', mimeType: 'application/pdf', buffer: pdf }]);
  const tile = page.locator('[data-page-tiles] > li');
  await expect(tile.locator('img')).toBeVisible();
  await tile.getByRole('button').first().click();
  const seen = page.getByRole('dialog').locator('img');
  await expect(seen).toBeVisible();
  /** How dark the middle and the corner of the page are. */
  const inks = await seen.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const drawing = canvas.getContext('2d')!;
    drawing.drawImage(image, 0, 0);
    return [canvas.width / 2, 5].map((at) => drawing.getImageData(at, at, 1, 1).data[0]);
  });
  expect(inks[0]).toBeLessThan(40);
  expect(inks[1]).toBeGreaterThan(220);
  await page.screenshot({ path: test.info().outputPath('pdf.png') });
  await context.setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(async () => (await unresolved(page)).length).toBe(0);
  const entry = await Api.login(house.address, 'entry1');
  const { images } = await entry.get<{ images: readonly { mime: string; sha256: string; size: number }[] }>(
    'accession-lims-sample/requisition-image/detail',
    { requisitionCode: 'PDFR000001' },
  );
  expect(images).toMatchObject([{ mime: 'application/pdf', size: pdf.length, sha256: createHash('sha256').update(pdf).digest('hex') }]);
  await context.close();
});

test('without its reader a PDF is taken all the same, and not called damaged', async () => {
  const context = await house.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' });
  const page = await context.newPage();
  await signIn(page, house.address, 'reception');
  await waitUntilReady(page);
  await openScreen(page, house.address, '/sample/uploadRequisition');
  await expect.poll(() => page.evaluate(keptReaders)).toHaveLength(1);
  // A desk that was cut off while the reader's thread was still on its way.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) if (/pdf\.worker.*\.mjs$/.test(request.url)) await cache.delete(request);
    }
  });
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('[data-scan-box]')).toBeFocused();
  await scan(page, 'PDFR000002');
  await expect(page.getByText('PDFR000002').first()).toBeVisible();
  await page.locator('[data-image-files]').setInputFiles([{ name: '申请单.pdf', mimeType: 'application/pdf', buffer: madePdf() }]);
  await expect(page.locator('[data-page-tiles] > li')).toHaveCount(1);
  expect(await unresolved(page)).toHaveLength(1);
  await context.close();
});
