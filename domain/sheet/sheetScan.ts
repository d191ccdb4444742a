import { cellPlace, mergedRange, type MergedRange } from './mergedCells.ts';
import { serialDate } from './numberFormats.ts';
import { SheetFault } from './sheetFault.ts';
import { keptText, type SheetTally } from './sheetTally.ts';
import { longestCell, mostColumns, type SheetCell, type SheetRow } from './sheetTypes.ts';
import { decodeEscapes, eachAttribute, type XmlListener } from './xmlScan.ts';

/** Texts of `sharedStrings.xml`, without the phonetic hints beside them. */
export class SharedStringScan implements XmlListener {
  isListening = false;
  readonly texts: string[] = [];
  isComplete = false;
  private text_ = '';
  private isPhonetic = false;
  open(name: string): void {
    if (name === 'si') this.text_ = '';
    else if (name === 'rPh') this.isPhonetic = true;
    else if (name === 't') this.isListening = !this.isPhonetic;
  }
  close(name: string): void {
    if (name === 't') this.isListening = false;
    else if (name === 'rPh') this.isPhonetic = false;
    else if (name === 'si') this.texts.push(keptText(decodeEscapes(this.text_)));
    else if (name === 'sst') this.isComplete = true;
  }
  text(raw: string): void {
    if (this.text_.length < longestRaw) this.text_ += raw;
  }
}

export interface SheetScanOptions {
  readonly sharedStrings: readonly string[];
  readonly dateStyles: readonly boolean[];
  readonly is1904: boolean;
  readonly tally: SheetTally;
}

/** Letters of a text as it stands in the file: a character may be written with seven (`_x000D_`). */
const longestRaw = 7 * longestCell;

/** Rows of one worksheet part, as the XML arrives. */
export class SheetScan implements XmlListener {
  isListening = false;
  readonly rows: SheetRow[] = [];
  readonly rowNumbers: number[] = [];
  readonly merges: MergedRange[] = [];
  isComplete = false;
  lastRow = 0;
  private readonly options: SheetScanOptions;
  private row: SheetCell[] | null = null;
  private hasValue = false;
  private nextColumn = 0;
  private column = 0;
  private reference = '';
  private style = 0;
  private type = '';
  private value = '';
  private hasFormula = false;
  private isInCell = false;
  private isPhonetic = false;
  private readonly dates = new Map<number, SheetCell>();
  constructor(options: SheetScanOptions) {
    this.options = options;
  }

  open(name: string, source: string, from: number, to: number): void {
    if (name === 'c') this.openCell(source, from, to);
    else if (name === 'v' || name === 't') this.isListening = this.isInCell && !this.isPhonetic;
    else if (name === 'row') this.openRow(source, from, to);
    else if (name === 'f') this.hasFormula = true;
    else if (name === 'rPh') this.isPhonetic = true;
    else if (name === 'mergeCell') {
      eachAttribute(source, from, to, (attribute, value) => {
        const range = attribute === 'ref' && this.merges.length < 100_000 ? mergedRange(value) : undefined;
        if (range) this.merges.push(range);
      });
    }
  }
  close(name: string): void {
    if (name === 'v' || name === 't') this.isListening = false;
    else if (name === 'c') this.closeCell();
    else if (name === 'row') this.closeRow();
    else if (name === 'rPh') this.isPhonetic = false;
    else if (name === 'worksheet') this.isComplete = true;
  }
  text(raw: string): void {
    this.value = this.value === '' ? raw : this.value.length < longestRaw ? this.value + raw : this.value;
  }

  private openRow(source: string, from: number, to: number): void {
    this.lastRow += 1;
    eachAttribute(source, from, to, (name, value) => {
      if (name === 'r') this.lastRow = Number(value);
    });
    this.row = [];
    this.hasValue = false;
    this.nextColumn = 0;
  }
  private openCell(source: string, from: number, to: number): void {
    this.isInCell = this.row !== null;
    this.column = this.nextColumn;
    this.style = 0;
    this.type = '';
    this.value = '';
    this.hasFormula = false;
    eachAttribute(source, from, to, this.takeAttribute);
  }
  private readonly takeAttribute = (name: string, value: string): void => {
    if (name === 'r') {
      this.reference = value;
      this.column = columnOf(value) ?? this.column;
    } else if (name === 's') this.style = Number(value);
    else if (name === 't') this.type = value;
  };
  private closeCell(): void {
    if (!this.isInCell || this.row === null) return;
    this.isInCell = false;
    this.nextColumn = this.column + 1;
    const cell = this.readValue();
    if (cell === null || this.column >= mostColumns) return;
    while (this.row.length < this.column) this.row.push(null);
    this.row[this.column] = cell;
    this.hasValue = true;
  }
  private closeRow(): void {
    if (this.row !== null && this.hasValue) {
      this.options.tally.add(this.row, this.lastRow);
      this.rows.push(this.row);
      this.rowNumbers.push(this.lastRow);
    }
    this.row = null;
  }

  private readValue(): SheetCell {
    const { value } = this;
    if (value === '') return this.hasFormula && this.type !== 'str' ? { text: '=?', isError: true } : null;
    if (this.type === 's') {
      const text = this.options.sharedStrings[Number(value)];
      if (text === undefined) throw new SheetFault('badString', { where: this.reference });
      return text === '' ? null : text;
    }
    if (this.type === 'inlineStr' || this.type === 'str') return keptText(decodeEscapes(value));
    if (this.type === 'b') return value === '1' || value === 'true';
    if (this.type === 'e') return { text: value.slice(0, 20), isError: true };
    if (this.type === 'd') return { text: value.slice(0, 19).replace('T', ' '), isDate: true };
    return this.readNumber(Number(value), value);
  }
  private readNumber(number: number, raw: string): SheetCell {
    if (Number.isNaN(number)) return keptText(raw);
    if (this.options.dateStyles[this.style] !== true) return number;
    const known = this.dates.get(number);
    if (known !== undefined) return known;
    const text = serialDate(number, this.options.is1904);
    const cell: SheetCell = text === '' ? number : { text, isDate: true };
    if (this.dates.size < 50_000) this.dates.set(number, cell);
    return cell;
  }
}

/** The column of `AB12`, from 0, without building strings: it runs for every cell. */
function columnOf(reference: string): number | undefined {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) return column === 0 ? cellPlace(reference.toUpperCase())?.column : column - 1;
    column = column * 26 + letter;
  }
  return undefined;
}
