import type { Label, Language } from '#domain/kernel/label.ts';
import { inLanguage } from '#domain/kernel/label.ts';
import { fieldOfHeader, findHeaderRow, mapHeaders } from '#domain/sample/import/headerAliases.ts';
import type { HeaderMap, ImportContext, ImportField, RowState, RowVerdict } from '#domain/sample/import/importVerdict.ts';
import { JudgedSheet, type FindEarlier, type SheetTally } from '#domain/sample/import/judgedSheet.ts';
import type { DateReading } from '#domain/sample/import/readDate.ts';
import { readRows } from '#domain/sample/import/readRow.ts';
import { cellText } from '#domain/sample/import/sheetCell.ts';
import { cleanCode } from '#domain/sample/rules/person.ts';
import { parseSheet } from '#domain/sheet/parseSheet.ts';
import { SheetFault } from '#domain/sheet/sheetFault.ts';
import type { ParsedSheet, SheetProgress, SheetTools } from '#domain/sheet/sheetTypes.ts';
import { writeCsvRows, writeXlsxRows } from '#domain/sheet/writeSheet.ts';

/** A file as it was read, before anything is judged. */
export interface OpenedSheet {
  readonly kind: ParsedSheet['kind'];
  readonly encoding?: string;
  readonly sheetNames: readonly string[];
  readonly sheetName: string;
  readonly rowCount: number;
  /** Index of the header row among the rows, -1 where none was recognised. */
  readonly headerRow: number;
  /** The first rows as text, so that a person can point at the headers. */
  readonly head: readonly (readonly string[])[];
  readonly headNumbers: readonly number[];
  /** One for each column below the header row. */
  readonly columns: readonly OpenedColumn[];
}
export interface OpenedColumn {
  readonly header: string;
  readonly field: ImportField | null;
  /** The first values below the header. */
  readonly samples: readonly string[];
}
/** Errors lose their class between threads: a file that cannot be read is an answer. */
export type OpenAnswer = { readonly ok: true; readonly sheet: OpenedSheet } | { readonly ok: false; readonly code: string; readonly text: Label };

/** A judged row as a table shows it. */
export interface PreviewRow extends Omit<RowVerdict, 'values' | 'warnings' | 'isTemperatureNeeded'> {
  /** Row number as the spreadsheet shows it. */
  readonly rowNumber: number;
  /** The mapped cells as text. */
  readonly texts: Readonly<Partial<Record<ImportField, string>>>;
}
export interface PreviewPage {
  readonly rows: readonly PreviewRow[];
  readonly total: number;
  readonly tally: SheetTally;
}
/** A row that can be entered. */
export interface ReadyRow {
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** Rules that ask for a reason. */
  readonly rules: readonly string[];
  /** The arrival temperature has to be added. */
  readonly isTemperatureNeeded: boolean;
}
export interface ReadyRows {
  readonly rows: readonly ReadyRow[];
  readonly nextLine: number | null;
}
export type ReadDates = (texts: string[]) => Promise<ReadonlyMap<string, DateReading>>;

const headRows = 12;
const judgedAtOnce = 2_000;
const dateFields = ['samplingTime', 'birthDate', 'testTubeExpireTime'] as const;

/**
 * One import from file to rows ready to be entered. Lives in the import worker: rows stay here, pages and counts go out.
 * Needs nothing of a browser, so that tests run it as it is.
 */
export class ImportSession {
  private readonly tools: SheetTools;
  private bytes: Uint8Array = new Uint8Array();
  private sheet: ParsedSheet | null = null;
  private headerRow = -1;
  private map: HeaderMap = { columns: [] };
  private judged: JudgedSheet | null = null;
  private rowNumbers: readonly number[] = [];
  constructor(tools: SheetTools) {
    this.tools = tools;
  }

  /** Reads a file; `onProgress` hears bytes done of bytes there are. */
  async open(bytes: Uint8Array, onProgress?: (progress: SheetProgress) => void): Promise<OpenAnswer> {
    this.bytes = bytes;
    return this.read(undefined, onProgress);
  }
  /** Reads another sheet of the same workbook. */
  async chooseSheet(name: string, onProgress?: (progress: SheetProgress) => void): Promise<OpenAnswer> {
    return this.read(name, onProgress);
  }
  private async read(sheetName: string | undefined, onProgress?: (progress: SheetProgress) => void): Promise<OpenAnswer> {
    this.judged = null;
    try {
      const options = { ...(sheetName === undefined ? {} : { sheet: sheetName }), ...(onProgress ? { onProgress } : {}) };
      this.sheet = await parseSheet(this.bytes, this.tools, options);
      this.useHeaderRow(findHeaderRow(this.sheet.rows));
      return { ok: true, sheet: this.describe() };
    } catch (error) {
      if (error instanceof SheetFault) return { ok: false, code: error.code, text: error.text };
      throw error;
    }
  }
  private get parsed(): ParsedSheet {
    if (!this.sheet) throw new Error('no sheet is open');
    return this.sheet;
  }

