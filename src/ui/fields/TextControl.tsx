import { chakra } from '@chakra-ui/react';
import type { FocusEvent, Ref } from 'react';
import { ariaOf, type ControlProps, Frame, InputBox, TextBox } from './control.ts';

export interface TextControlProps extends ControlProps<string> {
  readonly maxLength?: number;
  readonly face?: 'text' | 'mono' | 'figures';
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'tel';
  /** Shown at the right inside the frame, e.g. `mL`. */
  readonly unit?: string;
  /** Not shown while it is typed, not corrected, not offered to the browser's memory. */
  readonly isSecret?: boolean;
}

const Unit = chakra('span', { base: { pr: '8px', color: 'fg.muted', textStyle: 'note', whiteSpace: 'nowrap' } });

/** Full-width digits and letters, as an input method leaves them, become what the wire takes; outer blanks go. */
function normalise(element: HTMLInputElement | HTMLTextAreaElement): boolean {
  const clean = element.value.normalize('NFKC').trim();
  if (clean === element.value) return false;
  element.value = clean;
  return true;
}

function handlersOf({ registration, onChange, onBlur, isSecret = false }: TextControlProps) {
  return {
    onChange: (event: { target: HTMLInputElement | HTMLTextAreaElement }) => {
      void registration?.onChange(event);
      onChange?.(event.target.value);
    },
    onBlur: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      if (event.target instanceof HTMLInputElement && !isSecret && normalise(event.target)) {
        void registration?.onChange(event);
        onChange?.(event.target.value);
      }
      void registration?.onBlur(event);
      onBlur?.();
    },
  };
}

function plainProps(props: TextControlProps) {
  const { id, name, value, defaultValue, registration, inputRef, isDisabled, isReadOnly, autoFocus, placeholder, maxLength } = props;
  return {
    id,
    name: registration?.name ?? name,
    defaultValue,
    disabled: isDisabled,
    readOnly: isReadOnly,
    autoFocus,
    placeholder,
    maxLength,
    ...(value === undefined ? {} : { value: value ?? '' }),
    ref: (registration?.ref ?? inputRef) as Ref<never>,
    autoComplete: props.isSecret ? 'new-password' : 'off',
    spellCheck: false,
    ...ariaOf(props),
    ...handlersOf(props),
  };
}

/** One line of text. */
export function TextControl(props: TextControlProps) {
  const { face = 'text', size = 'md', inputMode, unit, isInvalid, isDisabled, isReadOnly } = props;
  if (!unit) return <InputBox type={props.isSecret ? 'password' : 'text'} face={face} size={size} inputMode={inputMode} {...plainProps(props)} />;
  return (
    <Frame size={size} data-invalid={isInvalid || undefined} data-disabled={isDisabled || undefined} data-readonly={isReadOnly || undefined}>
      <chakra.input type="text" inputMode={inputMode} fontVariantNumeric="tabular-nums" {...plainProps(props)} />
      <Unit>{unit}</Unit>
    </Frame>
  );
}

/** Several lines; in a form Enter and Tab go on, Ctrl+Enter breaks the line. In a program text (`mono`) it is the other way round. */
export function LongTextControl(props: TextControlProps) {
  return (
    <TextBox rows={3} face={props.face === 'mono' ? 'mono' : 'text'} data-lines={props.face === 'mono' ? '' : undefined} {...plainProps(props)} />
  );
}
