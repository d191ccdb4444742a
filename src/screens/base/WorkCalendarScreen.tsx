import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { CalendarOff, CalendarPlus, ChevronLeft, ChevronRight, Undo2, Upload } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { calendarKind, workCalendar } from '#domain/base/workCalendar.ts';
import { formatDate } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { call, isTransportError, servicePath } from '#src/api/call.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FieldInput } from '#src/ui/FieldInput.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { notify } from '#src/ui/notify.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { text } from '#domain/kernel/fields.ts';
import { parseCalendarFile } from './calendarFile.ts';
import { DueTrial } from './DueTrial.tsx';
import { YearGrid } from './YearGrid.tsx';

const nameField = text('节日名称', 'Name', { max: 50 });
const needsNetwork: Label = ['修改日历需要网络', 'Changing the calendar needs the network'];

/** A year at a glance: days off and make-up workdays, set by picking days or from a file; beside it, how a due time comes about. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [year, setYear] = useState(() => Number(formatDate(Date.now()).slice(0, 4)));
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const { data, failure, retry } = useAsked('GET base/work-calendar/list', { year });
  const calendar = useMemo(() => workCalendar(data ?? []), [data]);
  const maySet = can('workCalendar_save');
  const dates = [...picked].toSorted();

  const toggle = (date: string): void =>
    setPicked((before) => {
      const after = new Set(before);
      if (!after.delete(date)) after.add(date);
      return after;
    });
  const send = async (verb: 'set-holiday' | 'cancel-holiday', body: unknown, count: number): Promise<boolean> => {
    setBusy(true);
    try {
      await call('POST', servicePath('base', `work-calendar/${verb}`), { body });
      notify.success(['已更新 {count} 天', '{count} days updated'], { params: { count } });
      await queries.invalidateQueries({ queryKey: ['call', 'base', 'work-calendar/list'] });
      return true;
    } catch (error) {
      // The server's own sentence is shown by the call; a dead link has none.
      if (isTransportError(error)) notify.error(needsNetwork);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const set = async (kind: number): Promise<void> => {
    if (await send('set-holiday', { days: dates.map((date) => ({ date, kind, name })) }, dates.length)) setPicked(new Set());
  };
  const reset = async (): Promise<void> => {
    const special = dates.filter((date) => calendar.has(date));
    if (special.length > 0 && !(await send('cancel-holiday', { dates: special }, special.length))) return;
    setPicked(new Set());
  };
  const readFile = async (chosen: File): Promise<void> => {
    const { days, faults } = parseCalendarFile(await chosen.text());
    for (const { line, reason } of faults.slice(0, 3))
      notify.warn(['第 {line} 行：{reason}', 'Line {line}: {reason}'], { params: { line, reason }, stayMs: 10_000 });
    if (faults.length > 3)
      notify.warn(['另有 {count} 行不能读取', '{count} more lines cannot be read'], { params: { count: faults.length - 3 }, stayMs: 10_000 });
    if (days.length > 0) await send('set-holiday', { days }, days.length);
    else if (faults.length === 0) notify.warn(['文件中没有日期', 'No dates in the file']);
  };

  return (
    // What the bar that stays would cover is not where the focus comes to rest.
    <chakra.div display="flex" flexDirection="column" gap={3} h="full" minH={0} overflow="auto" scrollPaddingTop="72px">
      <ScreenTitle />
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap={2}
        bg="bg.panel"
        border="hairline"
        borderRadius="md"
        p={2}
        position="sticky"
        top={0}
        zIndex={1}
      >
        <IconButton label={label(['上一年', 'Year before'])} icon={ChevronLeft} onClick={() => setYear(year - 1)} />
        <chakra.strong textStyle="title" minW="60px" textAlign="center" aria-live="polite">
          {year}
        </chakra.strong>
        <IconButton label={label(['下一年', 'Next year'])} icon={ChevronRight} onClick={() => setYear(year + 1)} />
        <Legend />
        {maySet ? (
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2} ml="auto">
            <chakra.span textStyle="dense" color="fg.muted" aria-live="polite">
              {label(['已选 {count} 天', '{count} days picked'], { count: dates.length })}
            </chakra.span>
            <chakra.div w="140px">
              <FieldInput
                field={nameField}
                value={name}
                onChange={(value: string) => setName(value)}
                ariaLabel={label(nameField.label)}
                placeholder={label(nameField.label)}
              />
            </chakra.div>
            <Button icon={CalendarOff} disabled={dates.length === 0 || isBusy} onClick={() => void set(calendarKind.holiday)}>
              {label(['设为休息日', 'Day off'])}
            </Button>
            <Button icon={CalendarPlus} disabled={dates.length === 0 || isBusy} onClick={() => void set(calendarKind.workday)}>
              {label(['设为调休上班', 'Workday'])}
            </Button>
            <Button icon={Undo2} disabled={dates.length === 0 || isBusy} onClick={() => void reset()}>
              {label(['恢复', 'Ordinary'])}
            </Button>
            <Button
              icon={Upload}
              disabled={isBusy}
              onClick={() => file.current?.click()}
              title={label(['每行：日期,休息日或调休上班,名称', 'One line a day: date, off or work, name'])}
            >
              {label(['导入', 'Import'])}
            </Button>
            <input
              ref={file}
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              hidden
              onChange={(event) => {
                const [chosen] = event.target.files ?? [];
                event.target.value = '';
                if (chosen) void readFile(chosen);
              }}
            />
          </chakra.div>
        ) : null}
      </chakra.div>
      <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', xl: 'minmax(0, 1fr) 340px' }} gap={3} alignItems="start">
        {data ? (
          <YearGrid year={year} calendar={calendar} picked={picked} onToggle={maySet ? toggle : undefined} />
        ) : failure ? (
          <StateView state="failed" failure={failure} onRetry={retry} />
        ) : (
          <StateView state="loading" />
        )}
        <DueTrial year={year} calendar={calendar} />
      </chakra.div>
    </chakra.div>
  );
}

function Legend() {
  const { label } = useText();
  const marks: readonly (readonly [Label, Record<string, string>])[] = [
    [['休', 'Off'], { bg: 'danger.subtle', color: 'danger.text' }],
    [['班', 'Work'], { bg: 'warning.subtle', color: 'warning.text' }],
  ];
  const words: readonly Label[] = [
    ['休息日', 'Day off'],
    ['调休上班', 'Make-up workday'],
  ];
  return (
    <chakra.span display="inline-flex" gap={3} ml={2} textStyle="dense" color="fg.muted">
      {marks.map(([mark, style], at) => (
        <chakra.span key={mark[0]} display="inline-flex" alignItems="center" gap={1}>
          <chakra.span px={1} borderRadius="sm" fontSize="11px" {...style}>
            {label(mark)}
          </chakra.span>
          {label(words[at] ?? ['', ''])}
        </chakra.span>
      ))}
    </chakra.span>
  );
}
