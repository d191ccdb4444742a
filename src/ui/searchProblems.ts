import { fieldSchema, type Problem, problemOf } from '#domain/kernel/check.ts';
import { isDateTime } from '#domain/kernel/dates.ts';
import type { Fields } from '#domain/kernel/fields.ts';

const judged = new Set(['date', 'dateTime', 'integer', 'decimal', 'money']);

/** What cannot be searched for: a date nobody can read, a number that is none. The server would refuse it too. */
export function searchProblems(fields: Fields, values: Readonly<Record<string, string>>): readonly Problem[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const [name = '', edge] = key.split('.');
    const field = fields[name];
    if (!field || !judged.has(field.kind)) return [];
    const isDay = field.kind === 'date' || (field.kind === 'dateTime' && edge !== undefined);
    // A moment's range is of days, or of hours where somebody types them.
    const asked = isDay && !(field.kind === 'dateTime' && isDateTime(value)) ? { ...field, kind: 'date' as const } : field;
    return fieldSchema(asked).safeParse(value).success ? [] : [problemOf(name, field, isDay ? 'notDate' : 'notNumber')];
  });
}
