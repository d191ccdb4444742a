import { wordsOf } from '#domain/kernel/fieldRows.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { disabled, yesNo } from '#domain/kernel/choices.ts';
import { inLanguage, type Label, type Language } from '#domain/kernel/label.ts';
import { canDisable, type Resource } from '#domain/kernel/resource.ts';
import type { WrittenCell } from '#domain/sheet/writeSheet.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import type { WireRow } from '#server/kernel/resource/resourceRead.ts';
import { refNameOf, wireName } from '#domain/kernel/wireNames.ts';

type CellOf = (row: WireRow, language: Language) => WrittenCell;
export interface ExportColumn {
  /** As the screen's table calls it. */
  readonly key: string;
  readonly title: Label;
  readonly cell: CellOf;
}

const plain = (value: unknown): WrittenCell => (value === null || value === undefined ? null : typeof value === 'number' ? value : plainText(value));

/** A field of a row as a cell: a text or a number, never a formula. */
export function cellOf(wire: string, field: Field): CellOf {
  const label = (value: unknown, language: Language): string => {
    const found = field.choices?.labelOf(value);
    return found ? inLanguage(found, language) : plainText(value);
  };
  if (field.kind === 'choice') return (row, language) => label(row[wire], language);
  if (field.kind === 'choiceList')
    return (row, language) => ((row[wire] as unknown[] | null) ?? []).map((value) => label(value, language)).join('、');
  if (field.kind === 'yesNo') return (row, language) => (row[wire] === null ? null : inLanguage(yesNo.labelOf(row[wire]) ?? ['', ''], language));
  if (field.kind === 'ref') return (row) => plain(row[refNameOf(wire)]);
  if (field.kind === 'refList') return (row) => ((row[refNameOf(wire)] as unknown[] | null) ?? []).join('、');
  if (field.kind === 'rows') return (row, language) => wordsOf(field, row[wire], language) || null;
  if (field.kind === 'json') return (row) => (row[wire] === null ? null : JSON.stringify(row[wire]));
  return (row) => plain(row[wire]);
}

/** The state of what can be switched off, as a field. */
export const disabledField: Field = { kind: 'choice', label: ['状态', 'State'], choices: disabled };

/** The columns of an export: those the screen shows, in its order (`columns`); without word of them every one of the list, the state and the time. */
export function columnsOf(resource: Resource, query: Query): readonly ExportColumn[] {
  const described = Object.entries<Field>(resource.fields)
    .filter(([, field]) => field.column !== false)
    .map(([key, field]): ExportColumn => ({ key, title: field.label, cell: cellOf(wireName(key, field), field) }));
  const own = new Set(described.map(({ key }) => key));
  const state: ExportColumn[] = canDisable(resource)
    ? [{ key: 'isDisable', title: disabledField.label, cell: cellOf('isDisable', disabledField) }]
    : [];
  const updated: ExportColumn = { key: 'updateTime', title: ['更新时间', 'Updated'], cell: (row) => plain(row['updateTime']) };
  const asked = plainText(query['columns'] ?? '')
    .split(',')
    .filter(Boolean);
  const usual = [...described, ...state, ...(resource.view ? [] : [updated])].filter(({ key }, at) => at < described.length || !own.has(key));
  if (asked.length === 0) return usual;
  const more: ExportColumn[] = resource.view
    ? []
    : [
        { key: 'updateUser', title: ['更新人', 'Updated by'], cell: (row) => plain(row['updateUserName']) },
        { key: 'createTime', title: ['创建时间', 'Created'], cell: (row) => plain(row['createTime']) },
      ];
  const byKey = new Map([...more, ...usual].map((column) => [column.key, column]));
  const chosen = [...new Set(asked)].flatMap((key) => byKey.get(key) ?? []);
  return chosen.length > 0 ? chosen : usual;
}
