import { createHash } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { openScreen, scan, signIn, storedRows, unresolved, waitUntilReady } from '../support/console.ts';
import { Desk } from '../support/desk.ts';
import { confirmImport, madeCodes, madeSheet, openImport, previewFile } from '../support/importing.ts';
import { openPartLink, type PartLink } from '../support/partLink.ts';
import { madePng, onDisk, piecesInProfile, turnedJpeg } from '../support/pictures.ts';
import { fillRejection } from '../support/rejecting.ts';
import { startProduct, type Product } from '../support/product.ts';

/** Pictures of requisitions: taken without network, sent behind all text, resumed after a kill, read beside the form. */
const desk = new Desk(undefined, { more: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] });
let product: Product;
let link: PartLink;
test.afterAll(async () => {
  await desk.close();
  await link?.close();
  await product?.stop();
});

const code = madeCodes('IMG', 1)[0] ?? '';

interface Row {
  readonly requisitionImageId: string;
  readonly sha256: string;
  readonly size: number;
  readonly pageNo: number;
}
/** How many parts of pictures wait on this desk; counted there, for the parts themselves are megabytes. */
const partsHere = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('accession-outbox');
        opening.onerror = () => reject(new Error('not opened'));
        opening.onsuccess = () => {
          const asking = opening.result.transaction('blobs').objectStore('blobs').getAll();
          asking.onsuccess = () => {
            opening.result.close();
            resolve((asking.result as { part?: number }[]).filter(({ part }) => part !== undefined).length);
          };
        };
      }),
  );
const imagesOf = async (api: Api): Promise<readonly Row[]> =>
  (await api.get<{ images: readonly Row[] }>('accession-lims-sample/requisition-image/detail', { requisitionCode: code })).images;

