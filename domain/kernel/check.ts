import { z } from 'zod';
import { anyJson } from './contract.ts';
import { isDate, isDateTime } from './dates.ts';
import type { Field, FieldKind, Fields, ValueOf } from './fields.ts';
import { filledRows, isNoneRow } from './fieldRows.ts';
import { idText } from './ids.ts';
import { fillLabel, type Label, type Language } from './label.ts';

/** A fault of one field: a code with a text in both languages, never a bare string. */
export interface Problem {
  readonly field: string;
  readonly code: keyof typeof problemTexts;
  readonly params: Readonly<Record<string, string | number | Label>>;
}

/** The contract's own wording (docs/contract.md#validation: 请输入X, 请选择X), on the client and on the server. */
export const problemTexts = {
  required: ['请输入{label}', 'Enter {label}'],
  requiredChoice: ['请选择{label}', 'Select {label}'],
  tooShort: ['{label}至少{min}个字', '{label} needs at least {min} characters'],
  tooLong: ['{label}不能超过{max}个字', '{label} may have at most {max} characters'],
  notNumber: ['{label}必须是数字', '{label} must be a number'],
  notInteger: ['{label}必须是整数', '{label} must be a whole number'],
  tooSmall: ['{label}不能小于{min}', '{label} must be at least {min}'],
  tooBig: ['{label}不能大于{max}', '{label} must be at most {max}'],
  tooMany: ['{label}最多{max}项', '{label}: at most {max}'],
  tooManyDigits: ['{label}最多{scale}位小数', '{label} may have at most {scale} decimals'],
  notChoice: ['{label}不在可选范围内', '{label} is not one of the choices'],
  notDate: ['{label}不是有效日期(yyyy-MM-dd)', '{label} is not a real date (yyyy-MM-dd)'],
  notDateTime: ['{label}不是有效时间(yyyy-MM-dd HH:mm:ss)', '{label} is not a real time (yyyy-MM-dd HH:mm:ss)'],
  /** Something in one row of a field of rows; its own text is in `params.cell`. */
  wrongCell: ['{label}第 {row} 行: {cell}', '{label}, row {row}: {cell}'],
  wrongShape: ['{label}格式不正确', '{label} is malformed'],
  taken: ['{label}已存在: {value}', '{label} already exists: {value}'],
  /** Of rows that come from a sheet: a reference by code or name, a code a spreadsheet has rounded, a row met twice. */
  unknownRef: ['{label}不存在: {value}', '{label} does not exist: {value}'],
  unsearchedRef: ['{label}: 查找“{value}”失败, 请重试', '{label}: the search for “{value}” failed; try again'],
  severalRefs: ['{label}有多个“{value}”, 请填编号', '{label}: several are called “{value}”; give the code'],
  disabledRef: ['{label}已停用: {value}', '{label} is disabled: {value}'],
  ruinedCode: ['{label}已被表格软件改成科学计数, 请按文本重新填写', '{label} was turned into a power by the spreadsheet: enter it as text'],
  cellError: ['{label}的单元格是公式错误: {value}', '{label}: the cell holds an error: {value}'],
  sameAsRow: ['与第 {row} 行是同一条记录', 'Means the same record as row {row}'],
  knownRecord: ['{label}已有此记录: {value}', '{label}: there is such a record: {value}'],
  /** A rule of a form spoke; its own text is in `params.text`. */
  rule: ['{text}', '{text}'],
} as const satisfies Record<string, Label>;

export function problemText(problem: Problem, language: Language): string {
  return fillLabel((problem.params['missing'] as Label | undefined) ?? problemTexts[problem.code], problem.params, language);
}

type ProblemCode = keyof typeof problemTexts;
const fault = (code: ProblemCode) => ({ error: code });
const trimmed = z.string({ error: 'wrongShape' }).transform((value) => value.normalize('NFKC').trim());

