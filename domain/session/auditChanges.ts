import { disabled, yesNo } from '#domain/kernel/choices.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { inLanguage, type Language } from '#domain/kernel/label.ts';
import { patientsTold } from '#domain/kernel/listExport.ts';

/** One value before and after; null where there was none. */
export interface Change {
  readonly name: string;
  readonly title: string;
  readonly before: string | null;
  readonly after: string | null;
}
type Values = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Values => value !== null && typeof value === 'object' && !Array.isArray(value);
/** A step keeps what was typed as `values`, among what else it did: each of them is a change of its own. */
const spread = ({ values, ...rest }: Values): Values =>
  isRecord(values) ? { ...values, ...rest } : { ...(values === undefined ? {} : { values }), ...rest };
const valuesOf = (value: unknown): Values => (isRecord(value) ? spread(value) : value === null || value === undefined ? {} : { value });
const common: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  isDisable: ['状态', 'State'],
  isDeleted: ['已删除', 'Removed'],
  menuIds: ['菜单与按钮', 'Menus and buttons'],
  value: ['值', 'Value'],
  tubes: ['样本管', 'Tubes'],
  moves: ['状态变化', 'Moves'],
  from: ['原状态', 'From'],
  to: ['新状态', 'To'],
  reasons: ['说明原因', 'Reasons'],
  patients: ['受检者信息', 'Patients'],
};

/** Names of referred rows by id, for fields that hold ids. */
type Names = Readonly<Record<string, Readonly<Record<string, string>>>>;

type FieldOf = (name: string) => Field | undefined;
const titleOf = (name: string, field: Field | undefined, language: Language): string =>
  inLanguage(field?.label ?? common[name] ?? [name, name], language);

function textOf(name: string, fieldOf: FieldOf, value: unknown, language: Language, names: Names): string | null {
  const field = fieldOf(name);
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null;
  if (Array.isArray(value))
    return value.map((one) => textOf(name, fieldOf, one, language, names)).join(value.some(isRecord) ? '\n' : language === 'zh' ? '、' : ', ');
  const known = names[name]?.[String(value as string)];
  if (known) return known;
  const own = name === 'patients' ? patientsTold : undefined;
  const set = field?.choices ?? own ?? (field?.kind === 'yesNo' || name === 'isDeleted' ? yesNo : name === 'isDisable' ? disabled : undefined);
  const chosen = set?.labelOf(value);
  if (chosen) return inLanguage(chosen, language);
  if (!isRecord(value)) return String(value as string | number | boolean);
  return Object.entries(value)
    .flatMap(([part, one]) => {
      const said = textOf(part, fieldOf, one, language, names);
      return said === null ? [] : [`${titleOf(part, fieldOf(part), language)}: ${said}`];
    })
    .join('; ');
}

/** What an audit entry changed, value by value, in words; what stayed as it was is left out. `fieldOf`: what a value is described as. */
export function changesOf(fieldOf: FieldOf, before: unknown, after: unknown, language: Language, names: Names = {}): readonly Change[] {
  const [old, made] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(made)])]
    .map((name) => ({
      name,
      title: titleOf(name, fieldOf(name), language),
      before: textOf(name, fieldOf, old[name], language, names),
      after: textOf(name, fieldOf, made[name], language, names),
    }))
    .filter((change) => change.before !== change.after);
}
