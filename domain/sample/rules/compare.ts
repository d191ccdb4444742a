import { isDate, isDateTime, toMs } from '#domain/kernel/dates.ts';
import { filledRows, type FieldRow } from '#domain/kernel/fieldRows.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { typedGestation } from './gestationFacts.ts';
import { isEmpty, isYes } from './values.ts';
import type { Difference, FormKey, Values } from './entryForm.ts';
import { entryForms } from '../forms/entryForms.ts';
import { cleanText } from './person.ts';

/** Text as it is compared: NFKC (which makes （） to ()), trimmed, blanks once, upper-case. 0 and O stay different. */
const textKey = (value: unknown): string => cleanText(String(value)).replace(/\s+/g, ' ').toUpperCase();
const dateKey = (value: unknown): string => {
  const text = textKey(value);
  return isDate(text) || isDateTime(text) ? String(toMs(text)) : text;
};
const numberKey = (value: unknown): string => (Number.isFinite(Number(value)) ? String(Number(value)) : textKey(value));
const setKey = (value: unknown): string =>
  Array.isArray(value) ? [...new Set(value.map((entry) => textKey(entry)))].sort().join('|') : textKey(value);

/** A row as it is compared: by its key, and the columns that say the same in both typings. */
function rowKey({ columns = {}, keyColumn = '', comparedColumns = [] }: Field, row: FieldRow): string {
  const names = [...new Set([keyColumn, ...comparedColumns])];
  return JSON.stringify(names.map((name) => (columns[name] ? comparedKey(columns[name], row[name]) : '')));
}
/** Rows in any order; of a row that was typed twice, twice. */
const rowsKey = (field: Field, value: unknown): string =>
  filledRows(value)
    .map((row) => rowKey(field, row))
    .toSorted()
    .join('|');

const keys: Readonly<Record<Exclude<Field['kind'], 'rows'>, (value: unknown) => string>> = {
  text: textKey,
  longText: textKey,
  code: textKey,
  choice: textKey,
  ref: textKey,
  json: (value) => JSON.stringify(value),
  integer: numberKey,
  decimal: numberKey,
  money: numberKey,
  yesNo: (value) => (isYes(value) ? '1' : '0'),
  choiceList: setKey,
  refList: setKey,
  date: dateKey,
  dateTime: dateKey,
};

/** A value as two passes are compared by it (docs/forms.md#double-entry); empty ones are ''. */
export function comparedKey(field: Field, value: unknown, noneIsNo = false): string {
  if (isEmpty(value) || (typeof value === 'string' && value.trim() === '')) return '';
  if (field.kind === 'rows') return rowsKey(field, value);
  const key = keys[field.kind](value);
  return noneIsNo && key === '否' ? '无' : key;
}

/** GA is one quantity in two fields: 12+0 and 12 without days are equal. */
const isGestation = (name: string): boolean => name === 'gaWeeks' || name === 'gaDays';

/**
 * What two passes of a form disagree on, in the form's order, among its compared fields.
 * Values are given back as typed, for the arbitrator.
 */
export function comparePasses(formKey: FormKey, first: Values, second: Values): Difference[] {
  const form = entryForms[formKey];
  const sameGestation = typedGestation(first) === typedGestation(second) && typedGestation(first) !== undefined;
  const order = Object.keys(form.fields);
  return (
    [...form.compared]
      .sort((a, b) => order.indexOf(a) - order.indexOf(b))
      .filter((name) => !(sameGestation && isGestation(name)))
      // A pass of an older release was never asked what its form has learned to ask since.
      .filter((name) => name in first && name in second)
      .filter((name) => {
        const field = form.fields[name];
        const noneIsNo = form.noneIsNo.includes(name);
        return field !== undefined && comparedKey(field, first[name], noneIsNo) !== comparedKey(field, second[name], noneIsNo);
      })
      .map((name) => ({ field: name, value1: first[name] ?? null, value2: second[name] ?? null }))
  );
}

/** A row of two typings: each as it was typed, null where it is missing there. */
export interface MatchedRow {
  readonly first: FieldRow | null;
  readonly second: FieldRow | null;
  readonly isSame: boolean;
}

/** The rows of two typings side by side, matched by their key: those of the first in its order, then what only the second has. */
export function matchRows(field: Field, first: unknown, second: unknown): readonly MatchedRow[] {
  const open = [...filledRows(second)];
  const key = (row: FieldRow): string =>
    field.keyColumn && field.columns?.[field.keyColumn] ? comparedKey(field.columns[field.keyColumn]!, row[field.keyColumn]) : '';
  const take = (isWanted: (row: FieldRow) => boolean): FieldRow | null => {
    const at = open.findIndex(isWanted);
    return at < 0 ? null : (open.splice(at, 1)[0] ?? null);
  };
  const rows = filledRows(first);
  // Equal rows find each other before one of the same key takes them.
  const equal = new Map(rows.map((row) => [row, take((other) => rowKey(field, other) === rowKey(field, row))]));
  const matched = rows.map((row): MatchedRow => {
    const same = equal.get(row) ?? null;
    return { first: row, second: same ?? take((other) => key(other) === key(row)), isSame: same !== null };
  });
  return [...matched, ...open.map((row): MatchedRow => ({ first: null, second: row, isSame: false }))];
}