function textSchema(field: Field): z.ZodType {
  if (field.isSecret) return z.string(fault('wrongShape')).max(field.max ?? 100, fault('tooLong'));
  let schema = trimmed.pipe(z.string().max(field.max ?? 100, fault('tooLong')));
  if (field.min) schema = schema.refine((value) => value.length >= (field.min ?? 0), fault('tooShort')) as typeof schema;
  return schema;
}
function numberSchema(field: Field, isInteger: boolean): z.ZodType {
  const number = z.union(
    [
      z.number(),
      z
        .string()
        .regex(/^-?\d+(\.\d+)?$/)
        .transform(Number),
    ],
    fault('notNumber'),
  );
  return number
    .refine((value) => !isInteger || Number.isSafeInteger(value), fault('notInteger'))
    .refine((value) => field.min === undefined || value >= field.min, fault('tooSmall'))
    .refine((value) => field.max === undefined || value <= field.max, fault('tooBig'))
    .refine((value) => isInteger || Number(value.toFixed(field.scale ?? 2)) === value, fault('tooManyDigits'));
}
const listOf = (entry: z.ZodType, { max }: Field): z.ZodType => {
  const list = z.array(entry, fault('wrongShape'));
  return max === undefined ? list : list.max(max, fault('tooMany'));
};
function choiceSchema(field: Field): z.ZodType {
  return z.union([z.string(), z.number()], fault('notChoice')).transform((value, context) => {
    const found = field.choices?.options.find((option) => String(option.code) === String(value));
    if (found) return found.code;
    context.addIssue({ code: 'custom', message: 'notChoice' });
    return z.NEVER;
  });
}

const kindSchemas: Readonly<Record<FieldKind, (field: Field) => z.ZodType>> = {
  text: textSchema,
  longText: textSchema,
  code: textSchema,
  integer: (field) => numberSchema(field, true),
  decimal: (field) => numberSchema(field, false),
  money: (field) =>
    z
      .union([z.string(), z.number()], fault('notNumber'))
      .transform(String)
      .refine((value) => /^\d{1,12}(\.\d{1,2})?$/.test(value), fault('notNumber'))
      .refine((value) => field.max === undefined || Number(value) <= field.max, fault('tooBig')),
  yesNo: () =>
    z
      .union([z.boolean(), z.number(), z.string()], fault('notChoice'))
      .transform((value) => (value === true || value === 1 || value === '1' || value === 'true' ? 1 : 0)),
  choice: choiceSchema,
  choiceList: (field) => listOf(choiceSchema(field), field),
  date: () => z.string(fault('notDate')).refine(isDate, fault('notDate')),
  dateTime: () =>
    z
      .string(fault('notDateTime'))
      .transform((value) => (isDate(value) ? `${value} 00:00:00` : value))
      .refine(isDateTime, fault('notDateTime')),
  ref: () => idText,
  refList: (field) => listOf(idText, field),
  rows: (field) => listOf(z.record(z.string().max(64), anyJson), field),
  json: () => anyJson,
};

const chosenKinds: ReadonlySet<FieldKind> = new Set(['choice', 'choiceList', 'ref', 'refList', 'yesNo', 'date', 'dateTime']);
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Full-width digits, as an input method leaves them, are digits in every kind; what stands in a JSON text is its own. */
const plain = (value: string, field: Field): string => (field.kind === 'json' ? value : value.normalize('NFKC')).trim();

/** Descriptions do not change: a schema is built once a field, not once a value. */
const known = new WeakMap<Field, z.ZodType>();

/** The zod schema of one field's value when it is given. */
export function fieldSchema(field: Field): z.ZodType {
  let schema = known.get(field);
  if (!schema) known.set(field, (schema = kindSchemas[field.kind](field)));
  return schema;
}

/** The shape of a saved record, for OpenAPI; unknown keys are ignored. */
export function fieldsSchema(fields: Fields): z.ZodObject {
  const entries = Object.entries(fields).filter(([, field]) => !field.readOnly);
  return z.object(
    Object.fromEntries(entries.map(([name, field]) => [field.wire ?? name, field.required ? fieldSchema(field) : fieldSchema(field).nullish()])),
  );
}

