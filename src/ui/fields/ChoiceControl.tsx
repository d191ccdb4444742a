import { useState } from 'react';
import type { Choice, ChoiceCode } from '#domain/kernel/choices.ts';
import { type Say, useLanguage, useSay } from '../language.ts';
import type { PickerItem } from '../picker.ts';
import { Combo } from './Combo.tsx';
import type { ControlProps } from './control.ts';
import { digitOf, Segmented } from './Segmented.tsx';
import { ToggleList } from './ToggleList.tsx';

/** Room of one column of a form at 1366 px, and what an option takes of it with its digit, px; what needs more folds into a list. */
const columnWidth = 222;
const optionWidth = 31;
function useIsShort(options: readonly Choice[]): boolean {
  const say = useSay();
  const characterWidth = useLanguage() === 'zh' ? 14 : 7.5;
  return options.reduce((sum, option) => sum + optionWidth + say(option.label).length * characterWidth, 0) <= columnWidth;
}

function toItems(options: readonly Choice[], say: Say): readonly PickerItem[] {
  return options.map((option, index) => ({ id: String(option.code), name: say(option.label), code: digitOf(options, index) || undefined }));
}
/** A digit finds its option, letters find the code or a part of the name. */
function find(items: readonly PickerItem[], query: string): readonly PickerItem[] {
  const text = query.toLowerCase();
  if (text === '') return items;
  return items
    .filter((item) => item.code === text || item.id.toLowerCase().startsWith(text) || item.name.toLowerCase().includes(text))
    .toSorted((a, b) => Number(b.code === text) - Number(a.code === text));
}
const codeOf = (options: readonly Choice[], id: string): ChoiceCode => options.find((option) => String(option.code) === id)?.code ?? id;

export interface ChoiceControlProps extends ControlProps<ChoiceCode | null> {
  readonly options: readonly Choice[];
  /** Default: side by side where it fits. */
  readonly form?: 'segmented' | 'list';
}

/** One of a closed set: side by side where short, else a searching list; digits choose in both. */
export function ChoiceControl(props: ChoiceControlProps) {
  const { options, value, defaultValue = null, onChange, registration: _registration, form, ...rest } = props;
  const say = useSay();
  const isShort = useIsShort(options);
  const [own, setOwn] = useState<ChoiceCode | null>(defaultValue);
  if (form === 'segmented' || (form !== 'list' && isShort)) return <Segmented {...props} />;
  const items = toItems(options, say);
  const chosen = items.filter((item) => item.id === String(value === undefined ? own : value));
  return (
    <Combo
      {...rest}
      placeholder={rest.placeholder ?? say(['请选择', 'Select'])}
      chosen={chosen.map(({ id, name }) => ({ id, name }))}
      search={(query) => find(items, query)}
      onChosen={([item]) => {
        const code = item ? codeOf(options, item.id) : null;
        setOwn(code);
        onChange?.(code);
      }}
    />
  );
}

export interface ChoiceListControlProps extends ControlProps<readonly ChoiceCode[]> {
  readonly options: readonly Choice[];
}

/** Several of a closed set: buttons up to eight, else a searching list with chips. */
export function ChoiceListControl(props: ChoiceListControlProps) {
  const { options, value, defaultValue, onChange, registration: _registration, ...rest } = props;
  const say = useSay();
  const [own, setOwn] = useState<readonly ChoiceCode[]>(defaultValue ?? []);
  if (options.length <= 8) return <ToggleList {...props} />;
  const chosen = new Set((value === undefined ? own : (value ?? [])).map(String));
  const items = toItems(options, say);
  return (
    <Combo
      {...rest}
      isMultiple
      placeholder={rest.placeholder ?? say(['请选择', 'Select'])}
      chosen={items.filter((item) => chosen.has(item.id))}
      search={(query) => find(items, query)}
      onChosen={(next) => {
        const codes = next.map((item) => codeOf(options, item.id));
        setOwn(codes);
        onChange?.(codes);
      }}
    />
  );
}