  private useHeaderRow(headerRow: number): void {
    this.headerRow = headerRow;
    const { rows } = this.parsed;
    const width = rows.slice(Math.max(0, headerRow), headerRow + 200).reduce((most, row) => Math.max(most, row.length), 0);
    const header = headerRow < 0 ? [] : (rows[headerRow] ?? []);
    // A column without header is a column all the same: its values are there to be mapped.
    this.map = mapHeaders(Array.from({ length: width }, (_value, column) => header[column] ?? null));
  }
  /** Takes another row as headers and maps it anew. */
  chooseHeaderRow(headerRow: number): OpenedSheet {
    this.useHeaderRow(headerRow);
    return this.describe();
  }
  /** Says which field each column is. A field named twice is the last one's. */
  mapColumns(fields: readonly (ImportField | null)[]): OpenedSheet {
    this.map = {
      columns: this.map.columns.map(({ header }, index) => ({
        header,
        field: fields.lastIndexOf(fields[index] ?? null) === index ? (fields[index] ?? null) : null,
      })),
    };
    return this.describe();
  }
  describe(): OpenedSheet {
    const { rows, rowNumbers, kind, encoding, sheetNames, sheetName } = this.parsed;
    const below = rows.slice(this.headerRow + 1, this.headerRow + 201);
    const columns = this.map.columns.map(({ header, field }, column) => ({
      header,
      field,
      samples: below
        .map((row) => cellText(row[column]))
        .filter((text) => text !== '')
        .slice(0, 3),
    }));
    return {
      kind,
      sheetNames,
      sheetName,
      ...(encoding === undefined ? {} : { encoding }),
      rowCount: Math.max(0, rows.length - this.headerRow - 1),
      headerRow: this.headerRow,
      head: rows.slice(0, headRows).map((row) => row.slice(0, 40).map(cellText)),
      headNumbers: rowNumbers.slice(0, headRows),
      columns,
    };
  }

  /** Requisition and sample codes of the sheet, so that the system can say which it has. */
  codes(): { readonly requisitionCodes: readonly string[]; readonly sampleCodes: readonly string[] } {
    const of = (field: ImportField): string[] => {
      const column = this.map.columns.findIndex((entry) => entry.field === field);
      const found = column < 0 ? [] : this.parsed.rows.slice(this.headerRow + 1).map((row) => cleanCode(cellText(row[column])));
      return [...new Set(found.filter((code) => code !== ''))];
    };
    return { requisitionCodes: of('requisitionCode'), sampleCodes: of('sampleCode') };
  }

  /** Judges every row. Dates are read by `readDates` (another worker) beforehand where it is given. */
  async judge(
    context: ImportContext,
    { readDates, findEarlier }: { readonly readDates?: ReadDates | undefined; readonly findEarlier?: FindEarlier | undefined } = {},
    onProgress?: (done: number, total: number) => void,
  ): Promise<SheetTally> {
    const { rows, rowNumbers } = this.parsed;
    const width = this.map.columns.length;
    const isData = rows.map(
      (row, index) =>
        index > this.headerRow && row.slice(0, width).some((cell, column) => this.map.columns[column]?.field != null && cellText(cell) !== ''),
    );
    this.rowNumbers = rowNumbers.filter((_number, index) => isData[index]);
    const data = readRows(rows, this.headerRow, this.map);
    const dates = readDates ? await readDates(this.dateTexts()) : undefined;
    const judged = new JudgedSheet(data, { ...context, ...(dates ? { dates } : {}) }, findEarlier);
    for (let done = 0; await judged.judgeSome(judgedAtOnce);) {
      done += judgedAtOnce;
      onProgress?.(done, judged.size);
      // The port is answered between slices: a page asked for meanwhile, the progress going out.
      await new Promise((resolve) => setTimeout(resolve));
    }
    onProgress?.(judged.size, judged.size);
    this.judged = judged;
    return judged.tally();
  }
  /** The different texts that stand in date columns. */
  private dateTexts(): string[] {
    const columns = dateFields.map((field) => this.map.columns.findIndex((entry) => entry.field === field)).filter((column) => column >= 0);
    const texts = new Set<string>();
    for (const row of this.parsed.rows.slice(this.headerRow + 1)) for (const column of columns) texts.add(cellText(row[column]));
    texts.delete('');
    return [...texts];
  }
  private get verdicts(): JudgedSheet {
    if (!this.judged) throw new Error('the sheet is not judged');
    return this.judged;
  }

