import { isDate, isDateTime, toMs } from '#domain/kernel/dates.ts';
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

const keys: Readonly<Record<Field['kind'], (value: unknown) => string>> = {
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
  return [...form.compared]
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
    .filter((name) => !(sameGestation && isGestation(name)))
    .filter((name) => {
      const field = form.fields[name];
      const noneIsNo = form.noneIsNo.includes(name);
      return field !== undefined && comparedKey(field, first[name], noneIsNo) !== comparedKey(field, second[name], noneIsNo);
    })
    .map((name) => ({ field: name, value1: first[name] ?? null, value2: second[name] ?? null }));
}
