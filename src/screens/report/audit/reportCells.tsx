import { toMs } from '#domain/kernel/dates.ts';
import { inLanguage } from '#domain/kernel/label.ts';
import type { ReportRow } from '#domain/report/reportRows.ts';
import { reportState, type ReportState } from '#domain/report/reportState.ts';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { useNow } from '#src/console/useNow.ts';
import { useText } from '#src/console/useText.ts';
import type { Cells } from '#src/resource/listingColumns.ts';
import { StatusWord, Tag, type Tone } from '#src/ui/Tag.tsx';

const tones: Readonly<Record<ReportState, Tone>> = {
  0: 'neutral',
  1: 'info',
  2: 'info',
  3: 'warning',
  4: 'success',
  5: 'warning',
  6: 'neutral',
  7: 'danger',
  9: 'neutral',
};
const resultTones: Readonly<Record<number, Tone>> = {
  [qualitativeResult.negative]: 'success',
  [qualitativeResult.positive]: 'danger',
  [qualitativeResult.suspected]: 'warning',
};

/** The next version of these can be made. */
export const canBeMade = ({ state }: Pick<ReportRow, 'state'>): boolean =>
  state === reportState.waiting || state === reportState.failed || state === reportState.toAudit;

/** Where a report stands, and why it could not be made, was not issued by itself, or waits. */
export function StateWord({ state, fault, keptBack, waitReason }: Pick<ReportRow, 'state' | 'fault' | 'keptBack' | 'waitReason'>) {
  const { label } = useText();
  const word = label(reportState.labelOf(state) ?? ['', '']);
  return (
    <StatusWord tone={tones[state]}>
      {[word, ...[fault, keptBack, waitReason].map((why) => (why ? label(why) : ''))].filter(Boolean).join(': ')}
    </StatusWord>
  );
}
export function ReportResult({ result }: { readonly result: number | null }) {
  const { label } = useText();
  const word = qualitativeResult.labelOf(result);
  return word ? <StatusWord tone={resultTones[Number(result)] ?? 'neutral'}>{label(word)}</StatusWord> : null;
}
function Urgent({ isUrgent }: Pick<ReportRow, 'isUrgent'>) {
  const { label } = useText();
  return isUrgent === 1 ? <Tag tone="danger">{label(['加急', 'Urgent'])}</Tag> : null;
}

const nearMs = 4 * 3_600_000;
/** What is out, or goes nowhere any more, is no longer due. */
const isOver = (state: ReportState): boolean =>
  state === reportState.issued || state === reportState.recalling || state === reportState.withdrawn || state === reportState.void;
/** When it is due: amber within four hours of it, red behind it, each with its word. */
export function Due({ dueTime, state }: Pick<ReportRow, 'dueTime' | 'state'>) {
  const { label } = useText();
  const now = useNow();
  if (!dueTime || isOver(state)) return dueTime;
  const left = toMs(dueTime) - now;
  if (left > nearMs) return dueTime;
  return (
    <StatusWord tone={left < 0 ? 'danger' : 'warning'}>
      {dueTime.slice(0, 16)} {label(left < 0 ? ['超期', 'late'] : ['将到期', 'soon'])}
    </StatusWord>
  );
}

export const reportCells: Cells<ReportRow> = {
  isUrgent: { width: 72, least: 60, cell: (row) => <Urgent {...row} /> },
  dueTime: { width: 196, least: 130, cell: (row) => <Due {...row} /> },
  reportNo: { width: 150, least: 120, isMono: true },
  personName: { width: 90, least: 72 },
  state: {
    width: 160,
    least: 100,
    text: ({ state, fault, keptBack, waitReason }, language) =>
      [reportState.labelOf(state), fault, keptBack, waitReason]
        .map((word) => (word ? inLanguage(word, language) : ''))
        .filter(Boolean)
        .join(': '),
    cell: (row) => <StateWord {...row} />,
  },
  qualitativeResult: { width: 100, least: 80, cell: ({ qualitativeResult: result }) => <ReportResult result={result} /> },
  marks: { width: 110, least: 84, cell: ({ marks }) => (marks ? <Tag tone="danger">{marks}</Tag> : null) },
  commodityNames: { width: 180, least: 120 },
  panelGroupNames: { width: 150, least: 110 },
  labCodes: { width: 180, least: 130, isMono: true },
  sampleCodes: { width: 150, least: 120, isMono: true },
};
