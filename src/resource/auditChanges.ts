import { disabled, yesNo } from '#domain/kernel/choices.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { inLanguage, type Language } from '#domain/kernel/label.ts';

/** One value before and after; null where there was none. */
export interface Change {
  readonly name: string;
  readonly title: string;
  readonly before: string | null;
  readonly after: string | null;
}
type Values = Readonly<Record<string, unknown>>;

const valuesOf = (value: unknown): Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Values) : value === null || value === undefined ? {} : { value };
const common: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  isDisable: ['状态', 'State'],
  isDeleted: ['已删除', 'Removed'],
  menuIds: ['菜单与按钮', 'Menus and buttons'],
  value: ['值', 'Value'],
};

/** Names of referred rows by id, for fields that hold ids. */
type Names = Readonly<Record<string, Readonly<Record<string, string>>>>;

function textOf(name: string, field: Field | undefined, value: unknown, language: Language, names: Names): string | null {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null;
  if (Array.isArray(value)) return value.map((one) => textOf(name, field, one, language, names)).join(language === 'zh' ? '、' : ', ');
  const known = names[name]?.[String(value as string)];
  if (known) return known;
  const set = field?.choices ?? (field?.kind === 'yesNo' || name === 'isDeleted' ? yesNo : name === 'isDisable' ? disabled : undefined);
  const chosen = set?.labelOf(value);
  if (chosen) return inLanguage(chosen, language);
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value as string | number | boolean);
}

/** What an audit entry changed, value by value, in words; what stayed as it was is left out. `fieldOf`: what a value is described as. */
export function changesOf(
  fieldOf: (name: string) => Field | undefined,
  before: unknown,
  after: unknown,
  language: Language,
  names: Names = {},
): readonly Change[] {
  const [old, made] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(made)])]
    .map((name) => {
      const field = fieldOf(name);
      return {
        name,
        title: inLanguage(field?.label ?? common[name] ?? [name, name], language),
        before: textOf(name, field, old[name], language, names),
        after: textOf(name, field, made[name], language, names),
      };
    })
    .filter((change) => change.before !== change.after);
}
