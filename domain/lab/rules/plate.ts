import { choices, type CodeOf } from '#domain/kernel/choices.ts';

/** How many places a run sheet has. */
export const plateFormat = choices({
  none: [0, '无孔板', 'No plate'],
  strip: [8, '8 联管', '8-tube strip'],
  plate96: [96, '96 孔板', '96 wells'],
  plate384: [384, '384 孔板', '384 wells'],
});
export type PlateFormat = CodeOf<typeof plateFormat>;

const rowsOf: Readonly<Record<Exclude<PlateFormat, 0>, number>> = { 8: 8, 96: 8, 384: 16 };

/**
 * The name of a place, counted from 1 down the columns as pipettes fill a plate (docs/lab.md#run-sheets): 1 is A01, 9 of 96 is A02.
 * Throws RangeError where the plate has no such place.
 */
export function wellOf(format: Exclude<PlateFormat, 0>, place: number): string {
  if (!Number.isInteger(place) || place < 1 || place > format) throw new RangeError(`no place ${place} on a plate of ${format}`);
  const rows = rowsOf[format];
  const row = String.fromCharCode(65 + ((place - 1) % rows));
  return `${row}${String(Math.floor((place - 1) / rows) + 1).padStart(2, '0')}`;
}

/** The place of a well's name, however it is written (`a1`, `A01`); null where the plate has none of that name. */
export function placeOf(format: Exclude<PlateFormat, 0>, well: string): number | null {
  const [, letter, digits] = /^([A-Za-z])0*(\d{1,2})$/.exec(well.trim()) ?? [];
  if (!letter || !digits) return null;
  const rows = rowsOf[format];
  const row = letter.toUpperCase().charCodeAt(0) - 65;
  const column = Number(digits);
  if (row >= rows || column < 1 || column > format / rows) return null;
  return (column - 1) * rows + row + 1;
}

/** The first place nothing stands on, after the one that was filled last and from the beginning again; null where the plate is full. */
export function nextFree(format: Exclude<PlateFormat, 0>, taken: ReadonlySet<string>, after: string | null = null): string | null {
  const from = after === null ? 0 : (placeOf(format, after) ?? 0);
  for (let step = 0; step < format; step++) {
    const well = wellOf(format, ((from + step) % format) + 1);
    if (!taken.has(well)) return well;
  }
  return null;
}

/** The name of a run sheet: laboratory, line, day and its number on that day (docs/lab.md#run-sheets). `date` is `yyyy-MM-dd`. */
export function batchName(laboratoryCode: string, line: string, date: string, dayNumber: number): string {
  return `${laboratoryCode}-${line}-${date.slice(2, 10).replaceAll('-', '')}-${String(dayNumber).padStart(2, '0')}`;
}
