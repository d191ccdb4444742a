import { disabled, yesNo, type ChoiceSet } from '#domain/kernel/choices.ts';
import { problemOf, type Problem } from '#domain/kernel/check.ts';
import type { Field, FieldKind } from '#domain/kernel/fields.ts';
import { inLanguage, type Label, type Language } from '#domain/kernel/label.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { readDate } from '#domain/sample/import/readDate.ts';
import { cellText } from '#domain/sample/import/sheetCell.ts';
import type { SheetRow } from './sheetTypes.ts';
import type { WrittenSheet } from './writeSheet.ts';

/** Most rows of one file of records; longer lists are split. */
export const mostRecords = 5_000;
/** Rows the server judges or saves in one request. */
export const recordsAtOnce = 50;

/** Values a screen gives every new row. */
export type Fixed = Readonly<Record<string, string | number>>;
/** The cells of one row as text, by field. */
export type RecordCells = Readonly<Record<string, string>>;

/** Fields a sheet may hold: those of the form, without secrets and drawn things; what the screen fixes needs no column. */
export function sheetFields(resource: Resource, fixed: Fixed = {}): readonly (readonly [name: string, field: Field])[] {
  return Object.entries<Field>(resource.fields).filter(
    ([name, field]) =>
      !field.readOnly && !field.isSecret && field.form !== false && field.kind !== 'rows' && field.kind !== 'json' && !(name in fixed),
  );
}

/** The fields that tell which record a row means: the described key, else its first unique field; none: a row equal in all it gives. */
export function keyOf(resource: Resource): readonly string[] {
  if (resource.key) return resource.key;
  const unique = Object.entries<Field>(resource.fields).find(([, field]) => field.unique);
  return unique ? [unique[0]] : [];
}

/** What the column of a field is headed with. */
export function headerOf(field: Field, language: Language): string {
  const title = inLanguage(field.label, language);
  return field.unit ? `${title}(${field.unit})` : title;
}
/** Headers are compared without marks of what is needed, units, blanks and case. */
const plainHeader = (text: string): string =>
  text
    .slice(0, 200)
    .normalize('NFKC')
    .replace(/[*\s]|\([^)]*\)/g, '')
    .toLowerCase();

/** The field of each column; null where the header names none. A field named twice is its first column's. */
export function mapHeaders(resource: Resource, headers: readonly string[], fixed: Fixed = {}): (string | null)[] {
  const names = new Map<string, string>();
  for (const [name, field] of sheetFields(resource, fixed))
    for (const text of [field.label[0], field.label[1], name, field.wire ?? name])
      if (!names.has(plainHeader(text))) names.set(plainHeader(text), name);
  const taken = new Set<string>();
  return headers.map((header) => {
    const name = names.get(plainHeader(header));
    if (name === undefined || taken.has(name)) return null;
    taken.add(name);
    return name;
  });
}

/** Which of the first rows holds the headers: the one that names most fields; -1 where none names any. */
export function findHeaders(resource: Resource, rows: readonly SheetRow[], fixed: Fixed = {}): number {
  let [best, most] = [-1, 0];
  for (const [index, row] of rows.slice(0, 20).entries()) {
    const named = mapHeaders(resource, row.map(cellText), fixed).filter((name) => name !== null).length;
    if (named > most) [best, most] = [index, named];
  }
  return best;
}

export interface SheetValues {
  /** What the cells say, as a save takes it; empty cells say nothing. References stand in `refs` until their ids are known. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Codes or names of referred rows. */
  readonly refs: Readonly<Record<string, readonly string[]>>;
  readonly problems: readonly Problem[];
}

