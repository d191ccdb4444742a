import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { mostUploadPages, type PdfFault, type ReadPdf } from '#domain/report/upload/uploadRule.ts';
import { lookAtObjects, OddPdf } from './pdfObjects.ts';

/** Letters of a document that are looked at: a report of a hundred full pages. */
const mostText = 400_000;
const packageDir = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

const faulty = (fault: PdfFault, more: Partial<ReadPdf> = {}): ReadPdf => ({ fault, what: '', pages: 0, text: '', ...more });

/** Pages and text of a file, or why it can be no report. */
async function read(bytes: Uint8Array<ArrayBuffer>): Promise<ReadPdf> {
  try {
    const { isEncrypted, what } = lookAtObjects(bytes);
    if (isEncrypted) return faulty('encrypted');
    if (what !== null) return faulty('active', { what });
  } catch (error) {
    if (error instanceof OddPdf) return faulty('unreadable');
    throw error;
  }
  const reading = getDocument({
    data: bytes,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
    // Chinese text of fonts that are named and not embedded.
    cMapUrl: join(packageDir, 'cmaps/'),
    cMapPacked: true,
    standardFontDataUrl: join(packageDir, 'standard_fonts/'),
  });
  try {
    const document = await reading.promise;
    const pages = document.numPages;
    if (pages > mostUploadPages) return faulty('tooLong', { pages });
    // What the reader itself takes for acting, should it see more than was found among the objects.
    if ((await document.getJSActions()) !== null || (await document.getAttachments()) !== null) return faulty('active', { what: 'JavaScript' });
    let text = '';
    for (let at = 1; at <= pages && text.length < mostText; at++) {
      const page = await document.getPage(at);
      const { items } = await page.getTextContent();
      text += `${items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')}\n`;
      page.cleanup();
    }
    return { fault: null, what: '', pages, text: text.slice(0, mostText) };
  } catch (error) {
    return faulty(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'unreadable');
  } finally {
    await reading.destroy();
  }
}

try {
  // On Linux this is the thread's own: whoever scans goes first, and on a busy machine a tenth of a processor is left to read with.
  setPriority(0, 10);
} catch {
  // A system that does not let us is no reason not to read.
}
parentPort?.on('message', (bytes: Uint8Array<ArrayBuffer>) => {
  void read(bytes).then(
    (said) => parentPort?.postMessage(said),
    () => parentPort?.postMessage(faulty('unreadable')),
  );
});
