import { runFields, sheetFields } from '#domain/lab/batch/saveBatch.ts';
import type { BatchDetail } from '#domain/lab/batch/sheetRows.ts';
import { amountKeys, sentPlace, type EditedPlace } from './plateEdit.ts';

/** What a save sends of the sheet itself. */
export const headOf = (sheet: BatchDetail) =>
  Object.fromEntries([...Object.keys(sheetFields), ...Object.keys(runFields)].map((key) => [key, sheet[key as keyof BatchDetail] as unknown]));

/** A draft with its places; `head`: facts that were asked for. */
export const draftOf = (sheet: BatchDetail, version: number, places: readonly EditedPlace[], head: Readonly<Record<string, unknown>>) => ({
  ...headOf(sheet),
  ...head,
  ruleId: sheet.ruleId,
  version,
  line: sheet.line,
  kitLots: sheet.kitLots,
  places: places.map((place) => sentPlace(place, sheet.plateFormat)),
});

/** What was measured, of a sheet whose places are locked. */
export const amountsOf = ({ ruleId }: BatchDetail, version: number, places: readonly EditedPlace[]) => ({
  ruleId,
  version,
  places: places.map(({ typed }, index) => ({
    seq: index + 1,
    ...Object.fromEntries(amountKeys.map((key) => [key, typed[key].trim() || null])),
  })),
});
