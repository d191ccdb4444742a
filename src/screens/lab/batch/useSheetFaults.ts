import { useMemo } from 'react';
import { fillLabel } from '#domain/kernel/label.ts';
import { faultParams, requiredOf, sheetFaults, sheetFaultTexts, type SheetFault } from '#domain/lab/batch/sheetFaults.ts';
import type { BatchDetail } from '#domain/lab/batch/sheetRows.ts';
import { useText } from '#src/console/useText.ts';
import { judgedPlace, type EditedPlace } from './plateEdit.ts';

/** What keeps a sheet from being submitted as it is filled, and what is said at its wells: by the same rule, or `told` by the server. */
export function useSheetFaults(
  { batchKind, isIndexReversed, instrumentId, lots }: Pick<BatchDetail, 'batchKind' | 'isIndexReversed' | 'instrumentId' | 'lots'>,
  places: readonly EditedPlace[],
  told: ReadonlyMap<string, string>,
): { readonly faults: readonly SheetFault[]; readonly atWells: ReadonlyMap<string, string> } {
  const { language } = useText();
  const faults = useMemo(
    () =>
      sheetFaults({
        batchKind,
        isIndexReversed: isIndexReversed === 1,
        instrumentId,
        places: places.map(judgedPlace),
        requiredLots: requiredOf(lots),
      }),
    [places, batchKind, isIndexReversed, instrumentId, lots],
  );
  const atWells = useMemo(() => {
    const said = new Map(told);
    for (const fault of faults) for (const at of fault.at) said.set(at, fillLabel(sheetFaultTexts[fault.code], faultParams(fault), language));
    return said;
  }, [faults, told, language]);
  return { faults, atWells };
}
