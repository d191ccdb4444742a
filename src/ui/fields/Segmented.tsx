import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, type Ref, useRef, useState } from 'react';
import type { Choice, ChoiceCode } from '#domain/kernel/choices.ts';
import { useSay } from '../language.ts';
import { ariaOf, type ControlProps } from './control.ts';
import { useHolder } from './holder.ts';

export interface SegmentedProps extends ControlProps<ChoiceCode | null> {
  readonly options: readonly Choice[];
}

const Group = chakra('div', {
  base: {
    display: 'inline-flex',
    flexWrap: 'wrap',
    w: 'fit-content',
    maxW: 'full',
    bg: 'bg.input',
    border: '1px solid',
    borderColor: 'border.input',
    borderRadius: 'md',
    outline: 'none',
    overflow: 'hidden',
    '&[aria-invalid=true]': { borderColor: 'danger.solid' },
    '&:focus-within': { borderColor: 'accent.focus', outline: '1px solid {colors.accent.focus}' },
  },
});
const Option = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    px: '8px',
    textStyle: 'dense',
    color: 'fg',
    cursor: 'pointer',
    outline: 'none',
    borderRight: '1px solid',
    borderColor: 'border',
    whiteSpace: 'nowrap',
    _last: { borderRight: 'none' },
    _hover: { bg: 'bg.muted' },
    '&[aria-checked=true]': {
      bg: 'accent.subtle',
      color: 'accent.text',
      fontWeight: 'medium',
      boxShadow: 'inset 0 0 0 1px var(--ui-colors-accent-border)',
    },
    '& > small': { fontSize: '11px', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    _disabled: { cursor: 'not-allowed', color: 'fg.muted', _hover: { bg: 'transparent' } },
  },
  variants: { size: { sm: { h: '26px' }, md: { h: '30px' } } },
});

/** The digit that chooses an option: its own code where all codes are single digits, else its place from 1. */
export function digitOf(options: readonly Choice[], index: number): string {
  const isCodes = options.every((option) => /^\d$/.test(String(option.code)));
  return isCodes ? String(options[index]?.code ?? '') : index < 9 ? String(index + 1) : '';
}

/** Few options side by side: a digit key chooses, arrows move, Delete clears what is not required. One tab stop. */
export function Segmented(props: SegmentedProps) {
  const { options, value, defaultValue = null, onChange, onBlur, isDisabled, isReadOnly, isRequired, size = 'md', id, inputRef, autoFocus } = props;
  const say = useSay();
  const [own, setOwn] = useState<ChoiceCode | null>(defaultValue);
  const chosen = value === undefined ? own : value;
  const at = options.findIndex((option) => String(option.code) === String(chosen));
  const isFixed = isDisabled || isReadOnly;
  const choose = (code: ChoiceCode | null): void => {
    if (isFixed) return;
    setOwn(code);
    onChange?.(code);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // An input method swallows digits into `key: Process`; the physical key still tells which one it was.
    const digit = /^\d$/.test(event.key) ? event.key : (/^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? '');
    const byDigit = digit === '' ? -1 : options.findIndex((_option, index) => digitOf(options, index) === digit);
    const step = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 0;
    const next =
      byDigit >= 0 ? byDigit : step === 0 ? -1 : at < 0 ? (step > 0 ? 0 : options.length - 1) : (at + step + options.length) % options.length;
    if (next >= 0) choose(options[next]?.code ?? null);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && !isRequired) choose(null);
    else return;
    event.preventDefault();
    if (next >= 0) event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus();
  };
  const stop = at < 0 ? 0 : at;
  const group = useRef<HTMLDivElement>(null);
  useHolder(group, { note: () => () => choose(chosen ?? null) });
  return (
    <Group
      ref={group}
      role="radiogroup"
      onKeyDown={onKeyDown}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur?.()}
      {...ariaOf(props)}
    >
      {options.map((option, index) => (
        <Option
          key={String(option.code)}
          ref={(index === stop ? inputRef : undefined) as Ref<HTMLButtonElement>}
          id={index === stop ? id : undefined}
          type="button"
          role="radio"
          size={size}
          aria-checked={index === at}
          tabIndex={index === stop ? 0 : -1}
          data-enter-stop={index === stop || undefined}
          disabled={isFixed}
          autoFocus={autoFocus && index === stop}
          onClick={() => choose(index === at && !isRequired ? null : option.code)}
        >
          <small aria-hidden>{digitOf(options, index)}</small>
          {say(option.label)}
        </Option>
      ))}
    </Group>
  );
}
