import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test, type Page } from '@playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { Api } from '../support/api.ts';
import { openScreen, scan, signIn } from '../support/console.ts';
import { Desk } from '../support/desk.ts';
import { pictureOf, readPdf } from '../support/pdfPage.ts';
import { readMaster } from '../support/prepare.ts';
import { startProduct, type Product } from '../support/product.ts';

/**
 * Labels on paper: an application is printed as a sheet, the file the printer gets is measured against its millimetres, and
 * every symbol on it is read back by a reader library. Then the printer jams, goes on behind the last good label, one label is
 * scanned back, and the ledger knows all of it.
 */
let product: Product;
let address = '';
const desk = new Desk();

/** 70 x 36 mm, three in a row, four rows, with margins and gaps; millimetres. */
const layout = {
  paper: { kind: 'sheet', width: 210, height: 180, columns: 3, rows: 4, marginLeft: 0, marginTop: 6, gapX: 0, gapY: 4, dpi: 300 },
  label: { width: 70, height: 36 },
  elements: [
    { kind: 'line', x: 0, y: 0, width: 70, height: 0.3 },
    { kind: 'barcode', symbology: 'code128', x: 2, y: 3, width: 44, height: 14, text: '{code}' },
    { kind: 'barcode', symbology: 'datamatrix', x: 48, y: 3, width: 12, height: 12, text: '{code}' },
    { kind: 'barcode', symbology: 'qr', x: 46, y: 18, width: 16, height: 16, text: '{code}' },
    { kind: 'text', x: 2, y: 20, width: 40, height: 4, text: '{code} {serial}', isBold: true, isMono: true, align: 'start' },
  ],
};
/** A tenth of a millimetre: less than a dot of any label printer. */
const near = 0.1;

test.beforeAll(async () => {
  product = await startProduct();
  address = `http://127.0.0.1:${product.port}`;
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await prepareZXingModule({
    overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer },
    fireImmediately: true,
  });
});
test.afterAll(async () => {
  await desk.close();
  await product?.stop();
});
// oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from it.
test.afterEach(async ({}, run) => {
  if (run.status !== 'passed') await desk.picture(run.outputPath('desk'));
});

let shown: Page | null = null;
/** The page on which the reception has its applications. */
async function applications(): Promise<Page> {
  if (!shown) {
    shown = await desk.open();
    // The dialogue of the browser stands open until `printed` confirms it: without one it prints at once, and two prints at a time are refused.
    await shown.addInitScript(() => {
      globalThis.print = () => document.documentElement.setAttribute('data-print-asked', '');
    });
    await signIn(shown, address, 'reception');
  }
  await openScreen(shown, address, '/code/sample-code-apply');
  return shown;
}

/** The file the printer gets when the browser prints what it was told to, at the size the page asks for. */
async function printed(page: Page): Promise<Buffer> {
  await expect(page.locator('html[data-print-asked]')).toHaveCount(1);
  await page.evaluate(() => document.documentElement.removeAttribute('data-print-asked'));
  await expect(page.locator('.print-only')).toHaveCount(1);
  const printer = await page.context().newCDPSession(page);
  const { data } = await printer.send('Page.printToPDF', { preferCSSPageSize: true, printBackground: true });
  await printer.detach();
  await expect(page.locator('.print-only')).toHaveCount(0);
  return Buffer.from(data, 'base64');
}

