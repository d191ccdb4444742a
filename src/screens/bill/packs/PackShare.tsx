import { chakra } from '@chakra-ui/react';
import { packSending, packStatus } from '#domain/bill/billChoices.ts';
import type { PackRow } from '#domain/bill/packs/packRows.ts';
import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';

/** So often a pack that is worked at is asked after. */
export const packAskMs = 2_000;
export const isPackBusy = ({ status, sendState }: Pick<PackRow, 'status' | 'sendState'>): boolean =>
  status === packStatus.packing || sendState === packSending.sending;

/** How far a pack has come, within a row. */
export function PackShare({ done, total, label: what }: { readonly done: number; readonly total: number; readonly label: Label }) {
  const { label } = useText();
  const percent = total === 0 ? 0 : Math.min(100, Math.floor((100 * done) / total));
  const text = `${label(what)} ${percent}%`;
  return (
    <chakra.span display="flex" alignItems="center" gap={2} fontVariantNumeric="tabular-nums">
      <chakra.span
        role="progressbar"
        aria-label={text}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        flex={1}
        minW="32px"
        h="6px"
        bg="bg.muted"
        borderRadius="full"
        overflow="hidden"
      >
        <chakra.span display="block" h="full" bg="accent.solid" style={{ width: `${percent}%` }} />
      </chakra.span>
      <span>{text}</span>
    </chakra.span>
  );
}