test('pictures taken without network', async () => {
  product = await startProduct();
  link = await openPartLink(product.port);
  const admin = await Api.login(`http://127.0.0.1:${product.port}`, 'admin');
  let page = await desk.open();
  await signIn(page, link.address, 'reception');
  await waitUntilReady(page);
  await openScreen(page, link.address, '/sample/uploadRequisition');
  await expect(page.locator('[data-scan-box]')).toBeVisible();

  // Without network: a code, three files, and one from the camera.
  link.cut();
  const jpeg = Buffer.from(
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(400, 200);
      const pixels = new ImageData(400, 200);
      for (let at = 0; at < pixels.data.length; at += 4) pixels.data.set([Math.random() * 256, Math.random() * 256, Math.random() * 256, 255], at);
      canvas.getContext('2d')?.putImageData(pixels, 0, 0);
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
      return [...bytes];
    }),
  );
  await scan(page, code);
  await expect(page.getByText(code).first()).toBeVisible();
  await page
    .locator('[data-image-files]')
    .setInputFiles([
      onDisk('page one.png', madePng(2200, 3000, 0.6)),
      onDisk('page two.png', madePng(2200, 3000, 0.6)),
      onDisk('IMG_0003.jpg', turnedJpeg(jpeg, 'taken at a place nobody should know')),
    ]);
  const tiles = page.locator('[data-page-tiles] li');
  await expect(tiles).toHaveCount(3, { timeout: 60_000 });
  await page.getByRole('button', { name: '打开摄像头' }).click();
  await expect(page.getByRole('button', { name: /^拍照/ })).toBeEnabled();
  await page.keyboard.press('F4');
  await expect(tiles).toHaveCount(4, { timeout: 60_000 });
  await page.getByRole('button', { name: '关闭摄像头' }).click();
  await expect(page.locator('[data-page-tiles] [data-arrival=waiting]')).toHaveCount(4);
  await expect(tiles.locator('img')).toHaveCount(4);
  const taken = await unresolved(page);
  expect(taken).toHaveLength(4);
  const names = taken.map((row) => (row['blobs'] as readonly { sha256: string; size: number }[])[0]!);
  expect(names.filter(({ size }) => size > 1024 * 1024 && size <= 2 * 1024 * 1024)).toHaveLength(2);
  expect(await partsHere(page)).toBe(6);
  // Not a picture: said, and nothing kept.
  await page
    .locator('[data-image-files]')
    .setInputFiles([{ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('this is no picture at all') }]);
  await expect(page.getByText('不是图片,或图片已损坏').first()).toBeVisible();
  expect(await unresolved(page)).toHaveLength(4);

  // Text after them goes before them: while the very first part hangs, all of it is there.
  await openImport(page, link.address);
  await previewFile(page, madeSheet('IMG', 6));
  await confirmImport(page);
  link.let(0);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => link.isHolding(), { timeout: 60_000 }).toBe(true);
  const known = await admin.post<{ requisitionCodes: string[] }>('accession-lims-sample/enter-info/known-codes', {
    requisitionCodes: madeCodes('IMG', 6),
  });
  expect(known.requisitionCodes.toSorted()).toEqual(madeCodes('IMG', 6));
  expect((await unresolved(page)).map((row) => row['type'])).toEqual(Array(4).fill('requisitionImage.upload'));

  // Killed in the middle of a picture.
  link.let(2);
  await expect.poll(() => link.seen.filter((one) => one !== 'ops').length, { timeout: 60_000 }).toBe(2);
  await expect.poll(() => link.isHolding(), { timeout: 60_000 }).toBe(true);
  const sealed = Buffer.from(
    await page.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open('accession-outbox');
          opening.onerror = () => reject(new Error('not opened'));
          opening.onsuccess = () => {
            const asking = opening.result.transaction('blobs').objectStore('blobs').getAll();
            asking.onsuccess = () => {
              opening.result.close();
              const parts = asking.result as { bytes?: Uint8Array }[];
              const part = parts.find(({ bytes = new Uint8Array() }) => bytes.length > 900_000)?.bytes?.slice(0, 400_000) ?? new Uint8Array();
              const reader = new FileReader();
              reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
              reader.readAsDataURL(new Blob([part]));
            };
          };
        }),
    ),
    'base64',
  );
  await desk.kill();
  expect(piecesInProfile(desk.profile, sealed).found.length, 'the search finds what lies there').toBeGreaterThan(30);

  link.let(Infinity);
  page = await desk.open();
  await page.goto(`${link.address}/sample/uploadRequisition?code=${code}`);
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('online')));
        return (await unresolved(page)).length;
      },
      { intervals: [1000], timeout: 120_000 },
    )
    .toBe(0);

  // Each part passed once, all pages are what this desk saved, and no chunk stays here.
  const sent = link.seen.filter((one) => one !== 'ops');
  expect(sent).toHaveLength(6);
  expect(new Set(sent).size).toBe(6);
  const rows = await imagesOf(admin);
  expect(rows.map(({ pageNo }) => pageNo)).toEqual([1, 2, 3, 4]);
  expect(rows.map(({ sha256 }) => sha256).toSorted()).toEqual(names.map(({ sha256 }) => sha256).toSorted());
  await expect.poll(() => partsHere(page), { timeout: 60_000 }).toBe(0);
  const files: Buffer[] = [];
  for (const { requisitionImageId, sha256, size } of rows) {
    const bytes = await admin.file('accession-lims-sample/requisition-image/download', { requisitionImageId });
    expect([createHash('sha256').update(bytes).digest('hex'), bytes.length]).toEqual([sha256, size]);
    expect(bytes.includes('nobody should know')).toBe(false);
    files.push(bytes);
  }
  const searched = files.map((bytes) => piecesInProfile(desk.profile, bytes));
  expect(
    searched.flatMap(({ found }) => found),
    'no open picture in the profile',
  ).toEqual([]);
  expect(searched.slice(0, 3).map(({ asked }) => asked > 30)).toEqual([true, true, true]);

  // The one that lay on its side stands upright.
  const size = await page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), { imageOrientation: 'none' });
      return [bitmap.width, bitmap.height];
    },
    [...(files[2] ?? [])],
  );
  expect(size).toEqual([200, 400]);
  await openScreen(page, link.address, `/sample/uploadRequisition?code=${code}`);
  await expect(page.locator('[data-page-tiles] li')).toHaveCount(4);
  await expect(page.locator('[data-page-tiles] img')).toHaveCount(4);
});

