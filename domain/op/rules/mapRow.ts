import { formatDateTime, isDate, isDateTime } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { inputFields, type InputField } from '../partnerFields.ts';

/** What can be wrong with a row, and with a whole call (docs/interfaces.md#faults). */
export const partnerFaults = {
  P01: ['缺少参数: {what}', 'Missing: {what}'],
  P02: ['格式不正确: {what}', 'Malformed: {what}'],
  P03: ['字典无此键值: {what}', 'No mapping: {what}'],
  P04: ['过长: {what}', 'Too long: {what}'],
  P05: ['编码不存在: {what}', 'Unknown code: {what}'],
  P06: ['业务拒绝: {what}', 'Refused: {what}'],
  P07: ['签名验证失败', 'Bad signature'],
  P08: ['重复请求', 'Nonce used'],
  P09: ['接口已停用', 'Disabled'],
  P10: ['调用过于频繁', 'Too often'],
} as const satisfies Readonly<Record<string, Label>>;
export type PartnerFault = keyof typeof partnerFaults;

/** Where a value stands and how it is read: an input parameter (docs/interfaces.md#mapping). */
export interface InputParameter {
  /** What the partner calls it: told where it is wrong. */
  readonly name: string;
  readonly path: string;
  readonly fieldName: InputField;
  readonly format: string | null;
  readonly mappingCode: string | null;
  readonly isRequired: boolean;
  readonly maxLength: number | null;
  readonly defaultValue: string | null;
}
/** The pairs of each set: the partner's value, and ours. */
export type MappingSets = ReadonlyMap<string, ReadonlyMap<string, string>>;
export type PartnerValue = string | number | readonly string[];
export type PartnerValues = { readonly [Field in InputField]?: PartnerValue };
export interface RowFault {
  readonly code: PartnerFault;
  readonly what: string;
  /** Of P03: which set lacks which value. */
  readonly unmapped?: { readonly mappingCode: string; readonly value: string };
}

/** How a partner is read of whom no parameter says anything: each field by its own name, the barcode alone needed. */
export const plainParameters: readonly InputParameter[] = Object.keys(inputFields).map((name) => ({
  name,
  path: name,
  fieldName: name as InputField,
  format: null,
  mappingCode: null,
  isRequired: name === 'thirdBarCode',
  maxLength: null,
  defaultValue: null,
}));

/** Reads one row of a message by its parameters: in turn path, format, mapping, default, required, length. */
export function mapRow(
  row: unknown,
  parameters: readonly InputParameter[],
  sets: MappingSets,
): { readonly values: PartnerValues; readonly faults: readonly RowFault[] } {
  const values: Record<string, PartnerValue> = {};
  const faults: RowFault[] = [];
  for (const parameter of parameters) {
    const read = valueOf(row, parameter, sets);
    if ('fault' in read) faults.push(read.fault);
    else if (read.value !== null) values[parameter.fieldName] = read.value;
  }
  return { values, faults };
}

type Read = { readonly value: PartnerValue | null } | { readonly fault: RowFault };
const fault = (code: PartnerFault, what: string): Read => ({ fault: { code, what } });

function valueOf(row: unknown, parameter: InputParameter, sets: MappingSets): Read {
  const { name, path, fieldName, mappingCode, isRequired, maxLength, defaultValue } = parameter;
  const shape = inputFields[fieldName];
  const found = at(row, path);
  const given = Array.isArray(found) ? found.map(plain) : plain(found);
  if (given === undefined || (Array.isArray(given) && given.some((one) => one === undefined))) return fault('P02', name);
  let texts = [given].flat().filter((one): one is string => one !== undefined && one !== '');
  if (shape.kind === 'codes') texts = texts.flatMap((one) => one.split(/[,;，；\s]+/)).filter(Boolean);
  else if (texts.length > 1) return fault('P02', name);
  const formatted = texts.map((one) => written(one, shape.kind, parameter.format));
  if (formatted.includes(null)) return fault('P02', name);
  texts = formatted as string[];
  if (mappingCode) {
    const pairs = sets.get(mappingCode);
    const unmapped = texts.find((one) => pairs?.get(one) === undefined);
    if (unmapped !== undefined) return { fault: { code: 'P03', what: `${name}=${unmapped}`, unmapped: { mappingCode, value: unmapped } } };
    texts = texts.map((one) => pairs?.get(one) ?? one);
  }
  if (texts.length === 0 && defaultValue) texts = [defaultValue];
  if (texts.length === 0) return isRequired ? fault('P01', name) : { value: null };
  const whole = texts.join(',');
  if (whole.length > Math.min(maxLength ?? shape.longest, shape.longest)) return fault('P04', name);
  if (shape.kind === 'codes') return { value: texts };
  if (shape.kind !== 'integer') return { value: whole };
  return /^\d{1,3}$/.test(whole) ? { value: Number(whole) } : fault('P02', name);
}

