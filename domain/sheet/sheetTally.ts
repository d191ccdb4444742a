import { SheetFault } from './sheetFault.ts';
import { longestCell, type SheetLimits, type SheetRow } from './sheetTypes.ts';

/** What is kept of a cell's text. */
export const keptText = (text: string): string => (text.length > longestCell ? text.slice(0, longestCell) : text);

/** Counts what a sheet has brought so far, and refuses the row that brings too much. */
export class SheetTally {
  private cells = 0;
  private letters = 0;
  private rows = 0;
  private readonly limits: Pick<SheetLimits, 'rows' | 'cells' | 'letters'>;
  constructor(limits: Pick<SheetLimits, 'rows' | 'cells' | 'letters'>) {
    this.limits = limits;
  }

  /** Throws SheetFault naming the limit, and the number of the row as a spreadsheet shows it. */
  add(row: SheetRow, rowNumber: number): void {
    const { rows, letters } = this.limits;
    if (++this.rows > rows) throw new SheetFault('tooManyRows', { limit: rows });
    this.addCells(row.length, rowNumber);
    for (const cell of row) if (typeof cell === 'string') this.letters += cell.length;
    if (this.letters > letters) throw new SheetFault('tooMuchText', { limit: letters, row: rowNumber });
  }
  /** Cells that are looked at or filled otherwise. */
  addCells(count: number, rowNumber: number): void {
    this.cells += count;
    if (this.cells > this.limits.cells) throw new SheetFault('tooManyCells', { limit: this.limits.cells, row: rowNumber });
  }
}
