import type { Label } from '#domain/kernel/label.ts';
import { parseSheet } from '#domain/sheet/parseSheet.ts';
import { SheetFault } from '#domain/sheet/sheetFault.ts';
import { sheetLimits, type ParsedSheet } from '#domain/sheet/sheetTypes.ts';
import { sheetTools } from './sheetTools.ts';

/** Errors lose their class between threads: a file that cannot be read is an answer. */
export type SheetAnswer = { readonly ok: true; readonly sheet: ParsedSheet } | { readonly ok: false; readonly text: Label };

/** Reads a file of at most 20 MB and `rows` rows as a sheet. */
export async function readSheetFile(bytes: Uint8Array, rows: number): Promise<SheetAnswer> {
  try {
    return { ok: true, sheet: await parseSheet(bytes, sheetTools, { limits: { ...sheetLimits, fileBytes: 20 * 1_048_576, rows } }) };
  } catch (error) {
    if (error instanceof SheetFault) return { ok: false, text: error.text };
    throw error;
  }
}