type Part<One extends Field> = One extends { readonly required: true }
  ? z.ZodType<ValueOf<One>, ValueOf<One>>
  : z.ZodOptional<z.ZodNullable<z.ZodType<ValueOf<One>, ValueOf<One>>>>;
/** Fields as parts of a payload, for `z.object`: the same rules on the screen and on the server. */
export function partsOfFields<const Asked extends Fields>(fields: Asked): { readonly [Name in keyof Asked]: Part<Asked[Name]> } {
  const parts = Object.entries(fields).map(([name, field]) => [name, field.required ? givenSchema(field) : fieldSchema(field).nullish()]);
  return Object.fromEntries(parts);
}
const givenSchema = (field: Field): z.ZodType => fieldSchema(field).refine((value) => !isEmpty(value), missingCode(field));
const missingCode = (field: Field): ProblemCode => (chosenKinds.has(field.kind) ? 'requiredChoice' : 'required');

/** What is wrong with one field, of what its schema said. */
export const problemOfIssue = (name: string, field: Field, { message, input }: z.core.$ZodIssue): Problem =>
  problemOf(
    name,
    field,
    input === undefined || input === null ? missingCode(field) : message in problemTexts ? (message as ProblemCode) : 'wrongShape',
  );

export interface Checked {
  /** Normalised values (NFKC, trimmed, numbers as numbers); empty ones are null. Only described, writable fields. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly Problem[];
}

/**
 * Judges a record against its described fields: the same on the screen and on the server.
 * `input` is keyed by the fields' own names.
 */
export function check(fields: Fields, input: Readonly<Record<string, unknown>>): Checked {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (field.readOnly) continue;
    const given = typeof input[name] === 'string' && !field.isSecret ? plain(input[name], field) : input[name];
    if (isEmpty(given)) {
      values[name] = null;
      if (field.required) problems.push(problemOf(name, field, missingCode(field)));
      continue;
    }
    const parsed = fieldSchema(field).safeParse(given);
    if (parsed.success && field.kind === 'rows') {
      const told = checkRows(name, field, parsed.data);
      values[name] = told.rows.length === 0 ? null : told.rows;
      if (told.rows.length === 0 && field.required) problems.push(problemOf(name, field, missingCode(field)));
      problems.push(...told.problems);
    } else if (parsed.success) values[name] = parsed.data;
    else {
      values[name] = given;
      const message = parsed.error.issues[0]?.message ?? 'wrongShape';
      problems.push(problemOf(name, field, message in problemTexts ? (message as ProblemCode) : 'wrongShape'));
    }
  }
  return { values, problems };
}

/** The rows somebody filled, each by its columns; one that says 无 needs no more and stands alone. At most one fault a row is told. */
function checkRows(
  name: string,
  field: Field,
  given: unknown,
): { readonly rows: readonly Checked['values'][]; readonly problems: readonly Problem[] } {
  const columns = field.columns ?? {};
  const problems: Problem[] = [];
  const at = (row: number, cell: Label): void => void problems.push(problemOf(name, field, 'wrongCell', { row, cell }));
  const rows = filledRows(given).map((row, index, all) => {
    const checked = check(columns, row);
    const isNone = isNoneRow(field, row);
    const fault = isNone ? undefined : checked.problems[0];
    if (isNone && all.length > 1) at(index + 1, ['“无”须单独一行', '"None" stands alone']);
    else if (fault) at(index + 1, [problemText(fault, 'zh'), problemText(fault, 'en')]);
    return checked.values;
  });
  return { rows, problems: problems.slice(0, 1) };
}

/** A fault of a described field, with what its text needs. */
export function problemOf(name: string, field: Field, code: ProblemCode, params: Problem['params'] = {}): Problem {
  return {
    field: name,
    code,
    params: {
      label: field.label,
      ...(field.min === undefined ? {} : { min: field.min }),
      ...(field.max === undefined ? {} : { max: field.max }),
      scale: field.scale ?? 2,
      ...(field.missing && (code === 'required' || code === 'requiredChoice') ? { missing: field.missing } : {}),
      ...params,
    },
  };
}
