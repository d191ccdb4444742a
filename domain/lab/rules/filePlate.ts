import type { FilePlate, WellOfFile } from '../resultFile.ts';
import { placeKind, type PlaceKind } from '../batch/sheetChoices.ts';
import { controlKind } from './controlGate.ts';
import { placeOf, plateFormat, type PlateFormat } from './plate.ts';

/** A place of a run sheet, as a file is laid over it. */
export interface PlatePlace {
  readonly well: string | null;
  readonly kind: PlaceKind;
  readonly taskId: string | null;
  readonly qcLotId: string | null;
  readonly code: string | null;
}
/** A row of a file. */
export interface PlateRow extends Pick<WellOfFile, 'errors' | 'warnings' | 'params'> {
  readonly line: number;
  readonly code: string | null;
  readonly well: string | null;
  readonly taskId: string | null;
  readonly qcLotId: string | null;
  readonly controlKind: string | null;
  readonly verdict: NonNullable<WellOfFile['verdict']>;
}
const kindOfControl: Readonly<Record<string, PlaceKind>> = {
  [controlKind.negative]: placeKind.negative,
  [controlKind.positive]: placeKind.positive,
  [controlKind.level]: placeKind.level,
};
const kindOf = (row: PlateRow): PlaceKind => (row.controlKind === null ? placeKind.sample : (kindOfControl[row.controlKind] ?? placeKind.level));
const same = (one: string | null, other: string | null): boolean => one !== null && other !== null && plainWell(one) === plainWell(other);
/** `a1` and `A01` are one well. */
const plainWell = (well: string): string =>
  well
    .trim()
    .toUpperCase()
    .replace(/^([A-P])0*(\d)$/, '$10$2');

/**
 * Lays the rows of a file over the places of its run sheet: a sample by its task, a control by its well, its lot or its kind. What has no row
 * is missing, a sample that has no place is surplus. Without a run sheet the plate is as the wells of the file are.
 */
export function plateOfFile(
  sheet: { readonly batch: string; readonly format: PlateFormat; readonly places: readonly PlatePlace[] } | null,
  rows: readonly PlateRow[],
): FilePlate {
  if (!sheet) {
    const wells = rows.filter(({ well }) => well !== null && placeOf(384, well) !== null);
    const isLarge = wells.some(({ well }) => placeOf(96, well ?? '') === null);
    const format = wells.length === 0 ? plateFormat.none : isLarge ? plateFormat.plate384 : plateFormat.plate96;
    return {
      batch: null,
      plateFormat: format,
      wells: wells.map((row) => wellOf(plainWell(row.well ?? ''), kindOf(row), row.code, row)),
      surplus: [],
    };
  }
  const left = new Set(rows);
  const rowOf = (place: PlatePlace): PlateRow | null => {
    if (place.kind === placeKind.blank) return null;
    const open = [...left].filter((row) => kindOf(row) === place.kind);
    const found =
      place.kind === placeKind.sample
        ? open.find(({ taskId }) => taskId !== null && taskId === place.taskId)
        : (open.find(({ well }) => same(well, place.well)) ??
          open.find(({ qcLotId, well }) => qcLotId !== null && qcLotId === place.qcLotId && well === null) ??
          open.find(({ qcLotId, well }) => well === null && (qcLotId === null || place.qcLotId === null)));
    if (found) left.delete(found);
    return found ?? null;
  };
  const wells = sheet.places.flatMap((place) => (place.well === null ? [] : [wellOf(place.well, place.kind, place.code, rowOf(place))]));
  const surplus = [...left].filter((row) => row.controlKind === null).map(({ line, code, well }) => ({ line, code, well }));
  return { batch: sheet.batch, plateFormat: sheet.format, wells, surplus };
}
function wellOf(well: string, kind: PlaceKind, code: string | null, row: PlateRow | null): WellOfFile {
  const said = { errors: row?.errors ?? [], warnings: row?.warnings ?? [], params: row?.params ?? {} };
  const otherWell = row?.well && !same(row.well, well) ? row.well : null;
  return { well, kind, code, line: row?.line ?? null, verdict: row?.verdict ?? null, ...said, otherWell };
}

/** How a well of a file looks, in one word. */
export type WellState = 'ok' | 'warn' | 'error' | 'missing' | 'blank';
export const stateOfWell = ({ kind, verdict, otherWell }: WellOfFile): WellState =>
  verdict === null ? (kind === placeKind.blank ? 'blank' : 'missing') : verdict === 'ok' && otherWell !== null ? 'warn' : verdict;

const rank: Readonly<Record<WellState, number>> = { error: 0, missing: 1, warn: 2, ok: 3, blank: 3 };
/** The wells a person has to look at: controls first, then the worst, in the order of the plate. */
export function faultyWells(wells: readonly WellOfFile[]): readonly WellOfFile[] {
  const isControl = ({ kind }: WellOfFile): number => (kind === placeKind.sample ? 1 : 0);
  const place = ({ well }: WellOfFile): number => placeOf(384, well) ?? 0;
  return wells
    .filter((one) => rank[stateOfWell(one)] < 3)
    .toSorted((one, other) => isControl(one) - isControl(other) || rank[stateOfWell(one)] - rank[stateOfWell(other)] || place(one) - place(other));
}
