import type { Label } from '#domain/kernel/label.ts';
import type { Tone } from '../Tag.tsx';

/** How a row of a sheet stands. */
export type RowState = 'ok' | 'warn' | 'error';

/** What is wrong with one cell. */
export interface PreviewCell {
  /** '': the row as a whole. */
  readonly field: string;
  /** The header as it stands in the file. */
  readonly header: string;
  readonly fault: string;
  readonly verdict: 'warn' | 'error';
  readonly text: Label;
}

/** A judged row as a table shows it. */
export interface PreviewLine {
  /** Counts data rows from 0. */
  readonly line: number;
  /** As the spreadsheet shows it. */
  readonly rowNumber: number;
  readonly verdict: RowState;
  readonly cells: readonly PreviewCell[];
  readonly texts: Readonly<Partial<Record<string, string>>>;
}

export interface PreviewField {
  readonly field: string;
  readonly title: Label;
  readonly width?: number;
  readonly isMono?: boolean;
  /** What may stand in the cell, where that is a closed set. */
  readonly choices?: readonly string[];
  /** The resource whose rows the cell names. */
  readonly ref?: string;
}

export interface StateWord {
  readonly tone: Tone;
  readonly word: Label;
}

/** What a table asks of an import. The functions keep their identity from one rendering to the next. */
export interface PreviewSource {
  readonly page: (
    states: readonly RowState[],
    offset: number,
    limit: number,
  ) => Promise<{ readonly rows: readonly PreviewLine[]; readonly total: number }>;
  /** Certain rows as they stand now. */
  readonly rowsAt: (lines: readonly number[]) => Promise<readonly PreviewLine[]>;
  /** Puts texts into cells of a row; `version` grows when it was judged again. */
  readonly correct: (line: number, texts: Readonly<Record<string, string>>) => void;
}
