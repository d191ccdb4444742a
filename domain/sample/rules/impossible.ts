import { adultYears, yearsOn } from './personRules.ts';
import { dayOf, isEmpty } from './values.ts';
import { entryForms } from '../forms/entryForms.ts';
import type { FormKey, Values } from './entryForm.ts';

const guardianFields = ['guardianName', 'guardianPhone', 'guardianConsent'] as const;
/** Who was 14 at sampling has no guardian; without a day of sampling their typed age tells. */
function isAdult(values: Values): boolean {
  const years = yearsOn(values, dayOf(values['samplingTime']) ?? '');
  return years !== undefined && years >= adultYears;
}

/** Empty fields the other answers leave nothing to say to, and the sex where the form admits one alone. */
export function impossibleFields(formKey: FormKey, values: Values): readonly string[] {
  const { impossibleWhen, sexes, personOf } = entryForms[formKey];
  const holds = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [value]).map(String);
  const fields = impossibleWhen
    .filter(({ field, is }) => !isEmpty(values[field]) && holds(values[field]).some((value) => is.map(String).includes(value)))
    .flatMap((condition) => condition.fields)
    .concat(isAdult(personOf?.(values) ?? values) ? guardianFields : [])
    .filter((name) => isEmpty(values[name]));
  return sexes?.length === 1 ? ['sex', ...fields] : fields;
}
