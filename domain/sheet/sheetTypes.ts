/** A cell as a parser gave it. Dates come as `yyyy-MM-dd[ HH:mm:ss]`; numbers stay numbers; an error is `#N/A` and its like. */
export type SheetCell =
  | string
  | number
  | boolean
  | null
  | { readonly text: string; readonly isDate: true }
  | { readonly text: string; readonly isError: true };
export type SheetRow = readonly SheetCell[];

/** Bytes read of bytes there are; of the unpacked sheet where the file is packed. */
export interface SheetProgress {
  readonly done: number;
  readonly total: number;
  readonly rows: number;
}

export interface ParsedSheet {
  readonly kind: 'xlsx' | 'xls' | 'csv';
  readonly sheetNames: readonly string[];
  readonly sheetName: string;
  /** Rows that hold anything, with null for empty cells; blank rows are left out. */
  readonly rows: readonly SheetRow[];
  /** The number of each row as a spreadsheet shows it, from 1. */
  readonly rowNumbers: readonly number[];
  /** Text files: how they were decoded. */
  readonly encoding?: string;
}

export interface SheetLimits {
  /** Bytes of the file. */
  readonly fileBytes: number;
  /** Sum of unpacked sizes. */
  readonly unpackedBytes: number;
  readonly rows: number;
  /** Cells of all rows together, the empty ones between included. */
  readonly cells: number;
  /** Letters of all texts together. */
  readonly letters: number;
}
export const sheetLimits: SheetLimits = {
  fileBytes: 100 * 1_048_576,
  unpackedBytes: 400 * 1_048_576,
  rows: 200_000,
  cells: 15_000_000,
  letters: 200_000_000,
};

/** Columns beyond this one are not read: a stray cell at XFD must not cost a row of sixteen thousand. */
export const mostColumns = 512;
/** Letters that are kept of one cell; no field of ours holds as many, so that what is cut is told as too long. */
export const longestCell = 4_000;

/** What the platform lends: a browser's worker and Node have the same, but domain names neither. */
export interface SheetTools {
  /** Unpacks raw deflate piece by piece. Throws where the data is damaged. */
  readonly inflate: (packed: Uint8Array) => AsyncIterable<Uint8Array>;
  /** A decoder that throws at bytes its encoding does not have. `isLast` flushes it. */
  readonly decoder: (encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030') => (piece: Uint8Array, isLast: boolean) => string;
  /** The parser of legacy .xls, loaded when first needed. */
  readonly readXls: (bytes: Uint8Array, options: { readonly sheet?: string; readonly limits: SheetLimits }) => Promise<Omit<ParsedSheet, 'kind'>>;
}

export interface ParseOptions {
  /** Which sheet of a workbook; the first one that holds rows where absent. */
  readonly sheet?: string;
  readonly limits?: SheetLimits;
  readonly onProgress?: (progress: SheetProgress) => void;
}
