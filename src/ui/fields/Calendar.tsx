import { chakra } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { addDays, formatDate, isDate } from '#domain/kernel/dates.ts';
import { IconButton } from '../IconButton.tsx';
import { useSay } from '../language.ts';

const weekdays: readonly Label[] = [
  ['一', 'Mo'],
  ['二', 'Tu'],
  ['三', 'We'],
  ['四', 'Th'],
  ['五', 'Fr'],
  ['六', 'Sa'],
  ['日', 'Su'],
];
const Day = chakra('button', {
  base: {
    h: '28px',
    borderRadius: 'sm',
    textStyle: 'dense',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    '&[data-outside]': { color: 'fg.muted' },
    '&[aria-current=date]': { fontWeight: 'semibold', color: 'accent.text', boxShadow: 'inset 0 0 0 1px var(--ui-colors-accent-border)' },
    '&[aria-pressed=true]': { bg: 'accent.solid', color: 'accent.contrast' },
  },
});

/** The first of the month `months` later. */
function shiftMonth(date: string, months: number): string {
  const index = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}-01`;
}
/** Six weeks from the Monday on or before the first of the month. */
function weeksOf(month: string): readonly string[] {
  const first = `${month.slice(0, 7)}-01`;
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: 42 }, (_unused, index) => addDays(first, index - weekday));
}

export interface CalendarProps {
  /** `yyyy-MM-dd`; anything else shows this month. */
  readonly value: string;
  readonly onPick: (date: string) => void;
  readonly onClose: () => void;
}

/** A month of days, Monday first. Arrows move, PageUp/PageDown change the month (Shift: the year), Enter picks. */
export function Calendar({ value, onPick, onClose }: CalendarProps) {
  const say = useSay();
  const [today] = useState(() => formatDate(Date.now()));
  const [focused, setFocused] = useState(isDate(value) ? value : today);
  const grid = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [focused]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const days: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
    const months = event.key === 'PageUp' ? -1 : event.key === 'PageDown' ? 1 : 0;
    const step = days[event.key];
    if (event.key === 'Escape') onClose();
    else if (step !== undefined) setFocused(addDays(focused, step));
    else if (months !== 0) setFocused(shiftMonth(focused, months * (event.shiftKey ? 12 : 1)));
    else if (event.key === 'Home') setFocused(`${focused.slice(0, 7)}-01`);
    else if (event.key === 'End') setFocused(addDays(shiftMonth(focused, 1), -1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const month = focused.slice(0, 7);
  const turn = (label: Label, months: number, icon: typeof ChevronLeft) => (
    <IconButton size="sm" label={say(label)} icon={icon} tabIndex={-1} onClick={() => setFocused(shiftMonth(focused, months))} />
  );
  return (
    <chakra.div w="252px" p={2} onKeyDown={onKeyDown}>
      <chakra.div display="flex" alignItems="center" mb={1}>
        {turn(['上一年', 'Previous year'], -12, ChevronsLeft)}
        {turn(['上个月', 'Previous month'], -1, ChevronLeft)}
        <chakra.div flex={1} textAlign="center" textStyle="dense" fontWeight="semibold" aria-live="polite">
          {month}
        </chakra.div>
        {turn(['下个月', 'Next month'], 1, ChevronRight)}
        {turn(['下一年', 'Next year'], 12, ChevronsRight)}
      </chakra.div>
      <chakra.div ref={grid} display="grid" gridTemplateColumns="repeat(7, 1fr)" gap="2px">
        {weekdays.map((label) => (
          <chakra.span key={label[1]} textAlign="center" textStyle="note" color="fg.muted">
            {say(label)}
          </chakra.span>
        ))}
        {weeksOf(month).map((date) => (
          <Day
            key={date}
            type="button"
            tabIndex={date === focused ? 0 : -1}
            aria-label={date}
            aria-pressed={date === value}
            aria-current={date === today ? 'date' : undefined}
            data-outside={date.startsWith(month) ? undefined : ''}
            onClick={() => onPick(date)}
          >
            {Number(date.slice(8))}
          </Day>
        ))}
      </chakra.div>
    </chakra.div>
  );
}
