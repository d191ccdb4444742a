import { useAction } from '#domain/code/useNumbers.ts';
import { yesNo, type ChoiceSet } from '#domain/kernel/choices.ts';
import type { Field, Fields } from '#domain/kernel/fields.ts';
import { fillLabel, inLanguage, type Label, type Language } from '#domain/kernel/label.ts';
import { offlineCommandByName } from '#domain/offlineCommands.ts';
import { imageKind } from '#domain/sample/requisitionImage.ts';
import { rejectCode, rejectMeasure } from '#domain/sample/rejectReasons.ts';
import { entryFormOf } from '#domain/sample/forms/entryForms.ts';
import { requisitionFields, tubeFields } from '#domain/sample/rules/summaryFields.ts';

/** One fact of an act as a person reads it. */
export interface ActLine {
  readonly key: string;
  readonly title: string;
  readonly text: string;
}
/** The name of a row of the cached master data; undefined where this desk does not know it. */
export type NameOf = (resource: string, id: string) => string | undefined;

interface Known {
  readonly label: Label;
  readonly choices?: ChoiceSet;
  readonly ref?: string;
}
const described = (fields: Fields): Readonly<Record<string, Field>> => fields;

/** What acts carry beside the fields of a form. */
const known: Readonly<Record<string, Known>> = {
  pass: { label: ['录入次数', 'Pass'] },
  form: { label: ['录入表单', 'Form'] },
  unclear: { label: ['字迹不清', 'Illegible'] },
  reason: { label: ['原因', 'Reason'] },
  startedAt: { label: ['开始录入', 'Started'] },
  seconds: { label: ['用时(秒)', 'Seconds taken'] },
  originalRequest: { label: ['原申请单', 'Earlier requisition'] },
  rejectCode: { label: ['拒收原因', 'Reject reason'], choices: rejectCode },
  rejectReason: { label: ['原因说明', 'Explanation'] },
  measure: { label: ['处理措施', 'Measure'], choices: rejectMeasure },
  handoverKey: { label: ['交接单号', 'Handover key'] },
  commodityId: { label: ['产品', 'Commodity'], ref: 'commodity' },
  sampleCodes: { label: ['样本条码', 'Sample codes'] },
  signAccount: { label: ['签收账号', 'Signing account'] },
  laboratoryId: { label: ['检验所', 'Laboratory'], ref: 'laboratory' },
  code: { label: ['扫描条码', 'Scanned code'] },
  codes: { label: ['条码', 'Codes'] },
  inputMode: { label: ['输入方式', 'Input'] },
  opId: { label: ['操作编号', 'Key'] },
  type: { label: ['操作', 'Act'] },
  subject: { label: ['对象', 'Subject'] },
  by: { label: ['操作人', 'By'] },
  at: { label: ['时间', 'At'] },
  status: { label: ['状态', 'Status'] },
  labCode: { label: ['实验室编号', 'Lab code'] },
  count: { label: ['数量', 'Count'] },
  blockId: { label: ['号段编号', 'Block'] },
  action: { label: ['用途', 'Use'], choices: useAction },
  commodityName: { label: ['产品', 'Commodity'] },
  pageNo: { label: ['页', 'Page'] },
  imageKind: { label: ['图片类型', 'Kind'], choices: imageKind },
  size: { label: ['大小(字节)', 'Size, bytes'] },
  note: { label: ['备注', 'Remark'] },
};
/** Of no use to a person, or not for their eyes. */
const unshown: ReadonlySet<string> = new Set([
  'signPassword',
  'requisitionImages',
  'codeInputModes',
  'duplicateAnswer',
  'imageKey',
  'sha256',
  'mime',
]);
const inputModes: Readonly<Record<string, Label>> = { scan: ['扫描', 'Scanned'], manual: ['手工输入', 'Typed'] };
const reasonFor: Label = ['原因 {rule}', 'Reason {rule}'];
const tubeNo: Label = ['样本 {number} ', 'Tube {number}: '];

const isLabel = (value: unknown): value is Label =>
  Array.isArray(value) && value.length === 2 && value.every((entry) => typeof entry === 'string') && /[\u4e00-\u9fff]/.test(String(value[0]));
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * What an act carries, or what the server answered to it, in the user's words: titles of the forms' own fields, words of
 * their choices, names of the master data. A field nobody described keeps its own name, so that nothing is hidden.
 */
export function actLines(content: unknown, language: Language, nameOf: NameOf): readonly ActLine[] {
  if (typeof content !== 'object' || content === null) return [];
  const payload = content as Readonly<Record<string, unknown>>;
  const form = typeof payload['form'] === 'string' ? described(entryFormOf(payload['form']).fields) : {};
  const fields: Readonly<Record<string, Field>> = { ...described(requisitionFields), ...described(tubeFields), ...form };
  const say = (label: Label): string => inLanguage(label, language);
  const joined = (texts: readonly string[]): string => texts.join(language === 'zh' ? '、' : ', ');
  const titleOf = (name: string): string => say(fields[name]?.label ?? known[name]?.label ?? [name, name]);

  const textOf = (name: string, value: unknown): string => {
    if (isLabel(value)) return say(value);
    if (Array.isArray(value)) return joined(value.map((entry) => (name === 'unclear' ? titleOf(String(entry)) : textOf(name, entry))));
    if (typeof value === 'object' && value !== null) return JSON.stringify(value);
    const plain = String(value as string | number | boolean);
    if (name === 'inputMode') return say(inputModes[plain] ?? [plain, plain]);
    if (name === 'form') return say(entryFormOf(plain).title);
    if (name === 'type') return say(offlineCommandByName(plain)?.title ?? [plain, plain]);
    const field = fields[name];
    const choices = known[name]?.choices ?? (field?.kind === 'yesNo' ? yesNo : field?.choices);
    const chosen = choices?.labelOf(value);
    if (chosen) return say(chosen);
    const ref = known[name]?.ref ?? field?.ref;
    return (ref ? nameOf(ref, plain) : undefined) ?? (field?.unit ? `${plain} ${field.unit}` : plain);
  };
  const linesOf = (record: Readonly<Record<string, unknown>>, prefix: string, path: string): readonly ActLine[] =>
    Object.entries(record).flatMap(([name, value]): readonly ActLine[] => {
      if (isEmpty(value) || unshown.has(name)) return [];
      if (name === 'tubes' && Array.isArray(value))
        return value.flatMap((tube, index) =>
          linesOf(
            tube as Readonly<Record<string, unknown>>,
            value.length > 1 ? fillLabel(tubeNo, { number: index + 1 }, language) : '',
            `tube${index}.`,
          ),
        );
      if (name === 'values' && typeof value === 'object') return linesOf(value as Readonly<Record<string, unknown>>, prefix, 'values.');
      if (name === 'reasons' && typeof value === 'object')
        return Object.entries(value as Readonly<Record<string, unknown>>).map(([rule, reason]) => ({
          key: `reason.${rule}`,
          title: fillLabel(reasonFor, { rule }, language),
          text: textOf('reason', reason),
        }));
      return [{ key: path + name, title: prefix + titleOf(name), text: textOf(name, value) }];
    });
  return linesOf(payload, '', '');
}

/** Rows of the master data an act speaks of: `resource id`. */
export function mentionedRows(content: unknown): readonly (readonly [resource: string, id: string])[] {
  const found: (readonly [string, string])[] = [];
  // The lines themselves ask for every name they need.
  actLines(content, 'zh', (resource, id) => {
    found.push([resource, id]);
    return undefined;
  });
  return found;
}
