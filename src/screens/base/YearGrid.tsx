import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { calendarKind, isWorkingDay, weekdayOf, type WorkCalendar } from '#domain/base/workCalendar.ts';
import { formatDate } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';

const weekdays: readonly Label[] = [
  ['一', 'M'],
  ['二', 'T'],
  ['三', 'W'],
  ['四', 'T'],
  ['五', 'F'],
  ['六', 'S'],
  ['日', 'S'],
];
const months = Array.from({ length: 12 }, (_, at) => at + 1);
const monthNames = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const two = (value: number): string => String(value).padStart(2, '0');

const Day = chakra('button', {
  base: {
    position: 'relative',
    h: '30px',
    borderRadius: 'sm',
    border: '1px solid transparent',
    textStyle: 'dense',
    fontVariantNumeric: 'tabular-nums',
    _hover: { borderColor: 'border.input' },
    '&:disabled': { cursor: 'default', _hover: { borderColor: 'transparent' } },
    // The mark has its own line.
    '&:has(> small)': { pt: '8px' },
    '& > small': { position: 'absolute', top: '-1px', right: '1px', fontSize: '10px', lineHeight: '12px' },
  },
  variants: {
    look: {
      work: { color: 'fg' },
      weekend: { color: 'fg.muted' },
      off: { bg: 'danger.subtle', color: 'danger.text' },
      makeUp: { bg: 'warning.subtle', color: 'warning.text' },
    },
    isPicked: { true: { outline: '2px solid', outlineColor: 'accent.solid', outlineOffset: '-2px' } },
    isToday: { true: { fontWeight: 'bold', textDecoration: 'underline' } },
  },
});

export interface YearGridProps {
  readonly year: number;
  readonly calendar: WorkCalendar;
  readonly picked: ReadonlySet<string>;
  /** undefined: for looking only. */
  readonly onToggle: ((date: string) => void) | undefined;
}

/** Twelve months, a week a line, Monday first; what differs from the ordinary week stands out by word and colour. */
export function YearGrid({ year, calendar, picked, onToggle }: YearGridProps) {
  const { label } = useText();
  const [today] = useState(() => formatDate(Date.now()));
  return (
    <chakra.div display="grid" gridTemplateColumns="repeat(auto-fill, minmax(224px, 1fr))" gap={3}>
      {months.map((month) => {
        const first = `${year}-${two(month)}-01`;
        const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
        const monthName = label(['{month}月', '{name}'], { month, name: monthNames[month - 1] });
        return (
          <chakra.section key={month} bg="bg.panel" border="hairline" borderRadius="md" p={2} aria-label={monthName}>
            <chakra.h2 textStyle="body" fontWeight="semibold" mb={1}>
              {monthName}
            </chakra.h2>
            <chakra.div display="grid" gridTemplateColumns="repeat(7, 1fr)" gap="1px" textAlign="center">
              {weekdays.map((day, at) => (
                <chakra.span key={at} fontSize="11px" color="fg.muted" aria-hidden>
                  {label(day)}
                </chakra.span>
              ))}
              {Array.from({ length: count }, (_, at) => {
                const date = `${year}-${two(month)}-${two(at + 1)}`;
                const special = calendar.get(date);
                const isOff = special?.kind === calendarKind.holiday;
                const word = special ? label(isOff ? ['休', 'off'] : ['班', 'work']) : '';
                const kindName = label(isWorkingDay(date, calendar) ? ['工作日', 'working day'] : ['非工作日', 'day off']);
                return (
                  <Day
                    key={date}
                    type="button"
                    data-calendar-day
                    look={special ? (isOff ? 'off' : 'makeUp') : weekdayOf(date) > 5 ? 'weekend' : 'work'}
                    isPicked={picked.has(date)}
                    isToday={date === today}
                    aria-pressed={onToggle ? picked.has(date) : undefined}
                    aria-label={`${date} ${kindName} ${special?.name ?? ''}`.trim()}
                    title={special?.name || undefined}
                    disabled={!onToggle}
                    onClick={() => onToggle?.(date)}
                    style={at === 0 ? { gridColumnStart: weekdayOf(first) } : undefined}
                  >
                    {at + 1}
                    {special ? <small aria-hidden>{word}</small> : null}
                  </Day>
                );
              })}
            </chakra.div>
          </chakra.section>
        );
      })}
    </chakra.div>
  );
}
