import { readRange } from '#domain/lab/rules/referenceRange.ts';

/** Elements that say something: FHIR knows no empty text, list or null. */
export const filled = (elements: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(elements).filter(
      ([, value]) => value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );

/** A time of the house, to the minute or the second, as an instant. */
export const instantOf = (time: string | null | undefined): string =>
  time ? `${time.slice(0, 10)}T${time.slice(11)}${time.length === 16 ? ':00' : ''}+08:00` : '';

/** Units of the house whose UCUM code is the same text. */
const same = ['%', 'g/L', 'mg/L', 'ng/L', 'g/dL', 'mg/dL', 'ng/mL', 'pg/mL', 'mmol/L', 'nmol/L', 'pmol/L', 'U/L', 'fL', 'pg', 'mm/h', 's', 'mL'];
const ucumCodes: ReadonlyMap<string, string> = new Map([
  ...same.map((unit) => [unit, unit] as const),
  ['μmol/L', 'umol/L'],
  ['umol/L', 'umol/L'],
  ['μg/L', 'ug/L'],
  ['ug/L', 'ug/L'],
  ['μg/mL', 'ug/mL'],
  ['IU/L', '[iU]/L'],
  ['IU/mL', '[iU]/mL'],
  ['mIU/L', 'm[iU]/L'],
  ['mIU/mL', 'm[iU]/mL'],
  ['μIU/mL', 'u[iU]/mL'],
  ['10^9/L', '10*9/L'],
  ['10^12/L', '10*12/L'],
  ['秒', 's'],
]);
/** NFKC: one of the two signs that are written for micro. */
const unitOf = (unit: string): Record<string, unknown> => {
  const code = ucumCodes.get(unit.normalize('NFKC'));
  return filled({ unit, ...(code ? { system: 'http://unitsofmeasure.org', code } : {}) });
};

/** Before the digits of a number that is to be written as it was told: no text of the database holds this sign. */
const asTold = '\u0000';
/** JSON whose numbers have the decimals that were told, for 5.10 says more than 5.1. */
export const jsonAsTold = (value: unknown): string => JSON.stringify(value).replace(/"\\u0000([^"]+)"/g, '$1');

const number = /^([<>]=?|[≤≥＜＞])?\s*(-?(?:0|[1-9]\d*)(?:\.\d+)?)$/;
const comparators: Readonly<Record<string, string>> = { '≤': '<=', '≥': '>=', '＜': '<', '＞': '>' };
/** What was found: an amount with its unit, or a word; without either it says that nothing is known. */
export function valueOf(text: string, unit: string): Record<string, unknown> {
  const [, sign = '', digits] = number.exec(text.trim()) ?? [];
  if (digits !== undefined)
    return { valueQuantity: { value: asTold + digits, ...filled({ comparator: comparators[sign] ?? sign }), ...unitOf(unit) } };
  if (text.trim() !== '') return { valueString: unit === '' ? text : `${text} ${unit}` };
  const absent = { system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'unknown', display: 'Unknown' };
  return { dataAbsentReason: { coding: [absent] } };
}

/** A reference range in its own words, and by its bounds where both belong to it. */
export function rangeOf(text: string, unit: string): readonly Record<string, unknown>[] {
  if (text.trim() === '') return [];
  const range = readRange(text);
  if (range?.kind !== 'span' || !range.span.hasFrom || !range.span.hasTo) return [{ text }];
  const { from, to } = range.span;
  return [{ low: { value: from, ...unitOf(unit) }, high: { value: to, ...unitOf(unit) }, text }];
}
