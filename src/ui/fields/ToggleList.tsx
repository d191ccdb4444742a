import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { type KeyboardEvent, type Ref, useRef, useState } from 'react';
import type { Choice, ChoiceCode } from '#domain/kernel/choices.ts';
import { useSay } from '../language.ts';
import type { ControlProps } from './control.ts';
import { useHolder } from './holder.ts';
import { digitOf } from './Segmented.tsx';

export interface ToggleListProps extends ControlProps<readonly ChoiceCode[]> {
  readonly options: readonly Choice[];
}

const Group = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: 1 } });
const Option = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    h: 'controlSm',
    px: 2,
    textStyle: 'dense',
    color: 'fg',
    bg: 'bg.input',
    border: '1px solid',
    borderColor: 'border.input',
    borderRadius: 'md',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    '&[aria-checked=true]': { bg: 'accent.subtle', color: 'accent.text', borderColor: 'accent.border' },
    '& > small': { fontSize: '11px', color: 'fg.muted' },
    _disabled: { cursor: 'not-allowed', color: 'fg.muted' },
  },
});

/** Several of a few options: a digit key toggles, arrows move, Space toggles. One tab stop. */
export function ToggleList(props: ToggleListProps) {
  const { options, value, defaultValue = [], onChange, onBlur, isDisabled, isReadOnly, id, inputRef } = props;
  const say = useSay();
  const [own, setOwn] = useState<readonly ChoiceCode[]>(defaultValue ?? []);
  const [stop, setStop] = useState(0);
  const chosen = new Set((value === undefined ? own : (value ?? [])).map(String));
  const toggle = (index: number): void => {
    const option = options[index];
    if (!option || isDisabled || isReadOnly) return;
    const next = options.filter(({ code }) => (code === option.code ? !chosen.has(String(code)) : chosen.has(String(code)))).map(({ code }) => code);
    keep(next);
  };
  const keep = (next: readonly ChoiceCode[]): void => {
    setOwn(next);
    onChange?.(next);
  };
  const group = useRef<HTMLDivElement>(null);
  const before = value === undefined ? own : (value ?? []);
  useHolder(group, { note: () => () => keep(before) });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const digit = /^\d$/.test(event.key) ? event.key : (/^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? '');
    const byDigit = digit === '' ? -1 : options.findIndex((_option, index) => digitOf(options, index) === digit);
    const step = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 0;
    const next = byDigit >= 0 ? byDigit : step === 0 ? -1 : (stop + step + options.length) % options.length;
    if (next < 0) return;
    event.preventDefault();
    if (byDigit >= 0) toggle(next);
    setStop(next);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=checkbox]')[next]?.focus();
  };
  return (
    <Group
      ref={group}
      role="group"
      onKeyDown={onKeyDown}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur?.()}
      aria-label={props.ariaLabel}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
    >
      {options.map((option, index) => {
        const isChosen = chosen.has(String(option.code));
        return (
          <Option
            key={String(option.code)}
            type="button"
            role="checkbox"
            aria-checked={isChosen}
            disabled={isDisabled || isReadOnly}
            tabIndex={index === stop ? 0 : -1}
            data-enter-stop={index === stop || undefined}
            id={index === stop ? id : undefined}
            ref={(index === stop ? inputRef : undefined) as Ref<HTMLButtonElement>}
            onClick={() => toggle(index)}
          >
            {isChosen ? <Check size={14} aria-hidden /> : <small aria-hidden>{digitOf(options, index)}</small>}
            {say(option.label)}
          </Option>
        );
      })}
    </Group>
  );
}