const parts = (text: string): string[] =>
  text
    .split(/[、,,;;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
const chosen = (set: ChoiceSet, text: string): string | number | undefined =>
  set.options.find(({ code, label }) => text === label[0] || text.toLowerCase() === label[1].toLowerCase() || text === String(code))?.code;
/** What a spreadsheet shows where a formula has no answer. */
const cellError = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/i;
const yesWords = /^(?:是|有|√|y|yes|true|1)$/i;
const noWords = /^(?:否|无|×|n|no|false|0)$/i;
const asNumber = (text: string): string => text.replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '').replace(/^[¥¥]\s*/, '');
const asIs = (text: string): string => text;
const asMoment = (text: string): string => readDate(text).value || text;

type Read = (text: string, field: Field) => unknown;
/** What a cell says, by kind; undefined where it says nothing the field knows. What is merely malformed is judged with the record. */
const readers: Readonly<Record<FieldKind, Read>> = {
  text: asIs,
  longText: asIs,
  code: (text) => (/^\d(?:\.\d+)?E\+?\d{1,3}$/i.test(text) ? undefined : text),
  integer: asNumber,
  decimal: asNumber,
  money: asNumber,
  yesNo: (text) => (yesWords.test(text) ? yesNo.yes : noWords.test(text) ? yesNo.no : undefined),
  choice: (text, field) => field.choices && chosen(field.choices, text),
  choiceList: (text, field) => {
    const codes = parts(text).map((part) => field.choices && chosen(field.choices, part));
    return codes.includes(undefined) ? undefined : codes;
  },
  date: (text) => asMoment(text).slice(0, 10),
  dateTime: asMoment,
  ref: asIs,
  refList: parts,
  rows: () => undefined,
  json: () => undefined,
};

/** Letters a cell may have, before anything is looked for in it; several names stand in one. */
function longestOf(field: Field): number {
  if (field.kind === 'refList' || field.kind === 'choiceList') return 2_000;
  return field.kind === 'text' || field.kind === 'longText' || field.kind === 'code' ? (field.max ?? 100) : 100;
}

/** Reads the cells of a row by what their fields are. */
export function sheetValues(resource: Resource, cells: RecordCells, fixed: Fixed = {}): SheetValues {
  const values: Record<string, unknown> = { ...fixed };
  const refs: Record<string, readonly string[]> = {};
  const problems: Problem[] = [];
  for (const [name, field] of sheetFields(resource, fixed)) {
    const text = (cells[name] ?? '').trim();
    if (text === '') continue;
    if (text.length > longestOf(field)) {
      problems.push(problemOf(name, field, 'tooLong', { max: longestOf(field) }));
      continue;
    }
    if (cellError.test(text)) {
      problems.push(problemOf(name, field, 'cellError', { value: text }));
      continue;
    }
    const value = readers[field.kind](text.normalize('NFKC'), field);
    if (value === undefined) problems.push(problemOf(name, field, field.kind === 'code' ? 'ruinedCode' : 'notChoice'));
    else if (field.kind === 'ref') refs[name] = [text];
    // A name may hold what separates names: the whole cell is looked for first.
    else if (field.kind === 'refList') refs[name] = [text, ...(value as string[])];
    else values[name] = value;
  }
  return { values, refs, problems };
}

const kindWords: Readonly<Record<FieldKind, Label>> = {
  text: ['文字', 'Text'],
  longText: ['文字', 'Text'],
  code: ['编号', 'Code'],
  integer: ['整数', 'Whole number'],
  decimal: ['数字', 'Number'],
  money: ['金额(元)', 'Amount in yuan'],
  yesNo: ['是/否', 'Yes/No'],
  choice: ['选项', 'One of the choices'],
  choiceList: ['选项,可多个', 'Choices, several allowed'],
  date: ['日期 yyyy-MM-dd', 'Date yyyy-MM-dd'],
  dateTime: ['时间 yyyy-MM-dd HH:mm:ss', 'Time yyyy-MM-dd HH:mm:ss'],
  ref: ['编号或名称', 'Code or name'],
  refList: ['编号或名称,多个用顿号分隔', 'Codes or names, separated by commas'],
  rows: ['', ''],
  json: ['', ''],
};

/** What may stand in a cell, where that is a closed set. */
export function cellChoices(field: Field): readonly Label[] {
  const set = field.kind === 'yesNo' ? yesNo : field.choices;
  return set?.options.map(({ label }) => label) ?? [];
}

/** The sheets of an empty file: the columns, and what each may hold. */
export function templateSheets(resource: Resource, language: Language, fixed: Fixed = {}): readonly WrittenSheet[] {
  const say = (label: Label): string => inLanguage(label, language);
  const fields = sheetFields(resource, fixed);
  const key = new Set(keyOf(resource));
  const head: readonly Label[] = [
    ['列', 'Column'],
    ['必填', 'Needed'],
    ['填写', 'Holds'],
    ['可选值', 'Choices'],
    ['长度或范围', 'Length or range'],
    ['说明', 'Notes'],
  ];
  const range = ({ min, max }: Field): string => (min === undefined && max === undefined ? '' : `${min ?? ''} – ${max ?? ''}`);
  const lines = fields.map(([name, field]) => [
    headerOf(field, language),
    field.required ? say(yesNo.labelOf(yesNo.yes) ?? ['', '']) : '',
    say(kindWords[field.kind]),
    cellChoices(field).map(say).join(' / '),
    range(field),
    [
      key.has(name)
        ? say(['按此列识别已有记录: 相同则更新, 没有则新增', 'Tells which record is meant: a known one is changed, another is added'])
        : '',
      field.help ? say(field.help) : '',
    ]
      .filter(Boolean)
      .join('; '),
  ]);
  return [
    { name: say(resource.title), rows: [fields.map(([, field]) => headerOf(field, language))] },
    {
      name: say(['填写说明', 'How to fill in']),
      rows: [
        head.map(say),
        ...lines,
        [],
        [say(['空单元格: 新增时为空, 更新时保留原值', 'An empty cell: nothing in a new record, and no change to a known one'])],
        [say(['一次最多 5000 行', 'At most 5,000 rows at once'])],
      ],
    },
  ];
}

/** Rows of a file that mean one record: the line of the first, for every later one. */
export function laterTwins(resource: Resource, rows: readonly RecordCells[], fixed: Fixed = {}): ReadonlyMap<number, number> {
  const given = keyOf(resource).filter((name) => !(name in fixed));
  const names = given.length > 0 ? given : sheetFields(resource, fixed).map(([name]) => name);
  const first = new Map<string, number>();
  const twins = new Map<number, number>();
  for (const [line, cells] of rows.entries()) {
    const key = names.map((name) => (cells[name] ?? '').normalize('NFKC').trim().toLowerCase());
    if (key.every((text) => text === '')) continue;
    const known = first.get(JSON.stringify(key));
    if (known === undefined) first.set(JSON.stringify(key), line);
    else twins.set(line, known);
  }
  return twins;
}

/** What became, or would become, of one row. */
export const recordOutcomes = ['created', 'updated', 'same', 'refused'] as const;
export interface RecordAnswer {
  readonly line: number;
  readonly outcome: (typeof recordOutcomes)[number];
  readonly id: string | null;
  readonly problems: readonly Problem[];
  /** What is worth a look and stops nothing. */
  readonly warnings: readonly Problem[];
  /** Why it was refused, where no single field is at fault. */
  readonly text: Label | null;
  /** What only this answer tells, as a new account's password for one use. */
  readonly told?: Readonly<Record<string, string>>;
}
/** The body of an import call. */
export interface RecordImport {
  /** Judge as the save would, and write nothing. */
  readonly isTrial: boolean;
  readonly fixed?: Fixed;
  /** false: a row that means a known record is refused. */
  readonly isUpdating?: boolean;
  readonly rows: readonly { readonly line: number; readonly cells: RecordCells }[];
}

/** For refs to rows that are switched off. */
export const isOff = (isDisable: unknown): boolean => Number(isDisable ?? 0) === disabled.yes;
