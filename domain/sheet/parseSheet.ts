import { decodeText, parseCsv } from './readCsv.ts';
import { readXlsx } from './readXlsx.ts';
import { SheetFault, inMegabytes } from './sheetFault.ts';
import { sheetLimits, type ParsedSheet, type ParseOptions, type SheetLimits, type SheetTools } from './sheetTypes.ts';

const startsWith = (bytes: Uint8Array, ...magic: readonly number[]): boolean => magic.every((byte, index) => bytes[index] === byte);
/** What an encrypted workbook is called inside its OLE2 envelope. */
const encryptedMark = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0]);
const wordMark = [...'WordDocument'].flatMap((letter) => [letter.charCodeAt(0), 0]);

function holds(bytes: Uint8Array, mark: readonly number[]): boolean {
  const [first = 0] = mark;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (mark.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}

/**
 * Reads a sheet of a file that nobody has vouched for: what it is is told by its bytes, never by its name.
 * Throws SheetFault with a text in both languages; everything is judged before any parser takes memory for it.
 */
export async function parseSheet(bytes: Uint8Array, tools: SheetTools, options: ParseOptions = {}): Promise<ParsedSheet> {
  const limits = options.limits ?? sheetLimits;
  if (bytes.length === 0) throw new SheetFault('empty');
  if (bytes.length > limits.fileBytes) throw new SheetFault('tooLarge', { size: inMegabytes(bytes.length), limit: inMegabytes(limits.fileBytes) });
  if (startsWith(bytes, 0x50, 0x4b)) return readXlsx(bytes, tools, options, limits);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return readLegacy(bytes, tools, options, limits);
  return readText(bytes, tools, options, limits);
}

async function readLegacy(bytes: Uint8Array, tools: SheetTools, { sheet, onProgress }: ParseOptions, limits: SheetLimits): Promise<ParsedSheet> {
  if (holds(bytes, encryptedMark)) throw new SheetFault('encrypted');
  if (holds(bytes, wordMark)) throw new SheetFault('word');
  onProgress?.({ done: 0, total: bytes.length, rows: 0 });
  try {
    const parsed = await tools.readXls(bytes, { ...(sheet === undefined ? {} : { sheet }), limits });
    if (parsed.rows.length === 0) throw new SheetFault('noRows');
    onProgress?.({ done: bytes.length, total: bytes.length, rows: parsed.rows.length });
    return { kind: 'xls', ...parsed };
  } catch (error) {
    if (error instanceof SheetFault) throw error;
    const why = error instanceof Error ? error.message : '';
    throw /password-protected/i.test(why) ? new SheetFault('encrypted') : new SheetFault('damaged', { where: '.xls' });
  }
}

function readText(bytes: Uint8Array, tools: SheetTools, { onProgress }: ParseOptions, limits: SheetLimits): ParsedSheet {
  const { text, encoding } = decodeText(bytes, tools);
  const head = text.slice(0, 2_000).trimStart().toLowerCase();
  if (head === '') throw new SheetFault('empty');
  if (head.startsWith('<')) {
    if (head.includes('urn:schemas-microsoft-com:office:spreadsheet') || head.includes('excel.sheet')) throw new SheetFault('xmlSheet');
    throw new SheetFault(/<(?:!doctype html|html|head|body|table|meta|style)/.test(head) ? 'html' : 'notSheet');
  }
  // Pictures, PDF and archives: their bytes pass for GB18030 now and then, their control characters do not.
  // eslint-disable-next-line no-control-regex -- that is what is looked for
  if (/^(?:%pdf|rar!|\{\\rtf)/.test(head) || /[\u0000-\u0008\u000e-\u001a]/.test(text.slice(0, 20_000))) throw new SheetFault('notSheet');
  const parsed = parseCsv(text, limits, onProgress);
  if (parsed.rows.length === 0) throw new SheetFault('noRows');
  return { kind: 'csv', sheetNames: [], sheetName: '', encoding, ...parsed };
}
