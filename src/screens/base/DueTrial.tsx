import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { beginNode, dateModel } from '#domain/base/panelTestCycle.ts';
import { type DueTime, dueTime, type WorkCalendar } from '#domain/base/workCalendar.ts';
import { check } from '#domain/kernel/check.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { choice, dateTime, type Fields, integer } from '#domain/kernel/fields.ts';
import { fillLabel } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { FieldInput } from '#src/ui/FieldInput.tsx';

const fields = {
  start: dateTime('收样时间', 'Receive time', { required: true }),
  cycle: integer('检测周期', 'Test cycle', { required: true, min: 1, max: 525_600, unit: 'min' }),
  model: choice('计日方式', 'Days', dateModel, { required: true }),
  cutOffHour: integer('截止时间', 'Cut-off', { min: 1, max: 23, unit: ':00' }),
} satisfies Fields;

/** Reckons a due time with this calendar and says step by step how it came about. */
export function DueTrial({ year, calendar }: { readonly year: number; readonly calendar: WorkCalendar }) {
  const { label, language } = useText();
  const [values, setValues] = useState<Record<string, unknown>>(() => ({
    start: formatDateTime(Date.now()),
    cycle: '2880',
    model: dateModel.workingDays,
    cutOffHour: '',
  }));
  const { problems, values: read } = check(fields, values);
  const reckoned = problems.length === 0 ? reckon(read, calendar) : null;
  const isOtherYear = typeof values['start'] === 'string' && !values['start'].startsWith(String(year));
  return (
    <chakra.aside
      bg="bg.panel"
      border="hairline"
      borderRadius="md"
      p={3}
      display="flex"
      flexDirection="column"
      gap={2}
      aria-label={label(['试算', 'Try a due time'])}
    >
      <chakra.h2 textStyle="title">{label(['试算', 'Try a due time'])}</chakra.h2>
      {Object.entries(fields).map(([name, field]) => (
        <chakra.label key={name} display="grid" gridTemplateColumns="84px 1fr" alignItems="center" gap={2} textStyle="dense">
          <span>{label(field.label)}</span>
          <FieldInput
            field={field}
            value={values[name]}
            onChange={(next: unknown) => setValues((before) => ({ ...before, [name]: next }))}
            ariaLabel={label(field.label)}
          />
        </chakra.label>
      ))}
      {isOtherYear ? (
        <chakra.p textStyle="note" color="warning.text">
          {label(['此时间不在所示年份', 'This time is not in the year shown'])}
        </chakra.p>
      ) : null}
      {reckoned ? (
        <>
          <chakra.p textStyle="body">
            {label(['应完成于', 'Due'])} <chakra.strong textStyle="figures">{reckoned.dueTime}</chakra.strong>
          </chakra.p>
          <chakra.ol textStyle="dense" color="fg.muted" pl={4} listStyleType="decimal">
            {reckoned.steps.map(({ text, params }, at) => (
              <li key={at}>{fillLabel(text, params, language)}</li>
            ))}
          </chakra.ol>
        </>
      ) : null}
    </chakra.aside>
  );
}

function reckon(value: Readonly<Record<string, unknown>>, calendar: WorkCalendar): DueTime {
  const { start, cycle, model, cutOffHour } = value as { start: string; cycle: number; model: number; cutOffHour: number | null };
  return dueTime(
    { receiveTime: null, labReceiveTime: start },
    { beginNode: beginNode.labReceive, dateModel: model, cycle, cutOffHour: cutOffHour ?? null },
    calendar,
  );
}
