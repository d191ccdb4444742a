import type { Label } from '#domain/kernel/label.ts';
import { indexClashes, isSheetCode } from '../rules/indexPairs.ts';
import { batchKind, placeKind, type BatchKind, type PlaceKind } from './sheetChoices.ts';

/** A place as far as the rules of a whole sheet care. */
export interface JudgedPlace {
  /** Its well; the number of its line where the sheet has no plate. */
  readonly at: string;
  readonly kind: PlaceKind;
  readonly qcLotId: string | null;
  readonly lane: string | null;
  /** What the library is called; null: as its tube. */
  readonly libraryCode: string | null;
  readonly index1: string | null;
  readonly index2: string | null;
}
/** A control that the panel group asks for on each of its sheets. */
export interface RequiredLot {
  readonly qcLotId: string;
  readonly name: string;
  /** All lots of its material: one well of it stands for each. */
  readonly alike: readonly string[];
}
interface SheetLot {
  readonly qcLotId: string;
  readonly kind: PlaceKind;
  readonly lotNo: string;
  readonly name: string;
  readonly isRequired: number;
}
/** The required of a group's lots. */
export const requiredOf = (lots: readonly SheetLot[]): RequiredLot[] =>
  lots
    .filter(({ isRequired }) => isRequired === 1)
    .map(({ qcLotId, name, kind, lotNo }) => ({
      qcLotId,
      name,
      alike: lots.filter((one) => one.kind === kind && one.lotNo === lotNo).map((one) => one.qcLotId),
    }));
export interface JudgedSheet {
  readonly batchKind: BatchKind;
  /** The instrument reads the second index in reverse complement. */
  readonly isIndexReversed: boolean;
  /** What it runs on; null: nothing is named. */
  readonly instrumentId: string | null;
  readonly places: readonly JudgedPlace[];
  /** Empty where the group asks for none by name: then one negative and one positive control are due. */
  readonly requiredLots: readonly RequiredLot[];
}

/** What keeps a sheet from being submitted, and at which places. */
export interface SheetFault {
  readonly code: 'batch.empty' | 'batch.indexClash' | 'batch.noControl' | 'batch.badCode' | 'batch.noInstrument';
  readonly at: readonly string[];
  /** Of missing controls: which. */
  readonly missing: readonly Label[];
}
export const sheetFaultTexts = {
  'batch.empty': ['上机表没有样本', 'The sheet has no sample'],
  'batch.indexClash': ['接头冲突 {wells}', 'Index clash: {wells}'],
  'batch.noControl': ['缺少质控 {controls}', 'Controls are missing: {controls}'],
  'batch.badCode': ['文库编号含测序仪不接受的字符: {wells}', 'The sequencer does not take the library code of {wells}'],
  'batch.noInstrument': ['请选择上机仪器', 'Name the instrument it runs on'],
} as const satisfies Record<SheetFault['code'], Label>;

/** Clashing pairs within each lane; places without a lane are one. */
export function clashesOf({ places, isIndexReversed }: Pick<JudgedSheet, 'places' | 'isIndexReversed'>): readonly (readonly [string, string])[] {
  const libraries = places
    .filter(({ kind }) => kind !== placeKind.blank)
    .map(({ at, lane, index1, index2 }) => ({ at, lane: lane ?? '', i7: index1 ?? '', i5: index2 ?? '' }));
  const lanes = [...new Set(libraries.map(({ lane }) => lane))];
  return lanes.flatMap((lane) =>
    indexClashes(
      libraries.filter((one) => one.lane === lane),
      isIndexReversed,
    ).map(([one, other]) => [one.at, other.at] as const),
  );
}

/** Everything that keeps a sheet from being submitted; the same while it is filled and inside the server's transaction (docs/lab.md#run-sheets). */
export function sheetFaults(sheet: JudgedSheet): readonly SheetFault[] {
  const { places } = sheet;
  const clashing = [...new Set(clashesOf(sheet).flat())];
  const badCodes = places.filter(({ libraryCode }) => libraryCode !== null && !isSheetCode(libraryCode)).map(({ at }) => at);
  const missing = missingControls(sheet);
  const found: readonly SheetFault[] = [
    { code: 'batch.empty', at: [], missing: [] },
    { code: 'batch.noControl', at: [], missing },
    { code: 'batch.indexClash', at: clashing, missing: [] },
    { code: 'batch.badCode', at: badCodes, missing: [] },
    { code: 'batch.noInstrument', at: [], missing: [] },
  ];
  const ofWhole: Readonly<Partial<Record<SheetFault['code'], boolean>>> = {
    'batch.empty': places.every(({ kind }) => kind !== placeKind.sample),
    'batch.noInstrument': sheet.batchKind === batchKind.run && sheet.instrumentId === null,
  };
  return found.filter(({ code, at, missing: lacking }) => ofWhole[code] ?? (at.length > 0 || lacking.length > 0));
}

/** Separating plasma has no control; every other step has those the group asks for, else one of each kind. */
function missingControls({ batchKind: kind, places, requiredLots }: JudgedSheet): readonly Label[] {
  if (kind === batchKind.separation) return [];
  if (requiredLots.length > 0)
    return [
      ...new Set(
        requiredLots.filter((lot) => !places.some(({ qcLotId }) => qcLotId !== null && lot.alike.includes(qcLotId))).map(({ name }) => name),
      ),
    ].map((name): Label => [name, name]);
  const has = (wanted: PlaceKind): boolean => places.some((place) => place.kind === wanted);
  return [...(has(placeKind.negative) ? [] : [['NC', 'NC'] as const]), ...(has(placeKind.positive) ? [] : [['PC', 'PC'] as const])];
}

/** What a fault's sentence is filled with. */
export function faultParams({ at, missing }: SheetFault): { readonly wells: string; readonly controls: Label } {
  return { wells: shortList(at), controls: [missing.map(([zh]) => zh).join('、'), missing.map(([, en]) => en).join(', ')] };
}
/** At most eight of them, so that a sentence stays one. */
export const shortList = (names: readonly string[]): string => (names.length > 8 ? `${names.slice(0, 8).join('、')}…` : names.join('、'));