  page(states: readonly RowState[], offset: number, limit: number): PreviewPage {
    const tally = this.verdicts.tally();
    const rows = this.verdicts.lines(states, offset, limit).map((line) => this.previewRow(line));
    return { rows, tally, total: states.reduce((sum, state) => sum + tally.rows[state], 0) };
  }
  private previewRow(line: number): PreviewRow {
    const { verdict, cells } = this.verdicts.verdict(line);
    const given = this.verdicts.row(line)?.cells ?? {};
    const texts = Object.fromEntries(Object.entries(given).map(([field, cell]) => [field, cellText(cell)]));
    return { line, verdict, cells, texts, rowNumber: this.rowNumbers[line] ?? line + 1 };
  }
  /** Certain rows as they stand now: after a correction the table keeps its rows, whatever has become of them. */
  rowsAt(lines: readonly number[]): readonly PreviewRow[] {
    return lines.map((line) => this.previewRow(line));
  }
  /** Puts texts into cells of a row and judges again. */
  async correct(line: number, texts: Readonly<Partial<Record<ImportField, string>>>): Promise<SheetTally> {
    for (const [field, text] of Object.entries(texts)) await this.verdicts.correct(line, field as ImportField, text);
    return this.verdicts.tally();
  }

  /** Fields at fault anywhere in the sheet when it was judged. */
  faultyFields(): readonly ImportField[] {
    return this.verdicts.faultyFields();
  }

  /** The next rows that can be entered, from a line on; as they were corrected last. */
  async ready(fromLine: number, limit: number): Promise<ReadyRows> {
    await this.verdicts.settled();
    const good = this.verdicts.lines(['ok', 'warn']);
    const start = good.findIndex((line) => line >= fromLine);
    const wanted = start < 0 ? [] : good.slice(start, start + limit);
    const rows = wanted.map((line) => {
      const { values, warnings, isTemperatureNeeded } = this.verdicts.verdict(line);
      return { line, values, isTemperatureNeeded, rules: [...new Set(warnings.map(({ rule }) => rule))] };
    });
    return { rows, nextLine: start < 0 ? null : (good[start + limit] ?? null) };
  }

  /** Rows as a file, with what is wrong with each in the last column. */
  exportRows(states: readonly RowState[], format: 'xlsx' | 'csv', language: Language): Uint8Array {
    const columns = this.map.columns.flatMap(({ header, field }) => (field === null ? [] : [{ header, field }]));
    const title = inLanguage(['问题说明', 'What is wrong'], language);
    const rows = this.verdicts.lines(states).map((line) => {
      const { texts, cells } = this.previewRow(line);
      const faults = cells.map(({ header, text }) => `${header}: ${inLanguage(text, language)}`).join('; ');
      return [...columns.map(({ field }) => texts[field] ?? ''), faults];
    });
    const all = [[...columns.map(({ header }) => header), title], ...rows];
    return format === 'csv' ? writeCsvRows(all) : writeXlsxRows(inLanguage(['问题数据', 'Rows at fault'], language), all);
  }
}

/** An empty sheet with the headers the import knows by itself. */
export function templateFile(language: Language): Uint8Array {
  const zh = [
    '申请单条码',
    '样本条码',
    '采血管号',
    '医院条码',
    '检验所',
    '送检单位',
    '产品',
    '样本类型',
    '数量',
    '受检者姓名',
    '性别',
    '年龄',
    '年龄单位',
    '出生日期',
    '证件类型',
    '证件号码',
    '联系电话',
    '门诊号',
    '科室',
    '床号',
    '送检医生',
    '采样时间',
    '物流单号',
    '送达温度',
    '临床诊断',
    '加急',
    '备注',
  ];
  const en = [
    'Requisition code',
    'Sample code',
    'Tube number',
    'Hospital code',
    'Laboratory',
    'Sending client',
    'Commodity',
    'Sample class',
    'Quantity',
    'Patient name',
    'Sex',
    'Age',
    'Age unit',
    'Birth date',
    'Document type',
    'Document number',
    'Phone',
    'Patient number',
    'Department',
    'Bed',
    'Doctor',
    'Sampling time',
    'Courier number',
    'Arrival temperature',
    'Diagnosis',
    'Urgent',
    'Remark',
  ];
  const headers = language === 'zh' ? zh : en;
  return writeXlsxRows(inLanguage(['送检清单', 'Requisitions'], language), [headers.filter((header) => fieldOfHeader(header) !== null)]);
}
