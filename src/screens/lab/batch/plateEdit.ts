import type { BatchDetail, BatchPlaceRow } from '#domain/lab/batch/sheetRows.ts';
import { placeKind, type PlaceKind } from '#domain/lab/batch/sheetChoices.ts';
import { nextFree, plateFormat, type PlateFormat } from '#domain/lab/rules/plate.ts';

/** What is typed of a place, as text. */
export const typedKeys = ['lane', 'libraryCode', 'index1', 'index2', 'dnaConc', 'libConc', 'volume', 'expectedData'] as const;
export type TypedKey = (typeof typedKeys)[number];
export const amountKeys: readonly TypedKey[] = ['dnaConc', 'libConc', 'volume'];

/** A place while a sheet is filled. */
export interface EditedPlace {
  /** Its well; the number of its line where the sheet has no plate. */
  readonly at: string;
  readonly kind: PlaceKind;
  readonly taskId: string | null;
  readonly qcLotId: string | null;
  /** What the control lot is called; null: none stands here. */
  readonly lotName: string | null;
  readonly sampleCode: string | null;
  readonly labCode: string | null;
  readonly isUrgent: boolean;
  readonly nextStep: BatchPlaceRow['nextStep'];
  readonly typed: Readonly<Record<TypedKey, string>>;
  /** What the screen does not edit, sent back as it came. */
  readonly kept: Readonly<Pick<BatchPlaceRow, 'quantConc' | 'poolConc' | 'dilution' | 'reason'>>;
}

const nothingTyped: EditedPlace['typed'] = {
  lane: '',
  libraryCode: '',
  index1: '',
  index2: '',
  dnaConc: '',
  libConc: '',
  volume: '',
  expectedData: '',
};
const nothingKept: EditedPlace['kept'] = { quantConc: null, poolConc: null, dilution: null, reason: null };

export const editedPlace = (row: BatchPlaceRow): EditedPlace => ({
  at: row.well ?? String(row.seq),
  kind: row.kind,
  taskId: row.taskId,
  qcLotId: row.qcLotId,
  lotName: row.qcLotName,
  sampleCode: row.sampleCode,
  labCode: row.labCode,
  isUrgent: row.isUrgent === 1,
  nextStep: row.nextStep,
  typed: { ...nothingTyped, ...Object.fromEntries(typedKeys.map((key) => [key, row[key] === null ? '' : String(row[key])])) },
  kept: { quantConc: row.quantConc, poolConc: row.poolConc, dilution: row.dilution, reason: row.reason },
});

/** What a new place holds: a scanned task, or a control. */
export type Filling = Pick<EditedPlace, 'kind'> &
  Partial<Pick<EditedPlace, 'taskId' | 'qcLotId' | 'lotName' | 'sampleCode' | 'labCode' | 'isUrgent' | 'nextStep'>>;

/** The places in the order of the plate, down the columns; numbered anew where there is none. */
function inOrder(format: PlateFormat, places: readonly EditedPlace[]): readonly EditedPlace[] {
  if (format === plateFormat.none)
    return places.map((place, index) => (place.at === String(index + 1) ? place : { ...place, at: String(index + 1) }));
  const rank = ({ at }: EditedPlace): string => at.slice(1) + at.slice(0, 1);
  return places.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
}

/** Puts something at the wished well if that is free, else at the next free one behind it; null where the plate is full. */
export function fillNext(
  format: PlateFormat,
  places: readonly EditedPlace[],
  filling: Filling,
  wish: string | null,
): { readonly places: readonly EditedPlace[]; readonly at: string } | null {
  const taken = new Set(places.map(({ at }) => at));
  const at =
    format === plateFormat.none
      ? String(places.length + 1)
      : wish !== null && !taken.has(wish)
        ? wish
        : nextFree(format, taken, wish ?? places.at(-1)?.at ?? null);
  if (at === null) return null;
  const made = {
    taskId: null,
    qcLotId: null,
    lotName: null,
    sampleCode: null,
    labCode: null,
    isUrgent: false,
    nextStep: null,
    ...filling,
    at,
    typed: nothingTyped,
    kept: nothingKept,
  };
  return { places: inOrder(format, [...places, made]), at };
}

/** Moves what stands in one well to another; what stands there goes the other way. */
export const movePlace = (format: PlateFormat, places: readonly EditedPlace[], from: string, to: string): readonly EditedPlace[] =>
  inOrder(
    format,
    places.map((place) => (place.at === from ? { ...place, at: to } : place.at === to ? { ...place, at: from } : place)),
  );

export const clearPlace = (format: PlateFormat, places: readonly EditedPlace[], at: string): readonly EditedPlace[] =>
  inOrder(
    format,
    places.filter((place) => place.at !== at),
  );

export const typeInto = (places: readonly EditedPlace[], at: string, key: TypedKey, text: string): readonly EditedPlace[] =>
  places.map((place) => (place.at === at ? { ...place, typed: { ...place.typed, [key]: text } } : place));

/** Where a scanned code stands already; null: nowhere. */
export const placeOfCode = (places: readonly EditedPlace[], code: string): string | null =>
  places.find(({ sampleCode, labCode }) => sampleCode === code || labCode === code)?.at ?? null;

const controlMark = (kind: PlaceKind): string => (kind === placeKind.negative ? 'NC' : kind === placeKind.positive ? 'PC' : 'QC');

export interface ControlChoice extends Pick<EditedPlace, 'kind' | 'qcLotId' | 'lotName'> {
  /** As it is offered; empty: nothing at all. */
  readonly name: string;
}
/** What may be put into a well besides tubes: the lots of the group, a control by its kind where it has no lot of that, a blank. */
export function controlChoices(lots: readonly BatchDetail['lots'][number][]): readonly ControlChoice[] {
  const bare = [placeKind.negative, placeKind.positive].filter((kind) => lots.every((lot) => lot.kind !== kind));
  return [
    ...lots
      .filter(({ isExpired }) => !isExpired)
      .map(({ kind, qcLotId, name, lotNo }) => ({ kind, qcLotId, lotName: name, name: `${controlMark(kind)} ${lotNo}` })),
    ...bare.map((kind) => ({ kind, qcLotId: null, lotName: null, name: controlMark(kind) })),
    { kind: placeKind.blank, qcLotId: null, lotName: null, name: '' },
  ];
}

/** What a person calls a place. */
export function placeName({ kind, labCode, sampleCode }: Pick<EditedPlace, 'kind' | 'labCode' | 'sampleCode'>): string {
  if (kind === placeKind.sample) return labCode ?? sampleCode ?? '';
  return kind === placeKind.blank ? '—' : controlMark(kind);
}

/** The place as it is sent; an empty text is nothing. Numbers are judged by the server, at their well. */
export const sentPlace = ({ at, kind, taskId, qcLotId, typed, kept }: EditedPlace, format: PlateFormat) => ({
  well: format === plateFormat.none ? null : at,
  kind,
  taskId,
  qcLotId,
  ...kept,
  ...Object.fromEntries(typedKeys.map((key) => [key, typed[key].trim() || null])),
});

/** The place as the rules of the whole sheet judge it. */
export const judgedPlace = ({ at, kind, qcLotId, typed }: EditedPlace) => ({
  at,
  kind,
  qcLotId,
  lane: typed.lane.trim() || null,
  libraryCode: typed.libraryCode.trim() || null,
  index1: typed.index1.trim().toUpperCase() || null,
  index2: typed.index2.trim().toUpperCase() || null,
});
