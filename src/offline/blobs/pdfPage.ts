import { ImageError } from './imageError.ts';

let workerKept: Promise<unknown> | null = null;

/**
 * Whether the reader's own thread has its programme, asked once: pdf.js says the same of a document that is damaged and of a thread that
 * could not begin.
 */
async function keepWorker(url: string): Promise<void> {
  workerKept ??= fetch(url).then((answer) => {
    if (!answer.ok) throw new Error(`the reader answers ${answer.status}`);
    return answer.arrayBuffer();
  });
  await workerKept.catch((error: unknown) => {
    workerKept = null;
    throw error;
  });
}

/** The reader is half a megabyte: fetched by whoever first has a PDF to show, or takes pages in, and kept with the screens. */
async function load() {
  const [pdf, worker] = await Promise.all([import('pdfjs-dist'), import('pdfjs-dist/build/pdf.worker.min.mjs?url')]);
  pdf.GlobalWorkerOptions.workerSrc = worker.default;
  await keepWorker(worker.default);
  return pdf;
}

/** Fetches the reader while there is a network, so that a PDF can be shown without one. */
export async function keepPdfReader(): Promise<void> {
  await load();
}

/** Pixels of the longer edge: as legible as a photograph of the page. */
const edge = 2200;

/** All pages of a PDF as pictures, on white, `width` pixels wide. Throws ImageError as `firstPageOf` does. */
export async function pagesOfPdf(bytes: Uint8Array, width: number): Promise<readonly Blob[]> {
  const pdf = await load().catch((cause: unknown) => {
    throw new ImageError('noReader', { cause });
  });
  const reading = pdf.getDocument({ data: bytes.slice(), isEvalSupported: false, useSystemFonts: true });
  try {
    const document = await reading.promise;
    const pages: Blob[] = [];
    for (let at = 1; at <= document.numPages; at++) {
      const page = await document.getPage(at);
      const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
      pages.push(await pictureOf(viewport, (canvas) => page.render({ canvas, viewport, background: '#fff' }).promise, 'image/png'));
    }
    return pages;
  } catch (cause) {
    throw new ImageError('noPdf', { cause });
  } finally {
    await reading.destroy();
  }
}

async function pictureOf(
  { width, height }: { readonly width: number; readonly height: number },
  draw: (canvas: HTMLCanvasElement) => Promise<void>,
  mime: 'image/png' | 'image/jpeg',
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  await draw(canvas);
  return new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((picture) => (picture ? resolve(picture) : reject(new Error('no picture of the page'))), mime, 0.86),
  );
}

/** The first page of a PDF as a picture, on white. Throws ImageError noPdf where it cannot be read. */
export async function firstPageOf(bytes: Uint8Array, longest = edge): Promise<Blob> {
  const pdf = await load().catch((cause: unknown) => {
    throw new ImageError('noReader', { cause });
  });
  // A copy: the reader's thread takes the bytes away. Nothing in a document is run.
  const reading = pdf.getDocument({ data: bytes.slice(), isEvalSupported: false, useSystemFonts: true });
  try {
    const page = await (await reading.promise).getPage(1);
    const plain = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: longest / Math.max(plain.width, plain.height) });
    return await pictureOf(viewport, (canvas) => page.render({ canvas, viewport, background: '#fff' }).promise, 'image/jpeg');
  } catch (cause) {
    throw new ImageError('noPdf', { cause });
  } finally {
    await reading.destroy();
  }
}
