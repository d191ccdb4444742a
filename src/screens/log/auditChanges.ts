import { disabled, yesNo } from '#domain/kernel/choices.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { inLanguage, type Language } from '#domain/kernel/label.ts';
import { changedField } from '#domain/session/actionLabel.ts';

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

function textOf(name: string, field: Field | undefined, value: unknown, language: Language): string | null {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null;
  if (Array.isArray(value)) return value.map((one) => textOf(name, field, one, language)).join(language === 'zh' ? '、' : ', ');
  const set = field?.choices ?? (field?.kind === 'yesNo' || name === 'isDeleted' ? yesNo : name === 'isDisable' ? disabled : undefined);
  const chosen = set?.labelOf(value);
  if (chosen) return inLanguage(chosen, language);
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value as string | number | boolean);
}

/** What an audit entry changed, value by value, in words; what stayed as it was is left out. */
export function changesOf(action: string, before: unknown, after: unknown, language: Language): readonly Change[] {
  const [old, made] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(made)])]
    .map((name) => {
      const field = changedField(action, name);
      return {
        name,
        title: inLanguage(field?.label ?? common[name] ?? [name, name], language),
        before: textOf(name, field, old[name], language),
        after: textOf(name, field, made[name], language),
      };
    })
    .filter((change) => change.before !== change.after);
}
