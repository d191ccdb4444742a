/** Image formats this product keeps; by their first bytes, never by a name or a header. */
export type ImageMime = 'image/jpeg' | 'image/png' | 'image/webp';
export const imageMimes: readonly ImageMime[] = ['image/jpeg', 'image/png', 'image/webp'];

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

/** What the bytes are; null where they are none of our formats. Needs the first 12 bytes. */
export function imageMimeOf(bytes: Uint8Array): ImageMime | null {
  if (bytes.length < 12) return null;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes[0] === 0x89 && ascii(bytes, 1, 8) === 'PNG\r\n\x1a\n') return 'image/png';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp';
  return null;
}

/** What a requisition's paper may come as: pictures, and documents of which the first page is shown. */
export type PaperMime = ImageMime | 'application/pdf';
export const paperMimes: readonly PaperMime[] = [...imageMimes, 'application/pdf'];
export const isPdf = (mime: string): boolean => mime === 'application/pdf';

/** What the bytes of a whole file are; a PDF says so at both ends. Null where they are none of these. */
export function paperMimeOf(bytes: Uint8Array): PaperMime | null {
  const image = imageMimeOf(bytes);
  if (image !== null || bytes.length < 12 || ascii(bytes, 0, 5) !== '%PDF-') return image;
  return ascii(bytes, Math.max(0, bytes.length - 1024), bytes.length).includes('%%EOF') ? 'application/pdf' : null;
}

const extensions: Readonly<Record<PaperMime, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp', 'application/pdf': 'pdf' };
/** The usual ending of a file of this format. */
export const imageExtension = (mime: string): string => extensions[mime as PaperMime] ?? 'bin';
