import type { ChoiceSet } from '#domain/kernel/choices.ts';
import { fillLabel, type Label } from '#domain/kernel/label.ts';
import { cleanCode, cleanText } from '../rules/person.ts';
import { requisitionFields, tubeFields } from '../rules/summaryFields.ts';
import { faultTexts } from './faultTexts.ts';
import type { CellVerdict, FaultCode, ImportContext, ImportField, ImportRow, NamedRow } from './importVerdict.ts';
import { readDate } from './readDate.ts';
import { cellText, isRuined } from './sheetCell.ts';

const warnings: ReadonlySet<FaultCode> = new Set([
  'id_checksum',
  'age_mismatch',
  'class_not_allowed',
  'date_slash',
  'number_code',
  'earlier_requisition',
  'foreign_code',
]);
export const summaryField = { ...requisitionFields, ...tubeFields };

/** Letters looked at of a cell, blanks and all; the field’s own length is judged after. */
const longestOf = (field: ImportField): number => (field === 'commodity' ? 1_000 : field === 'clinicalDiagnosis' ? 1_000 : 500);
/** A cell as a sentence names it. */
const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Reads the cells of one row by what they should be, and collects what is wrong with them. */
export class RowCells {
  readonly faults: CellVerdict[] = [];
  readonly row: ImportRow;
  private readonly dates: ImportContext['dates'];
  constructor(row: ImportRow, dates: ImportContext['dates']) {
    this.row = row;
    this.dates = dates;
  }

  /** What the cell says, cut where it is longer than any right one: a list of long cells must not cost more than one of right ones. */
  own(field: ImportField): string {
    return cellText(this.row.cells[field]).slice(0, longestOf(field));
  }
  /** Says which cells were cut: nothing is entered of them. */
  judgeLengths(): void {
    for (const [name, cell] of Object.entries(this.row.cells)) {
      const field = name as ImportField;
      if (typeof cell === 'string' && cell.length > longestOf(field) && cellText(cell).length > longestOf(field))
        this.fault(field, 'too_long', String(longestOf(field)));
    }
  }
  text(field: ImportField): string {
    return cleanText(this.own(field));
  }
  /** `own`: the rule's own words, in place of the fault's. */
  fault(field: ImportField, fault: FaultCode, more: string | Label = '', shown?: string, own?: Label): void {
    const params = { value: shortened(this.text(field)), more };
    const text: Label = own ?? [fillLabel(faultTexts[fault], params, 'zh'), fillLabel(faultTexts[fault], params, 'en')];
    this.faults.push({
      field,
      header: this.row.headers[field] ?? '',
      fault,
      verdict: warnings.has(fault) ? 'warn' : 'error',
      text,
      ...(shown === undefined ? {} : { shown }),
    });
  }
  /** False where the cell cannot be read at all, which is said. */
  isReadable(field: ImportField): boolean {
    const cell = this.row.cells[field];
    if (typeof cell !== 'object' || cell === null || !('isError' in cell)) return true;
    this.fault(field, 'cell_error');
    return false;
  }

  hasFault(field: ImportField): boolean {
    return this.faults.some((fault) => fault.field === field);
  }

  /** Codes: text in the sheet, or digits that may have lost something on the way. */
  code(field: ImportField): string {
    if (!this.isReadable(field)) return '';
    const cell = this.row.cells[field];
    if (isRuined(cell)) {
      this.fault(field, 'ruined_number');
      return '';
    }
    const code = cleanCode(this.own(field));
    if (typeof cell === 'number' && field !== 'telephone') this.fault(field, 'number_code', '', code);
    const max = summaryField[field as keyof typeof summaryField]?.max ?? 64;
    if (code.length > max) this.fault(field, 'too_long', String(max));
    return code;
  }
  named<Row extends NamedRow>(
    field: ImportField,
    index: { find(text: string): Row | undefined },
    unknown: FaultCode,
    disabled: FaultCode | null = null,
  ): Row | undefined {
    if (!this.isReadable(field)) return undefined;
    const text = this.text(field);
    if (text === '') {
      this.fault(field, 'required_missing');
      return undefined;
    }
    const found = index.find(text);
    if (!found) this.fault(field, unknown);
    else if (disabled && Number(found.isDisable ?? 0) === 1) this.fault(field, disabled);
    return found;
  }
  /** A choice by its label in either language or its code. */
  choice(field: ImportField, set: ChoiceSet, fault: FaultCode, isRequired = false): number | string | null {
    if (!this.isReadable(field)) return null;
    const text = this.text(field);
    if (text === '' && !isRequired) return null;
    const found = set.options.find(({ code, label }) => text === label[0] || text === String(code) || text.toLowerCase() === label[1].toLowerCase());
    if (!found) this.fault(field, fault, set.options.map(({ label }) => label[0]).join('/'));
    return found?.code ?? null;
  }

  /** A date cell, or a text that is one; null where there is none or it is bad, which is said. */
  date(field: ImportField): string | null {
    const cell = this.row.cells[field];
    if (!this.isReadable(field) || this.text(field) === '') return null;
    const text = this.text(field);
    const reading = typeof cell === 'number' ? { value: '', state: 'bad' as const } : (this.dates?.get(text) ?? readDate(text));
    if (reading.state === 'bad') this.fault(field, 'bad_date');
    else if (reading.state === 'changed') this.fault(field, 'date_slash', reading.value, reading.value);
    return reading.state === 'bad' ? null : reading.value;
  }
}
