import { chakra } from '@chakra-ui/react';
import { caseSeverity, caseState } from '#domain/sample/abnormal/abnormalChoices.ts';
import type { AbnormalRow } from '#domain/sample/abnormal/abnormalRows.ts';
import { useText } from '#src/console/useText.ts';
import type { Cells } from '#src/resource/listingColumns.ts';
import { StatusWord, Tag, type Tone } from '#src/ui/Tag.tsx';

const stateTones: Readonly<Record<number, Tone>> = {
  [caseState.waiting]: 'warning',
  [caseState.inHand]: 'info',
  [caseState.closed]: 'success',
  [caseState.rejected]: 'danger',
};
/** Where a case stands. */
export function CaseWord({ state }: Pick<AbnormalRow, 'state'>) {
  const { label } = useText();
  return <StatusWord tone={stateTones[state] ?? 'neutral'}>{label(caseState.labelOf(state) ?? ['', ''])}</StatusWord>;
}
function Severity({ severity }: Pick<AbnormalRow, 'severity'>) {
  const { label } = useText();
  return <Tag tone={severity === caseSeverity.critical ? 'danger' : 'neutral'}>{label(caseSeverity.labelOf(severity) ?? ['', ''])}</Tag>;
}
function Due({ dueTime, isOverdue }: Pick<AbnormalRow, 'dueTime' | 'isOverdue'>) {
  const { label } = useText();
  const text = dueTime.slice(0, 16);
  return isOverdue === 1 ? (
    <chakra.span color="danger.text" fontWeight="medium">
      {text} {label(['超期', 'overdue'])}
    </chakra.span>
  ) : (
    <span>{text}</span>
  );
}

/** Keep it stable: one set of cells for every list of cases. */
export const abnormalCells: Cells<AbnormalRow> = {
  caseNo: { width: 130, least: 110, isMono: true },
  state: { width: 84, least: 76, cell: (row) => <CaseWord {...row} /> },
  severity: { width: 72, least: 60, cell: (row) => <Severity {...row} /> },
  dueTime: { width: 170, least: 130, cell: (row) => <Due {...row} /> },
  sampleCodes: { width: 150, least: 110, isMono: true },
  content: { width: 180, least: 110 },
};
