import type { Field, Fields } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { judgeCommon } from './commonRules.ts';
import { isEmpty } from './values.ts';
import type { EntryForm, Finding, FormKey, JudgeContext, RequiredWhen, RuleCode, Values } from './entryForm.ts';
import { entryFormOf, entryForms } from '../forms/entryForms.ts';
import { commonRules } from './ruleTitles.ts';
import { commonRequired, summaryFields } from './summaryFields.ts';

const holds = (value: unknown, codes: readonly (string | number)[]): boolean =>
  (Array.isArray(value) ? value : [value]).some((entry) => codes.some((code) => String(code) === String(entry === true ? 1 : entry)));

/** True while a condition makes its fields mandatory. */
export function isRequiredNow(condition: RequiredWhen, values: Values): boolean {
  const value = values[condition.field];
  if (condition.unless && holds(values[condition.unless.field], condition.unless.is)) return false;
  if (condition.isEmpty) return isEmpty(value);
  return !isEmpty(value) && (condition.is === undefined || holds(value, condition.is));
}

type JudgedForm = Pick<EntryForm, 'fields' | 'requiredWhen' | 'sexes' | 'ownRules' | 'judge' | 'personOf' | 'withoutRules'>;
const summaryForm: JudgedForm = { fields: summaryFields, requiredWhen: commonRequired };
const formOf = (formKey: FormKey | 'summary'): JudgedForm => (formKey === 'summary' ? summaryForm : entryForms[formKey]);

const asIs = (values: Values): Values => values;

/** Fields a condition makes mandatory for these values. */
function conditionalFields(formKey: FormKey | 'summary', values: Values, commodities: JudgeContext['commodities']): readonly string[] {
  const { fields, requiredWhen } = formOf(formKey);
  const names = requiredWhen.filter((condition) => isRequiredNow(condition, values)).flatMap((condition) => condition.fields);
  if (formKey === 'summary' && commodities?.some(({ entryForm }) => entryFormOf(entryForm).isTubeNumberAsked)) names.push('testTubeNumber');
  return [...new Set(names)].filter((name) => !fields[name]?.readOnly);
}

/** Fields that must be given for these values: always, or by a condition. Reception's own facts are not among a detail form's. */
export function requiredFields(formKey: FormKey | 'summary', values: Values, context?: Pick<JudgeContext, 'commodities'>): readonly string[] {
  const always = Object.entries(formOf(formKey).fields)
    .filter(([, field]) => field.required && !field.readOnly)
    .map(([name]) => name);
  return [...new Set([...always, ...conditionalFields(formKey, values, context?.commodities)])];
}

const askedFor = (fields: Fields, name: string): Finding => {
  const field = fields[name] as Field;
  const isChosen =
    field.kind === 'choice' ||
    field.kind === 'choiceList' ||
    field.kind === 'ref' ||
    field.kind === 'refList' ||
    field.kind === 'yesNo' ||
    field.kind === 'date' ||
    field.kind === 'dateTime';
  const text: Label = isChosen ? [`请选择${field.label[0]}`, `Select ${field.label[1]}`] : [`请输入${field.label[0]}`, `Enter ${field.label[1]}`];
  return { rule: 'required', severity: 'block', fields: [name], text };
};

/** Only the fields a condition makes mandatory: `check` of the kernel asks for the others. */
function judgeRequired(formKey: FormKey | 'summary', values: Values, context: JudgeContext): Finding[] {
  const { fields } = formOf(formKey);
  const unclear = new Set(context.unclear ?? []);
  return (
    conditionalFields(formKey, values, context.commodities)
      .filter((name) => fields[name]?.required !== true && isEmpty(values[name]) && !unclear.has(name))
      // Several tubes carry their own numbers.
      .filter(
        (name) =>
          !(
            name === 'testTubeNumber' &&
            Array.isArray(values['tubes']) &&
            values['tubes'].every((tube) => !isEmpty((tube as Values)['testTubeNumber']))
          ),
      )
      .map((name) => askedFor(fields, name))
  );
}

/**
 * Judges an entry by every rule of its form (docs/forms.md#common-rules, docs/forms.md#nipt) that the context lets it judge; a look-up that was not made is not judged.
 * `values` are flat by field name; several tubes may stand in `values.tubes`. Field ranges are the kernel's `check`.
 */
export function judge(formKey: FormKey | 'summary', values: Values, context: JudgeContext): Finding[] {
  const { fields, sexes, ownRules = {}, judge: judgeOwn, personOf = asIs, withoutRules = [] } = formOf(formKey);
  const common = judgeCommon(values, context, sexes, fields, personOf(values)).filter(({ rule }) => !withoutRules.includes(rule));
  const found = [...judgeRequired(formKey, values, context), ...common, ...(judgeOwn?.(values, context) ?? [])];
  return found.filter(({ rule }) => rule in commonRules || rule in ownRules);
}

/** Findings that forbid saving. */
export function blocking(findings: readonly Finding[]): Finding[] {
  return findings.filter((finding) => finding.severity === 'block');
}

/** Warnings nobody has given a reason for yet; `reasons` are keyed by rule code. */
export function unexplained(findings: readonly Finding[], reasons: Readonly<Record<string, string>> = {}): Finding[] {
  return findings.filter((finding) => finding.severity === 'warn' && (reasons[finding.rule] ?? '').trim() === '');
}

/** mandatory fields marked 字迹不清; while there are any, the requisition cannot reach 103. */
export function heldBack(formKey: FormKey, values: Values, unclear: readonly string[]): string[] {
  const needed = new Set(requiredFields(formKey, values));
  return unclear.filter((name) => needed.has(name));
}

/** Comments for the report: the printed findings' fixed wording, or their text with the reason given. */
export function reportComments(
  findings: readonly Finding[],
  reasons: Readonly<Record<string, string>> = {},
): { rule: RuleCode; text: Label; reason: string }[] {
  return findings
    .filter((finding) => finding.isPrinted)
    .map((finding) => ({ rule: finding.rule, text: finding.reportText ?? finding.text, reason: reasons[finding.rule] ?? '' }));
}
