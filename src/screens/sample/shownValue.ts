import type { Field } from '#domain/kernel/fields.ts';
import type { Language } from '#domain/kernel/label.ts';

/** A value as a person reads it. */
export function shownValue(field: Field | undefined, value: unknown, language: Language): string {
  if (value === null || value === undefined || value === '') return language === 'zh' ? '(空)' : '(empty)';
  if (field?.kind === 'yesNo') {
    const [zh, en] = value === 1 || value === true ? ['是', 'Yes'] : ['否', 'No'];
    return language === 'zh' ? zh : en;
  }
  const one = (code: unknown): string => field?.choices?.labelOf(code)?.[language === 'zh' ? 0 : 1] ?? String(code);
  return Array.isArray(value) ? value.map(one).join(language === 'zh' ? '、' : ', ') : one(value);
}
