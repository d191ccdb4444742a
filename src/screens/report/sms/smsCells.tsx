import { chakra } from '@chakra-ui/react';
import type { SmsRow } from '#domain/report/sms/smsRows.ts';
import { markStatus, smsState } from '#domain/report/sms/smsState.ts';
import { useText } from '#src/console/useText.ts';
import type { Cells } from '#src/resource/listingColumns.ts';
import { StatusWord, Tag, type Tone } from '#src/ui/Tag.tsx';

const tones: Readonly<Record<number, Tone>> = {
  [smsState.toSend]: 'warning',
  [smsState.queued]: 'neutral',
  [smsState.unknown]: 'warning',
  [smsState.submitted]: 'accent',
  [smsState.delivered]: 'success',
  [smsState.failed]: 'danger',
  [smsState.noRule]: 'warning',
};

/** How a message stands, as a word with its colour. */
export function SmsWord({ state }: Pick<SmsRow, 'state'>) {
  const { label } = useText();
  return <StatusWord tone={tones[state] ?? 'neutral'}>{label(smsState.labelOf(state) ?? ['', ''])}</StatusWord>;
}
function MarkTag({ markStatus: mark }: Pick<SmsRow, 'markStatus'>) {
  const { label } = useText();
  if (mark === markStatus.none) return <chakra.span color="fg.muted">—</chakra.span>;
  return <Tag tone={mark === markStatus.sent ? 'success' : 'neutral'}>{label(markStatus.labelOf(mark) ?? ['', ''])}</Tag>;
}

export const smsCells: Cells<SmsRow> = {
  state: { width: 112, least: 96, cell: (row) => <SmsWord {...row} /> },
  why: { width: 140, least: 110 },
  sampleCode: { width: 128, least: 118, isMono: true },
  personName: { width: 84, least: 72 },
  telephone: { width: 118, least: 112 },
  smsContent: { width: 200, least: 140 },
  markStatus: { width: 104, least: 92, cell: (row) => <MarkTag {...row} /> },
};
