import { wordsOf } from '#domain/kernel/fieldRows.ts';
import type { Field } from '#domain/kernel/fields.ts';
import type { Language } from '#domain/kernel/label.ts';

/** A value as a person reads it. */
export function shownValue(field: Field | undefined, value: unknown, language: Language): string {
  if (value === null || value === undefined || value === '') return language === 'zh' ? '(空)' : '(empty)';
  return wordsOf(field, value, language) || (language === 'zh' ? '(空)' : '(empty)');
}
