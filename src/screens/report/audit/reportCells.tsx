import { inLanguage } from '#domain/kernel/label.ts';
import type { ReportRow } from '#domain/report/reportRows.ts';
import { reportState, type ReportState } from '#domain/report/reportState.ts';
import { qualitativeResult } from '#domain/base/conclusion.ts';
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

/** Where a report stands, and why it could not be made, or was not issued by itself. */
export function StateWord({ state, fault, keptBack }: Pick<ReportRow, 'state' | 'fault' | 'keptBack'>) {
  const { label } = useText();
  const word = label(reportState.labelOf(state) ?? ['', '']);
  return <StatusWord tone={tones[state]}>{[word, ...[fault, keptBack].map((why) => (why ? label(why) : ''))].filter(Boolean).join(': ')}</StatusWord>;
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

export const reportCells: Cells<ReportRow> = {
  isUrgent: { width: 72, least: 60, cell: (row) => <Urgent {...row} /> },
  dueTime: { width: 164, least: 110 },
  reportNo: { width: 150, least: 120, isMono: true },
  personName: { width: 90, least: 72 },
  state: {
    width: 160,
    least: 100,
    text: ({ state, fault, keptBack }, language) =>
      [reportState.labelOf(state), fault, keptBack]
        .map((word) => (word ? inLanguage(word, language) : ''))
        .filter(Boolean)
        .join(': '),
    cell: (row) => <StateWord {...row} />,
  },
  qualitativeResult: { width: 100, least: 80, cell: ({ qualitativeResult: result }) => <ReportResult result={result} /> },
  commodityNames: { width: 180, least: 120 },
  panelGroupNames: { width: 150, least: 110 },
  labCodes: { width: 180, least: 130, isMono: true },
  sampleCodes: { width: 150, least: 120, isMono: true },
};
