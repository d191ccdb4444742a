import { rejectState, sendSms } from '#domain/sample/reject/rejectChoices.ts';
import type { RejectRow } from '#domain/sample/reject/rejectRows.ts';
import { useText } from '#src/console/useText.ts';
import type { Cells } from '#src/resource/listingColumns.ts';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';

const smsTones: Readonly<Record<number, Tone>> = {
  [sendSms.sent]: 'success',
  [sendSms.failed]: 'danger',
  [sendSms.waiting]: 'info',
  [sendSms.noNumber]: 'warning',
};

/** Whether a rejection stands, as a word with its colour. */
export function RejectWord({ state }: Pick<RejectRow, 'state'>) {
  const { label } = useText();
  return <StatusWord tone={state === rejectState.rejected ? 'danger' : 'success'}>{label(rejectState.labelOf(state) ?? ['', ''])}</StatusWord>;
}
function SmsWord({ sendSms: state }: Pick<RejectRow, 'sendSms'>) {
  const { label } = useText();
  return <StatusWord tone={smsTones[state] ?? 'neutral'}>{label(sendSms.labelOf(state) ?? ['', ''])}</StatusWord>;
}

/** Keep it stable: one set of cells for every list of rejections. */
export const rejectCells: Cells<RejectRow> = {
  sampleCode: { width: 124, least: 108, isMono: true },
  state: { width: 92, least: 90, cell: (row) => <RejectWord {...row} /> },
  sendSms: { width: 76, least: 64, cell: (row) => <SmsWord {...row} /> },
  rejectCode: { width: 170, least: 110 },
  applyReason: { width: 150, least: 96 },
};
