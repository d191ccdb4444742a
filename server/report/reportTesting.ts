import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What a reader of a document can select, page by page. Throws where it asks for a password, or another one. */
export async function pageTexts(pdf: Uint8Array, password?: string): Promise<string[]> {
  // The maker of migrations leaves a method on every array, which the reader of documents refuses to see.
  if (Object.hasOwn(Array.prototype, 'random')) Object.defineProperty(Array.prototype, 'random', { enumerable: false });
  const document = await getDocument({ data: new Uint8Array(pdf), ...(password ? { password } : {}), useSystemFonts: false, verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let at = 1; at <= document.numPages; at++) {
    const { items } = await (await document.getPage(at)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
  }
  await document.destroy();
  return pages;
}
