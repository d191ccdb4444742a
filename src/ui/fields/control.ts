import { chakra } from '@chakra-ui/react';
import type { Ref } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

/** What every control takes, whatever it edits. With `value` it is controlled, with `defaultValue` it keeps its own. */
export interface ControlProps<Value> {
  readonly id?: string;
  readonly name?: string;
  readonly value?: Value;
  readonly defaultValue?: Value;
  /** `name`: what the value is called, where it was chosen by it. */
  readonly onChange?: (value: Value, name?: string) => void;
  readonly onBlur?: () => void;
  readonly inputRef?: Ref<HTMLElement>;
  readonly isDisabled?: boolean;
  readonly isReadOnly?: boolean;
  readonly isRequired?: boolean;
  readonly isInvalid?: boolean;
  readonly autoFocus?: boolean;
  readonly placeholder?: string;
  /** Id of the element that says what is wrong or what helps. */
  readonly describedBy?: string;
  /** For controls without a visible label. */
  readonly ariaLabel?: string;
  /** Id of the visible label of a group of buttons (a `for` would press the first one). */
  readonly labelledBy?: string;
  /** sm 28 px (tables, search rows of tables), md 32 px. */
  readonly size?: 'sm' | 'md';
  /** react-hook-form's own handlers: the input stays uncontrolled, so that a key costs nothing. Text-like kinds only. */
  readonly registration?: UseFormRegisterReturn;
}

const box = {
  w: 'full',
  minW: 0,
  bg: 'bg.input',
  color: 'fg',
  border: '1px solid',
  borderColor: 'border.input',
  borderRadius: 'md',
  textStyle: 'dense',
  outline: 'none',
  _hover: { borderColor: 'border.strong' },
  _focusVisible: { borderColor: 'accent.focus', outline: '1px solid {colors.accent.focus}', outlineOffset: 0 },
  '&[aria-invalid=true]': { borderColor: 'danger.solid', _focusVisible: { outlineColor: 'danger.solid' } },
  _disabled: { bg: 'bg.muted', color: 'fg.muted', cursor: 'not-allowed' },
  _print: { border: 'none', bg: 'transparent' },
} as const;

/** The bare input: 32 px, hairline, focus always visible. */
export const InputBox = chakra('input', {
  base: { ...box, px: '8px', _readOnly: { bg: 'bg.subtle' } },
  variants: {
    size: { sm: { h: 'controlSm' }, md: { h: 'control' } },
    face: { text: {}, mono: { fontFamily: 'mono', fontVariantNumeric: 'tabular-nums' }, figures: { fontVariantNumeric: 'tabular-nums' } },
  },
  defaultVariants: { size: 'md', face: 'text' },
});

export const TextBox = chakra('textarea', {
  base: { ...box, display: 'block', px: '8px', py: '5px', minH: '60px', resize: 'vertical', _readOnly: { bg: 'bg.subtle' } },
  variants: { face: { text: {}, mono: { fontFamily: 'mono' } } },
  defaultVariants: { face: 'text' },
});

/** An input with something beside it inside one frame: chips, an icon, a unit. */
export const Frame = chakra('div', {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '2px',
    ...box,
    _focusVisible: undefined,
    _focusWithin: { borderColor: 'accent.focus', outline: '1px solid {colors.accent.focus}' },
    '&[data-invalid]': { borderColor: 'danger.solid', _focusWithin: { outlineColor: 'danger.solid' } },
    '&[data-disabled]': { bg: 'bg.muted', cursor: 'not-allowed' },
    '&[data-readonly]': { bg: 'bg.subtle' },
    '& > input': { flex: '1 1 60px', minW: '40px', h: '100%', px: '8px', bg: 'transparent', border: 'none', outline: 'none', color: 'inherit' },
  },
  variants: { size: { sm: { minH: 'controlSm', '& > input': { minH: '26px' } }, md: { minH: 'control', '& > input': { minH: '30px' } } } },
  defaultVariants: { size: 'md' },
});

/** Attributes that say the same thing on every kind of control. */
export function ariaOf({
  isInvalid,
  isRequired,
  describedBy,
  ariaLabel,
  labelledBy,
}: Pick<ControlProps<unknown>, 'isInvalid' | 'isRequired' | 'describedBy' | 'ariaLabel' | 'labelledBy'>) {
  return {
    'aria-invalid': isInvalid || undefined,
    'aria-required': isRequired || undefined,
    'aria-describedby': describedBy,
    'aria-label': ariaLabel,
    'aria-labelledby': labelledBy,
  } as const;
}

/** True while an input method is composing: Enter then belongs to it, not to us. */
export function isComposing(event: { readonly nativeEvent: { readonly isComposing?: boolean; readonly keyCode?: number } }): boolean {
  return event.nativeEvent.isComposing === true || event.nativeEvent.keyCode === 229;
}