test('pictures beside the form, in the list, and removed', async () => {
  const admin = await Api.login(`http://127.0.0.1:${product.port}`, 'admin');
  const { address } = link;
  const page = desk.context.pages()[0]!;
  await page
    .getByRole('button', { name: /^(用户菜单|User)/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '退出登录' }).click();
  await page.waitForURL('**/login**', { timeout: 60_000 });
  await signIn(page, address, 'entry1');
  await waitUntilReady(page);
  await openScreen(page, address, '/sample/detail-enter/1');
  await page.locator('[data-entry-queue]').getByText(code).click();
  const viewer = page.locator('[data-image-viewer]');
  const shown = viewer.locator('img');
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500);
  await expect(viewer.locator('[data-page]')).toHaveText('1 / 4');

  // The focus stays in the form; keys reach the paper all the same.
  const scale = async (): Promise<number> => Number((await viewer.locator('[data-scale]').textContent())?.replace('%', ''));
  await expect.poll(scale).toBeGreaterThan(15);
  const whole = await scale();
  await page.keyboard.press('F4');
  await expect.poll(scale).toBe(100);
  await page.keyboard.press('F4');
  await expect.poll(scale).toBe(200);
  await page.keyboard.press('F4');
  await expect.poll(scale).toBe(whole);
  await page.keyboard.press('Alt+ArrowRight');
  await expect(viewer.locator('[data-turn]')).toHaveAttribute('data-turn', '90');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(viewer.locator('[data-turn]')).toHaveAttribute('data-turn', '0');
  const frame = viewer.locator('[data-turn]');
  await frame.hover();
  await page.mouse.wheel(0, -600);
  await expect.poll(scale).toBeGreaterThan(whole);
  const before = await shown.evaluate((image) => image.style.transform);
  const box = (await frame.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2 - 40, { steps: 4 });
  await page.mouse.up();
  expect(await shown.evaluate((image) => image.style.transform)).not.toBe(before);
  await page.keyboard.press('Alt+PageDown');
  await expect(viewer.locator('[data-page]')).toHaveText('2 / 4');
  await frame.focus();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect(viewer.locator('[data-page]')).toHaveText('4 / 4');
  await page.keyboard.press('r');
  await expect(frame).toHaveAttribute('data-turn', '90');
  await page.getByRole('button', { name: '收起图片' }).click();
  await expect(viewer).toHaveCount(0);
  await page.getByRole('button', { name: '申请单图片' }).last().click();
  await expect(viewer).toBeVisible();

  // Small pages are kept, sealed, for entering without network.
  const small = (await imagesOf(admin)).filter(({ size }) => size < 1_500_000);
  await expect
    .poll(async () => (await storedRows(page, 'accession-images', 'marks')).map((row) => row['name']), { timeout: 60_000 })
    .toEqual(expect.arrayContaining(small.map(({ sha256 }) => sha256)));
  link.cut();
  await page.reload();
  await page.locator('[data-entry-queue]').getByText(code).click();
  await expect(viewer.locator('[data-page]')).toHaveText('1 / 4');
  await page.keyboard.press('Alt+PageDown');
  await page.keyboard.press('Alt+PageDown');
  await expect(viewer.locator('[data-page]')).toHaveText('3 / 4');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(400);
  link.let(Infinity);

  // The list: found by code, looked at, one page removed with a reason.
  await page
    .getByRole('button', { name: /^(用户菜单|User)/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '退出登录' }).click();
  await page.waitForURL('**/login**', { timeout: 60_000 });
  await expect.poll(() => storedRows(page, 'accession-images', 'images')).toEqual([]);
  await signIn(page, address, 'reception');
  await openScreen(page, address, `/sample/requisition-image?requisitionCode=${code}`);
  const lines = page.locator('tbody tr[data-place]');
  await expect(lines).toHaveCount(4);
  await lines.first().dblclick();
  await expect(page.locator('[role=dialog] [data-image-viewer] img')).toBeVisible();
  await page.getByRole('button', { name: '删除此页' }).click();
  await page.getByRole('dialog').getByLabel('原因').fill('拍到了旁边的单子');
  await page.getByRole('dialog').getByRole('button', { name: '删除申请单图片' }).click();
  await expect(lines).toHaveCount(3);
  expect(await imagesOf(admin)).toHaveLength(3);

  // What is rejected is photographed with the rejection, and seen with the requisition from then on.
  const rejected = madeCodes('IMG', 2)[1] ?? '';
  await openScreen(page, address, '/sample/summary-enter');
  const form = await fillRejection(page, rejected, madePng(300, 200, 0.6));
  await expect(form.locator('[data-held]')).toHaveCount(1);
  await page.keyboard.press('F9');
  // The form goes once its photograph is kept, too; nothing waits before it is saved.
  await expect(form).toHaveCount(0);
  await expect(page.locator('[data-verdict]').filter({ hasText: rejected }).filter({ hasText: '已拒收' }).first()).toBeVisible();
  await expect.poll(async () => (await unresolved(page)).length, { timeout: 60_000 }).toBe(0);
  await page.getByRole('tab', { name: '今日列表' }).click();
  await page.getByRole('row').filter({ hasText: rejected }).first().dblclick();
  await expect(page.locator('[role=dialog] [data-rejection-pictures] img')).toHaveCount(1);
  await expect(page.getByRole('dialog')).toContainText('管盖脱落');
});
