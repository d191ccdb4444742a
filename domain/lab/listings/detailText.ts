import type { Field } from '#domain/kernel/fields.ts';
import { wordsOf } from '#domain/kernel/fieldRows.ts';
import { yesNo } from '#domain/kernel/choices.ts';
import { inLanguage, type Language } from '#domain/kernel/label.ts';
import type { Values } from '#domain/sample/rules/entryForm.ts';
import { entryFormOf } from '#domain/sample/forms/entryForms.ts';
import { isEmpty } from '#domain/sample/rules/values.ts';

/** A value of a settled entry in words: as its form's field says where the form describes it, else as it stands. Null where it is empty. */
export function detailText(form: unknown, detail: Values, key: string, language: Language): string | null {
  const value = detail[key];
  if (isEmpty(value)) return null;
  return inWords(value, entryFormOf(form).fields[key], language);
}

function inWords(value: unknown, field: Field | undefined, language: Language): string {
  if (field?.kind === 'rows') return wordsOf(field, value, language);
  if (Array.isArray(value)) return value.map((one) => inWords(one, field, language)).join('、');
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .filter((one) => !isEmpty(one))
      .map((one) => inWords(one, undefined, language))
      .join(' ');
  const label = field?.kind === 'yesNo' ? yesNo.labelOf(value) : field?.choices?.labelOf(value);
  return label ? inLanguage(label, language) : String(value);
}
