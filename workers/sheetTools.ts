import { legacyOptions, legacySheet } from '#domain/sheet/legacySheet.ts';
import { SheetFault } from '#domain/sheet/sheetFault.ts';
import type { SheetTools } from '#domain/sheet/sheetTypes.ts';

/** What a worker and Node both have. */
export const sheetTools: SheetTools = {
  async *inflate(packed) {
    const stream = new DecompressionStream('deflate-raw');
    const writer = stream.writable.getWriter();
    // Its failure surfaces at the reader.
    writer
      .write(packed as Uint8Array<ArrayBuffer>)
      .then(() => writer.close())
      .catch(() => undefined);
    const reader = stream.readable.getReader();
    try {
      for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) if (value) yield value;
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  },
  decoder(encoding) {
    const decoder = new TextDecoder(encoding, { fatal: true });
    return (piece, isLast) => decoder.decode(piece, { stream: !isLast });
  },
  async readXls(bytes, { sheet, limits }) {
    const { read } = await import('@e965/xlsx').catch(() => {
      throw new SheetFault('parserMissing');
    });
    return legacySheet(read(bytes, legacyOptions(sheet, limits)), sheet, limits);
  },
};