test('a sheet of labels is exact to the millimetre and reads back; a jam goes on from its label', async () => {
  const admin = await Api.login(address, 'admin');
  const { clientId } = await readMaster(admin);
  await admin.post('accession-lims-code/code-style/save', { styleName: 'A5 sheet', codeType: 2, symbology: 'code128', layout, isDefault: 1 });
  const { printId } = await admin.post<{ printId: string }>('accession-lims-code/sample-code-apply/apply', { clientId, quantity: 14 });
  const { labels } = await admin.get<{ labels: { code: string }[] }>('accession-lims-code/print/get-sample', { printId });
  const codes = labels.map(({ code }) => code);

  const page = await applications();
  await page.getByRole('button', { name: '打印', exact: true }).first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByTestId('print-progress')).toHaveText('已打印 0 / 14 张');
  // Letters of 4 mm are 4 mm high, whatever a browser thinks the smallest letters may be.
  const letters = await drawer.locator('[data-testid=label] text').boundingBox();
  expect(letters!.height).toBeLessThan(((4 * 96) / 25.4) * 1.5);
  expect(letters!.height).toBeGreaterThan(((4 * 96) / 25.4) * 0.9);
  await drawer.getByRole('button', { name: '打印', exact: true }).click();
  const pages = readPdf(await printed(page));

  expect(pages).toHaveLength(2);
  for (const { width, height } of pages) {
    expect(Math.abs(width - 210)).toBeLessThan(near * 2);
    expect(Math.abs(height - 180)).toBeLessThan(near * 2);
  }
  for (const [index, code] of codes.entries()) {
    const sheet = pages[Math.floor(index / 12)]!;
    const [left, top] = [(index % 3) * 70, 6 + Math.floor((index % 12) / 3) * 40];
    // The line along the label's upper edge is where the label is, and as long.
    const edges = sheet.fills.map(({ box }) => box).filter((box) => box.right - box.left > 60);
    const isEdge = (box: (typeof edges)[number]): boolean =>
      Math.abs(box.left - left) < near && Math.abs(box.top - top) < near && Math.abs(box.right - left - 70) < near && box.bottom - box.top < 0.4;
    expect(edges.some(isEdge), `label ${index + 1} at ${left}, ${top} mm: ${JSON.stringify(edges)}`).toBe(true);
    const read = await readBarcodes(pictureOf(sheet, { left, top, width: 70, height: 36 }, 16) as ImageData, {
      formats: ['Code128', 'DataMatrix', 'QRCode'],
      tryHarder: true,
    });
    expect(
      read.map(({ format, text }) => `${format} ${text}`).toSorted((a, b) => a.localeCompare(b)),
      `label ${index + 1}`,
    ).toEqual([`Code128 ${code}`, `DataMatrix ${code}`, `QRCode ${code}`]);
  }
  // The bars are of whole modules of the width that was reckoned, none thinner.
  const bars = pages[0]!.fills.filter(({ box }) => box.top > 8.9 && box.bottom < 23.1 && box.bottom - box.top > 13.9 && box.right < 46);
  const module = Math.min(...bars.map(({ box }) => box.right - box.left));
  expect(bars.length).toBeGreaterThan(20);
  for (const { box } of bars) expect(Math.abs((box.right - box.left) / module - Math.round((box.right - box.left) / module))).toBeLessThan(0.08);

  // The printer jams behind label 9.
  await drawer.getByLabel('最后一张完好的是第几张').fill('9');
  await drawer.getByRole('button', { name: '到此中断' }).click();
  await expect(drawer.getByTestId('print-progress')).toHaveText('已打印 9 / 14 张');
  await expect(drawer.getByLabel('从第几张开始')).toHaveValue('10');
  await drawer.getByRole('button', { name: '打印', exact: true }).click();
  const rest = readPdf(await printed(page));
  expect(rest).toHaveLength(1);
  const [first] = await readBarcodes(pictureOf(rest[0]!, { left: 0, top: 6, width: 46, height: 20 }, 16) as ImageData, { formats: ['Code128'] });
  expect(first?.text).toBe(codes[9]);
  await drawer.getByRole('button', { name: '全部打印完好' }).click();
  await expect(drawer.getByTestId('print-progress')).toHaveText('已打印 14 / 14 张');

  // Released by a label that reads, not by another.
  await drawer.locator('[data-scan-box]').click();
  await scan(page, '123456789');
  await expect(drawer.locator('[data-verdict=refused]')).toBeVisible();
  await scan(page, codes[13]!);
  await expect(drawer.getByText('此批标签已核对放行')).toBeVisible();

  const { records } = await admin.get<{ records: Record<string, unknown>[] }>('accession-lims-code/print/page', { size: 10 });
  expect(records.map(({ firstCode, lastCode, labelCount, runOutcome }) => ({ firstCode, lastCode, labelCount, runOutcome }))).toEqual(
    expect.arrayContaining([
      { firstCode: codes[0], lastCode: codes[8], labelCount: 9, runOutcome: 3 },
      { firstCode: codes[9], lastCode: codes[13], labelCount: 5, runOutcome: 2 },
    ]),
  );
});

