import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const require = createRequire(import.meta.url);
const wasm = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer } });

const reader = 'http://reader.example';
/** So many pixels stand for a point: 200 a inch, as an office scans. */
const scale = 200 / 72;

/** What the QR codes on a document's pages say, page by page: drawn by a browser that knows nothing of the product, read as a telephone reads them. */
export async function qrCodesOf(browser: Browser, pdf: Buffer): Promise<readonly (readonly string[])[]> {
  const page = await browser.newPage();
  try {
    await page.route(`${reader}/**`, (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      if (name === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>reader</title>' });
      return route.fulfill({ contentType: 'text/javascript', body: readFileSync(require.resolve(`pdfjs-dist/build/${name}`)) });
    });
    await page.goto(`${reader}/`);
    const pictures = await page.evaluate(
      async ([base64, from, by]) => {
        const pdfjs = (await import(`${from}/pdf.min.mjs`)) as typeof import('pdfjs-dist');
        pdfjs.GlobalWorkerOptions.workerSrc = `${from}/pdf.worker.min.mjs`;
        const document = await pdfjs.getDocument({ data: Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)) }).promise;
        const pages: string[] = [];
        for (let at = 1; at <= document.numPages; at++) {
          const one = await document.getPage(at);
          const viewport = one.getViewport({ scale: by });
          const canvas = Object.assign(globalThis.document.createElement('canvas'), { width: viewport.width, height: viewport.height });
          await one.render({ canvas, viewport, background: '#fff' }).promise;
          pages.push(canvas.toDataURL('image/png').split(',')[1] ?? '');
        }
        return pages;
      },
      [pdf.toString('base64'), reader, scale] as const,
    );
    const read: (readonly string[])[] = [];
    for (const picture of pictures) {
      const found = await readBarcodes(new Uint8Array(Buffer.from(picture, 'base64')), { formats: ['QRCode'], tryHarder: true });
      read.push(found.map(({ text }) => text));
    }
    return read;
  } finally {
    await page.close();
  }
}
