import { chakra } from '@chakra-ui/react';
import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { formatDate, formatDateTime, isDate, isDateTime } from '#domain/kernel/dates.ts';
import { parseTypedDate, parseTypedDateTime, weekdayOf } from '#src/ui/scan/parseTypedDate.ts';
import { placeFloating } from '../floating.ts';
import { useSay } from '../language.ts';
import { Calendar } from './Calendar.tsx';
import { ariaOf, type ControlProps, Frame, isComposing } from './control.ts';
import { useHolder } from './holder.ts';

export interface DateControlProps extends ControlProps<string> {
  /** Typed as `0520 0930`, kept as `yyyy-MM-dd HH:mm:ss`. */
  readonly hasTime?: boolean;
  /** A day alone is kept as a day, also where hours may be typed. */
  readonly mayLackTime?: boolean;
  /** Hides the weekday (in narrow places). */
  readonly isBare?: boolean;
  /** No calendar button (in narrow places); Alt+arrow down and a double click still open it. */
  readonly hasNoOpener?: boolean;
}

const Popup = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    m: 0,
    p: 0,
    bg: 'bg.panel',
    color: 'fg',
    border: 'hairline',
    borderRadius: 'md',
    boxShadow: 'float',
    zIndex: 'popover',
  },
});
const Opener = chakra('button', {
  base: {
    display: 'inline-flex',
    p: '4px',
    mr: '2px',
    borderRadius: 'sm',
    color: 'fg.muted',
    cursor: 'pointer',
    flexShrink: 0,
    _hover: { bg: 'bg.muted', color: 'fg' },
  },
});
const Weekday = chakra('span', { base: { color: 'fg.muted', textStyle: 'note', whiteSpace: 'nowrap', pointerEvents: 'none' } });

/**
 * A date that is typed (`0520`, `t`, `-1`, `2025/5/20`), read when the field is left, Enter is pressed or the form is saved; a calendar beside.
 * What cannot be read stays as typed and is reported by `check`: never a date nobody meant.
 */
export function DateControl(props: DateControlProps) {
  const {
    value,
    defaultValue = '',
    onChange,
    onBlur,
    hasTime = false,
    mayLackTime = false,
    isBare = false,
    hasNoOpener = false,
    isDisabled,
    isReadOnly,
    id,
    name,
    autoFocus,
    placeholder,
    size = 'md',
    inputRef,
  } = props;
  const say = useSay();
  const [own, setOwn] = useState(defaultValue ?? '');
  const known = value === undefined ? own : (value ?? '');
  const [text, setText] = useState(known);
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(known);
  if (seen !== known) {
    // Set from outside (a reset, a carried-over value): what was typed gives way.
    setSeen(known);
    setText(known);
  }
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(inputRef as Ref<HTMLElement | null>, () => input.current);

  const keep = (next: string): void => {
    setText(next);
    setOwn(next);
    if (next !== known) onChange?.(next);
  };
  const read = (typed: string): void => {
    const clean = typed.trim();
    if (clean === '') return keep('');
    if (clean === known && (hasTime ? isDateTime(clean) || (mayLackTime && isDate(clean)) : isDate(clean))) return;
    const now = formatDateTime(Date.now());
    const day = mayLackTime ? parseTypedDate(clean, now.slice(0, 10)) : null;
    keep(day ?? (hasTime ? parseTypedDateTime(clean, now) : parseTypedDate(clean, formatDate(Date.now()))) ?? clean);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event)) return;
    if (event.key === 'Enter') read(text);
    else if (event.key === 'ArrowDown' && event.altKey && !isDisabled && !isReadOnly) {
      event.preventDefault();
      setOpen(true);
    }
  };
  const close = (): void => {
    setOpen(false);
    input.current?.focus();
  };
  useHolder(frame, {
    commit: () => {
      if (!isDisabled && !isReadOnly) read(input.current?.value ?? text);
      return null;
    },
    drop: () => setText(known),
    note: () => () => setText(text),
  });

  useLayoutEffect(() => {
    const element = popup.current;
    if (!isOpen || !element || !frame.current) return;
    element.showPopover?.();
    placeFloating(element, frame.current);
    // Not before it is in the top layer: what is not shown cannot take the focus.
    element.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    const onOutside = (event: PointerEvent): void => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onOutside, true);
    return () => document.removeEventListener('pointerdown', onOutside, true);
  }, [isOpen]);

  const day = known.slice(0, 10);
  return (
    <Frame
      ref={frame}
      size={size}
      flexWrap="nowrap"
      data-invalid={props.isInvalid || undefined}
      data-disabled={isDisabled || undefined}
      data-readonly={isReadOnly || undefined}
    >
      <chakra.input
        ref={input}
        id={id}
        name={name}
        type="text"
        inputMode={hasTime ? 'text' : 'numeric'}
        autoComplete="off"
        spellCheck={false}
        autoFocus={autoFocus}
        disabled={isDisabled}
        readOnly={isReadOnly}
        fontVariantNumeric="tabular-nums"
        placeholder={placeholder ?? (hasTime ? 'yyyy-MM-dd HH:mm:ss' : 'yyyy-MM-dd')}
        {...ariaOf(props)}
        aria-expanded={isOpen || undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onDoubleClick={hasNoOpener && !isDisabled && !isReadOnly ? () => setOpen(true) : undefined}
        onBlur={(event) => {
          read(event.target.value);
          onBlur?.();
        }}
      />
      {!isBare && text === known && isDate(day) ? <Weekday>{say(weekdayOf(day))}</Weekday> : null}
      {isDisabled || isReadOnly || hasNoOpener ? null : (
        <Opener
          type="button"
          tabIndex={-1}
          aria-label={say(['打开日历', 'Open the calendar'])}
          data-tip={say(['打开日历  Alt+↓', 'Calendar  Alt+↓'])}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => (isOpen ? close() : setOpen(true))}
        >
          <CalendarDays size={14} aria-hidden />
        </Opener>
      )}
      {isOpen ? (
        <Popup
          ref={popup}
          popover="manual"
          role="dialog"
          aria-label={say(['日历', 'Calendar'])}
          onBlur={(event) => event.relatedTarget && !frame.current?.contains(event.relatedTarget) && setOpen(false)}
        >
          <Calendar
            value={day}
            onClose={close}
            onPick={(date) => {
              keep(hasTime ? `${date} ${isDateTime(known) ? known.slice(11) : '00:00:00'}` : date);
              close();
            }}
          />
        </Popup>
      ) : null}
    </Frame>
  );
}