/** What stands at `a.b[0].c`; undefined where nothing does. */
function at(row: unknown, path: string): unknown {
  let here: unknown = row;
  for (const part of path.replace(/\[(\d+)\]/g, '.$1').split('.')) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, part)) return '';
    here = (here as Readonly<Record<string, unknown>>)[part];
  }
  return here;
}

/** A value as text; '' for none, undefined for what is no value. */
function plain(value: unknown): string | undefined {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.normalize('NFC').trim();
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : typeof value === 'boolean' ? String(Number(value)) : undefined;
}

/** As we write it; null where it is not of that kind. */
function written(text: string, kind: (typeof inputFields)[InputField]['kind'], format: string | null): string | null {
  if (kind === 'code' || kind === 'codes') {
    const code = text.normalize('NFKC').toUpperCase();
    return /^[\dA-Z][\dA-Z._/-]*$/.test(code) ? code : null;
  }
  if (kind === 'date' || kind === 'dateTime') return readTime(text, kind, format);
  // oxlint-disable-next-line no-control-regex
  return /[\u0000-\u001f]/.test(text) && kind !== 'text' ? null : text;
}

const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;
const tokens = { yyyy: 4, MM: 2, dd: 2, HH: 2, mm: 2, ss: 2 } as const;
type Token = keyof typeof tokens;

/** A time by a format of `yyyy MM dd HH mm ss`; without one as we write it ourselves, or by ISO 8601, whose zone is heeded. */
function readTime(text: string, kind: 'date' | 'dateTime', format: string | null): string | null {
  const parts: Partial<Record<Token, string>> = {};
  if (format) {
    const names: Token[] = [];
    const pattern = format.replace(/yyyy|MM|dd|HH|mm|ss|[.*+?^${}()|[\]\\]/g, (found) => {
      if (!Object.hasOwn(tokens, found)) return `\\${found}`;
      names.push(found as Token);
      return `(\\d{${tokens[found as Token]}})`;
    });
    const read = new RegExp(`^${pattern}$`).exec(text);
    if (!read) return null;
    for (const [index, name] of names.entries()) parts[name] = read[index + 1]!;
  } else if (zoned.test(text)) {
    const moment = Date.parse(text);
    if (Number.isNaN(moment) || !isDate(text.slice(0, 10))) return null;
    const here = formatDateTime(moment);
    return kind === 'date' ? here.slice(0, 10) : here;
  } else {
    const read = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
    if (!read) return null;
    for (const [index, name] of (Object.keys(tokens) as Token[]).entries()) parts[name] = read[index + 1] ?? '00';
  }
  const day = `${parts.yyyy ?? ''}-${parts.MM ?? '01'}-${parts.dd ?? '01'}`;
  if (kind === 'date') return isDate(day) ? day : null;
  const moment = `${day} ${parts.HH ?? '00'}:${parts.mm ?? '00'}:${parts.ss ?? '00'}`;
  return isDateTime(moment) ? moment : null;
}

/** True of a format that names a day at least, and nothing but digits' places and signs. */
export const isTimeFormat = (format: string): boolean =>
  format.includes('yyyy') && format.includes('MM') && format.includes('dd') && !/[A-Za-z]/.test(format.replace(/yyyy|MM|dd|HH|mm|ss|T/g, ''));
