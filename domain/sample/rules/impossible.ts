import { isEmpty } from './values.ts';
import { entryForms } from '../forms/entryForms.ts';
import type { FormKey, Values } from './entryForm.ts';

/** Empty fields the other answers leave nothing to say to, and the sex where the form admits one alone. */
export function impossibleFields(formKey: FormKey, values: Values): readonly string[] {
  const { impossibleWhen, sexes } = entryForms[formKey];
  const holds = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [value]).map(String);
  const fields = impossibleWhen
    .filter(({ field, is }) => !isEmpty(values[field]) && holds(values[field]).some((value) => is.map(String).includes(value)))
    .flatMap((condition) => condition.fields)
    .filter((name) => isEmpty(values[name]));
  return sexes?.length === 1 ? ['sex', ...fields] : fields;
}
