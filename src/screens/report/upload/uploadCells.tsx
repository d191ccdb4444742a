import { uploadState, type UploadRow } from '#domain/report/upload/uploadRows.ts';
import { useText } from '#src/console/useText.ts';
import type { Cells } from '#src/resource/listingColumns.ts';
import { StatusWord, Tag, type Tone } from '#src/ui/Tag.tsx';
import { StateWord } from '../audit/reportCells.tsx';

const tones: Readonly<Record<number, Tone>> = { [uploadState.toAudit]: 'warning', [uploadState.used]: 'success', [uploadState.removed]: 'neutral' };

/** How a file stands. */
export function UploadWord({ state }: Pick<UploadRow, 'state'>) {
  const { label } = useText();
  return <StatusWord tone={tones[state] ?? 'neutral'}>{label(uploadState.labelOf(state) ?? ['', ''])}</StatusWord>;
}

export const uploadCells: Cells<UploadRow> = {
  sampleCode: { width: 150, least: 120, isMono: true },
  personName: { width: 90, least: 72 },
  fileName: { width: 220, least: 140 },
  state: { width: 90, least: 80, cell: (row) => <UploadWord {...row} /> },
  reportNo: { width: 150, least: 120, isMono: true },
  reportState: {
    width: 100,
    least: 80,
    cell: ({ reportState: state }) => <StateWord state={state} fault={null} keptBack={null} waitReason={null} />,
  },
  checkCount: { width: 80, least: 64, cell: ({ checkCount }) => (checkCount > 0 ? <Tag tone="warning">{checkCount}</Tag> : checkCount) },
};