/** Every way an element can be turned; 60 x 40 mm. A box is what the element takes of the label as it lies there. */
const turnedLayout = {
  paper: { kind: 'sheet', width: 120, height: 80, columns: 2, rows: 2, marginLeft: 0, marginTop: 0, gapX: 0, gapY: 0, dpi: 300 },
  label: { width: 60, height: 40 },
  elements: [
    { kind: 'barcode', symbology: 'code128', x: 1, y: 2, width: 10, height: 36, turn: 90, text: '{code}' },
    { kind: 'barcode', symbology: 'code128', x: 15, y: 2, width: 10, height: 36, turn: 270, text: 'B{code}' },
    { kind: 'barcode', symbology: 'code128', x: 27, y: 2, width: 32, height: 9, turn: 180, text: 'I{code}' },
    { kind: 'barcode', symbology: 'datamatrix', x: 28, y: 14, width: 12, height: 12, turn: 90, text: 'D{code}' },
    { kind: 'barcode', symbology: 'qr', x: 42, y: 14, width: 16, height: 16, turn: 270, text: 'Q{code}' },
    { kind: 'text', x: 28, y: 28, width: 3, height: 11, turn: 90, text: '{serial}', isBold: false, isMono: true, align: 'start' },
  ],
};

test('turned symbols are exact to the millimetre, lie the way they were turned, and read back', async () => {
  const admin = await Api.login(address, 'admin');
  const { clientId } = await readMaster(admin);
  await admin.post('accession-lims-code/code-style/save', {
    styleName: 'Turned',
    codeType: 2,
    symbology: 'code128',
    layout: turnedLayout,
    isDefault: 1,
  });
  const { printId } = await admin.post<{ printId: string }>('accession-lims-code/sample-code-apply/apply', { clientId, quantity: 2 });
  const { labels } = await admin.get<{ labels: { code: string }[] }>('accession-lims-code/print/get-sample', { printId });

  const page = await applications();
  await page.getByRole('button', { name: '打印', exact: true }).first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByTestId('print-progress')).toHaveText('已打印 0 / 2 张');
  await drawer.getByRole('button', { name: '打印', exact: true }).click();
  const [sheet] = readPdf(await printed(page));
  for (const [index, { code }] of labels.entries()) {
    const left = index * 60;
    const read = await readBarcodes(pictureOf(sheet!, { left, top: 0, width: 60, height: 40 }, 16) as ImageData, {
      formats: ['Code128', 'DataMatrix', 'QRCode'],
      tryHarder: true,
      tryRotate: true,
    });
    const texts = read.map(({ format, text }) => `${format} ${text}`).toSorted((a, b) => a.localeCompare(b));
    const wanted = [`Code128 ${code}`, `Code128 B${code}`, `Code128 I${code}`, `DataMatrix D${code}`, `QRCode Q${code}`];
    expect(texts, `label ${index + 1}`).toEqual(wanted.toSorted((a, b) => a.localeCompare(b)));
    // The way a line of it runs, in degrees: down, up, from the right.
    const linear = new Map(read.map(({ text, orientation }) => [text, (orientation + 360) % 360]));
    expect([linear.get(code), linear.get(`B${code}`), linear.get(`I${code}`)].map((angle) => Math.round((angle ?? -1) / 90) * 90)).toEqual([
      90, 270, 180,
    ]);
    // Upright bars are exactly as long as their box is wide, and lie in it.
    for (const { x } of turnedLayout.elements.slice(0, 2)) {
      const bars = sheet!.fills.filter(({ box }) => box.left > left + x - near && box.right < left + x + 10 + near);
      expect(bars.length).toBeGreaterThan(20);
      for (const { box } of bars) {
        expect(Math.abs(box.left - left - x)).toBeLessThan(near);
        expect(Math.abs(box.right - left - x - 10)).toBeLessThan(near);
        expect([box.top > 2 - near, box.bottom < 38 + near]).toEqual([true, true]);
      }
    }
  }
});
