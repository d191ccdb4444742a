import { chakra } from '@chakra-ui/react';
import { recordState } from '#domain/lab/process/processChoices.ts';
import type { ProcessRow } from '#domain/lab/process/processRows.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { useText } from '#src/console/useText.ts';
import type { Cells } from '#src/resource/listingColumns.ts';
import { StatusWord, Tag, type Tone } from '#src/ui/Tag.tsx';

const stateTones: Readonly<Record<number, Tone>> = {
  [recordState.inForce]: 'warning',
  [recordState.takenBack]: 'info',
  [recordState.completed]: 'success',
};
const taskTones: Readonly<Record<number, Tone>> = {
  [taskState.audited]: 'success',
  [taskState.issued]: 'success',
  [taskState.stopped]: 'danger',
  [taskState.resampling]: 'warning',
};

/** Whether a record is in force, as a word with its colour. */
export function RecordWord({ state }: { readonly state: number }) {
  const { label } = useText();
  return <StatusWord tone={stateTones[state] ?? 'neutral'}>{label(recordState.labelOf(state) ?? ['', ''])}</StatusWord>;
}
/** Where a task stands. */
export function TaskWord({ state }: { readonly state: number }) {
  const { label } = useText();
  return <StatusWord tone={taskTones[state] ?? 'neutral'}>{label(taskState.labelOf(state) ?? ['', ''])}</StatusWord>;
}
function Untold({ isUntold }: Pick<ProcessRow, 'isUntold'>) {
  const { label } = useText();
  return isUntold === 1 ? <Tag tone="warning">{label(['待告知', 'To be told'])}</Tag> : null;
}

export const processCells: Cells<ProcessRow> = {
  sampleCode: { width: 124, least: 108, isMono: true },
  commodityNames: { width: 140, least: 90 },
  sendSampleClientId: { width: 130, least: 84 },
  reason: { width: 140, least: 96 },
  recordState: { width: 84, least: 76, cell: (row) => <RecordWord state={row.recordState} /> },
  isBillable: { width: 64, least: 52 },
  notify: { width: 84, least: 64 },
  isUntold: { width: 84, least: 76, cell: (row) => <Untold {...row} /> },
  salesmanId: { width: 84, least: 68 },
  creator: { width: 84, least: 68 },
  labCode: { width: 160, least: 120, isMono: true },
  personName: { width: 90, least: 72 },
};

export const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(250px, 1fr))',
    columnGap: 4,
    rowGap: 1,
    textStyle: 'dense',
    '& > div': { display: 'flex', gap: 2, minW: 0 },
    '& dt': { color: 'fg.muted', flexShrink: 0 },
    '& dd': { overflowWrap: 'anywhere' },
  },
});
/** One fact of a list of facts; nothing where it is empty. */
export function Fact({ name, value }: { readonly name: string; readonly value: string | number | null }) {
  return value === null || value === '' ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
