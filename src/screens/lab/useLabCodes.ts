import { codeType } from '#domain/code/codeStyle.ts';
import { useNumbersRow } from '#src/console/useNumbersRow.ts';
import { type LabelBatch, type NumberKind } from '#src/offline/numbers/numbersRow.ts';
import { takeLabels } from '#src/offline/numbers/printLabels.ts';
import { leftOf } from '#src/offline/numbers/tendNumbers.ts';
import { useRemembered } from '#src/ui/remembered.ts';

export interface LabCodes {
  /** Lab codes this desk can print; null: it holds none, or of several laboratories, and then nobody can say which a tube needs. */
  readonly left: number | null;
  /** Whose they are; null: of none. */
  readonly laboratoryId: string | null;
  readonly isOn: boolean;
  readonly turn: (isOn: boolean) => void;
  /** Takes the next one; null where it is off or none is left. Throws OutboxError or NumbersError. */
  readonly take: () => Promise<LabelBatch | null>;
}

/** Lab codes printed at the lab's own door from the desk's block, also without network. */
export function useLabCodes(): LabCodes {
  const { row } = useNumbersRow();
  const [isWanted, turn] = useRemembered('labReceive.labCodes', false);
  const kinds = row?.wishes.filter((wish) => wish.codeType === codeType.lab) ?? [];
  const only: NumberKind | undefined = kinds.length === 1 ? kinds[0] : undefined;
  const left = row && only ? leftOf(row, only) : null;
  const isOn = isWanted && left !== null && left > 0;
  return { left, laboratoryId: only?.laboratoryId ?? null, isOn, turn, take: async () => (isOn && only ? takeLabels(only, 1) : null) };
}
