import type { DeApprovalRow } from '#domain/lab/reversal/deApprovalRows.ts';
import { deApprovalState } from '#domain/lab/reversal/deApprovalChoices.ts';
import { useText } from '#src/console/useText.ts';
import type { Cells } from '#src/resource/listingColumns.ts';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';

const tones: Readonly<Record<number, Tone>> = {
  [deApprovalState.waiting]: 'warning',
  [deApprovalState.done]: 'success',
  [deApprovalState.refused]: 'danger',
};

/** How an application stands, as a word with its colour. */
export function DecisionWord({ state }: Pick<DeApprovalRow, 'state'>) {
  const { label } = useText();
  return <StatusWord tone={tones[state] ?? 'neutral'}>{label(deApprovalState.labelOf(state) ?? ['', ''])}</StatusWord>;
}

export const deApprovalCells: Cells<DeApprovalRow> = {
  state: { width: 96, least: 88, cell: ({ state }) => <DecisionWord state={state} /> },
  labCode: { width: 190, least: 180, isMono: true },
  personName: { width: 90, least: 72 },
  reportNo: { width: 150, least: 120, isMono: true },
};
/** What an application is about, in short. */
export const nameOfApplication = ({ reportNo, labCode, sampleCode }: Pick<DeApprovalRow, 'reportNo' | 'labCode' | 'sampleCode'>): string =>
  reportNo ?? labCode ?? sampleCode;
