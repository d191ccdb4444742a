import { yesNo } from './choices.ts';
import type { Field } from './fields.ts';
import { inLanguage, type Language } from './label.ts';

/** One row of a field of kind rows, by column. */
export type FieldRow = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0);

/** The rows in which something stands; a value that is no list of rows has none. */
export function filledRows(value: unknown): readonly FieldRow[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  return given.filter((row): row is FieldRow => typeof row === 'object' && row !== null && !Array.isArray(row) && !Object.values(row).every(isEmpty));
}

/** What stands for nothing to tell, in a text or as the word of a choice. */
const noneWords: ReadonlySet<string> = new Set(['无', 'NONE']);

/** True of a row that says 无: there is nothing to tell, and that was asked. */
export function isNoneRow({ columns = {}, keyColumn = '' }: Field, row: FieldRow): boolean {
  const value = row[keyColumn];
  const word = columns[keyColumn]?.choices?.labelOf(value)?.[0] ?? value;
  return typeof word === 'string' && noneWords.has(word.normalize('NFKC').trim().toUpperCase());
}

/** A single value in words: of a code its name, of a list all of them. */
export function wordsOf(field: Field | undefined, value: unknown, language: Language): string {
  if (isEmpty(value)) return '';
  if (field?.kind === 'rows')
    return filledRows(value)
      .map((row) => rowWords(field, row, language))
      .join(language === 'zh' ? '、' : ', ');
  if (Array.isArray(value)) return value.map((one) => wordsOf(field, one, language)).join(language === 'zh' ? '、' : ', ');
  const label = field?.kind === 'yesNo' ? yesNo.labelOf(value === true ? 1 : value === false ? 0 : value) : field?.choices?.labelOf(value);
  return label ? inLanguage(label, language) : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A row in words, in the order of its columns; a yes is said by the column's own name. */
export function rowWords({ columns = {} }: Field, row: FieldRow, language: Language): string {
  return Object.entries(columns)
    .map(([name, column]) => {
      if (column.kind !== 'yesNo') return wordsOf(column, row[name], language);
      return row[name] === 1 || row[name] === true || row[name] === '1' ? inLanguage(column.label, language) : '';
    })
    .filter((word) => word !== '')
    .join(' ');
}
