import { wordsOf } from '#domain/kernel/fieldRows.ts';
import { serverTimeOf } from '#domain/kernel/actTime.ts';
import { disabled, yesNo } from '#domain/kernel/choices.ts';
import { durationText } from '#domain/kernel/duration.ts';
import type { Field, FieldKind } from '#domain/kernel/fields.ts';
import { inLanguage, type Label, type Language } from '#domain/kernel/label.ts';
import { canDisable, type Resource } from '#domain/kernel/resource.ts';
import { useSay } from '#src/ui/language.ts';
import { actTimeCell, type ActTimeProps } from '#src/ui/ActTime.tsx';
import { timeWidths, type TableColumn } from '#src/ui/table/column.ts';
import { StatusWord } from '#src/ui/Tag.tsx';
import { refNameOf, wireName } from '#domain/kernel/wireNames.ts';
import { type WireRow } from './wireRow.ts';

const plain = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

type CellText = (field: Field, row: WireRow, wire: string, language: Language) => string;
const choiceText = (field: Field, value: unknown, language: Language): string => {
  const label = field.choices?.labelOf(typeof value === 'boolean' ? Number(value) : value);
  return label ? inLanguage(label, language) : plain(value);
};

/** A cell as text, by kind: what a person reads, copies and exports. */
const texts: Readonly<Record<FieldKind, CellText>> = {
  text: (_field, row, wire) => plain(row[wire]),
  longText: (_field, row, wire) => plain(row[wire]),
  code: (_field, row, wire) => plain(row[wire]),
  integer: (field, row, wire, language) => (field.isDuration && typeof row[wire] === 'number' ? durationText(row[wire], language) : plain(row[wire])),
  decimal: (_field, row, wire) => plain(row[wire]),
  money: (_field, row, wire) => plain(row[wire]),
  yesNo: (_field, row, wire, language) => {
    const label = yesNo.labelOf(typeof row[wire] === 'boolean' ? Number(row[wire]) : row[wire]);
    return label ? inLanguage(label, language) : '';
  },
  choice: (field, row, wire, language) => choiceText(field, row[wire], language),
  choiceList: (field, row, wire, language) =>
    listOf(row[wire])
      .map((value) => choiceText(field, value, language))
      .join(language === 'zh' ? '、' : ', '),
  date: (_field, row, wire) => plain(row[wire]).slice(0, 10),
  dateTime: (_field, row, wire) => plain(row[wire]),
  ref: (_field, row, wire) => plain(row[refNameOf(wire)] ?? row[wire]),
  refList: (_field, row, wire, language) =>
    listOf(row[refNameOf(wire)] ?? row[wire])
      .map(plain)
      .join(language === 'zh' ? '、' : ', '),
  rows: (field, row, wire, language) => wordsOf(field, row[wire], language),
  json: (_field, row, wire) => plain(row[wire]),
};
const widths: Readonly<Record<FieldKind, number>> = {
  text: 160,
  longText: 220,
  code: 132,
  integer: 92,
  decimal: 104,
  money: 108,
  yesNo: 84,
  choice: 120,
  choiceList: 160,
  date: 104,
  dateTime: timeWidths.width,
  ref: 160,
  refList: 180,
  rows: 220,
  json: 200,
};
/** Where a list is a little too wide: names may be cut short (the tip tells the rest), a time keeps its seconds. */
const leasts: Partial<Readonly<Record<FieldKind, number>>> = {
  text: 116,
  longText: 140,
  choice: 88,
  choiceList: 116,
  dateTime: timeWidths.least,
  ref: 116,
  refList: 124,
};
/** Codes that are longer than others: one that is cut short names nothing. */
const codeWidths: Readonly<Record<string, number>> = { labCode: 176, batch: 184 };
const numberKinds: ReadonlySet<FieldKind> = new Set(['integer', 'decimal', 'money']);
const unsorted: ReadonlySet<FieldKind> = new Set(['choiceList', 'refList', 'rows', 'json']);

/** What a head needs for its words in either language and its sort mark: a column must not change with the language. */
function headWidth([zh, en]: Label): number {
  return Math.min(180, Math.ceil(Math.max(zh.length * 14, en.length * 7.4) + 44));
}

/** The column of one described field. */
export function fieldColumn(name: string, field: Field): TableColumn<WireRow> {
  const wire = wireName(name, field);
  const title = field.unit && !field.isDuration ? ([`${field.label[0]}(${field.unit})`, `${field.label[1]} (${field.unit})`] as const) : field.label;
  const head = headWidth(title);
  const usual = codeWidths[name] ?? widths[field.kind];
  return {
    key: name,
    title,
    width: Math.max(usual, head),
    least: Math.max(leasts[field.kind] ?? usual, head),
    align: numberKinds.has(field.kind) ? 'end' : undefined,
    isMono: field.kind === 'code',
    sortKey: unsorted.has(field.kind) ? undefined : wire,
    text: (row, language) => texts[field.kind](field, row, wire, language),
    ...(field.kind === 'dateTime' ? actTimeCell((row: WireRow) => timesIn(row, wire)) : {}),
  };
}

/** A time that the row tells the server's of, too, is that of an act. */
const timesIn = (row: WireRow, wire: string): ActTimeProps => {
  const serverTime = row[serverTimeOf(wire)];
  return { at: plain(row[wire]), serverTime: typeof serverTime === 'string' ? serverTime : null };
};

function StateCell({ row }: { readonly row: WireRow }) {
  const say = useSay();
  const isOff = Number(row.isDisable) === 1;
  return <StatusWord tone={isOff ? 'neutral' : 'success'}>{say(disabled.labelOf(isOff ? 1 : 0) ?? ['', ''])}</StatusWord>;
}

const stateColumn: TableColumn<WireRow> = {
  key: 'isDisable',
  title: ['状态', 'State'],
  width: 96,
  // Beside the acts that change it, however far the list is scrolled.
  pin: 'end',
  text: (row, language) => inLanguage(disabled.labelOf(row.isDisable) ?? ['', ''], language),
  cell: (row) => <StateCell row={row} />,
};
const updatedColumn: TableColumn<WireRow> = {
  key: 'updateTime',
  title: ['更新时间', 'Updated'],
  ...timeWidths,
  sortKey: 'updateTime',
};
const updaterColumn: TableColumn<WireRow> = {
  key: 'updateUser',
  title: ['更新人', 'Updated by'],
  width: 104,
  isHidden: true,
  text: (row) => plain(row.updateUserName),
};
const createdColumn: TableColumn<WireRow> = {
  key: 'createTime',
  title: ['创建时间', 'Created'],
  ...timeWidths,
  sortKey: 'createTime',
  isHidden: true,
};

/** The columns of a list: the described fields; of a resource's own table its state, and when it was changed. */
export function resourceColumns(resource: Resource): readonly TableColumn<WireRow>[] {
  const described = Object.entries<Field>(resource.fields)
    .filter(([, field]) => field.column !== false)
    .map(([name, field]) => ({
      ...fieldColumn(name, field),
      ...(resource.sortable?.includes(name) === false ? { sortKey: undefined } : {}),
      pin: name === (resource.display.code ?? resource.display.name) ? ('start' as const) : undefined,
    }));
  const own = new Set(described.map(({ key }) => key));
  const common = resource.view ? [] : [...(canDisable(resource) ? [stateColumn] : []), updatedColumn, updaterColumn, createdColumn];
  return [...described, ...common.filter(({ key }) => !own.has(key))];
}
