import { z } from 'zod';
import { partsOfFields, problemOf, type Problem } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { shape } from '#domain/kernel/contract.ts';
import { choice, code, dateTime, decimal, flag, ref, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { fillLabel, type Label } from '#domain/kernel/label.ts';
import { accept, conflict, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { words } from '#domain/search/vocabulary.ts';
import { placeOf, plateFormat, wellOf, type PlateFormat } from '../rules/plate.ts';
import { placeRefusal, placeRefusals, type PlaceableTask } from './placeRefusal.ts';
import { batchKind, batchLine, placeKind, type BatchLine, type BatchSubmitted, type PlaceKind } from './sheetChoices.ts';

/** Routes of the screens of run sheets. */
export const sheetRoutes = { mapmi: '/lab/mapmiSj', tngs: '/lab/tngsSj', general: '/lab/batch' } as const satisfies Record<BatchLine, string>;
export const sheetScreens = Object.values(sheetRoutes);

/** Sheets without a plate end here. */
export const mostPlaces = 384;

/** What is said of a sheet as a whole and can be changed while it is a draft. */
export const sheetFields = {
  batchKind: choice('批次类型', 'Step', batchKind, { required: true }),
  laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { required: true }),
  panelGroupId: ref('项目组', 'Panel group', 'panelGroup', { required: true }),
  instrumentId: ref('仪器', 'Instrument', 'instrument'),
  plateFormat: choice('板型', 'Plate', plateFormat, { required: true }),
  isIndexReversed: flag('i5 反向互补', 'i5 reverse complement'),
};
/** What becomes known while it runs; may be changed when its places are locked, too. */
export const runFields = {
  chipId: code('芯片编号', 'Chip'),
  chipType: text('芯片类型', 'Chip type', { max: 50 }),
  startTime: dateTime('开始时间', 'Start time'),
  expectedEndTime: dateTime('预计结束时间', 'Expected end'),
  endTime: dateTime('结束时间', 'End time'),
  server: text('数据服务器', 'Data server', { max: 200 }),
  remark: words.remark,
};
/** What is measured of a library. */
export const amountFields = {
  dnaConc: decimal('DNA 浓度', 'DNA conc.', { unit: 'ng/µl', scale: 4, min: 0, max: 1_000_000 }),
  libConc: decimal('文库浓度', 'Library conc.', { unit: 'ng/µl', scale: 4, min: 0, max: 1_000_000 }),
  quantConc: decimal('定量浓度', 'qPCR conc.', { unit: 'ng/µl', scale: 4, min: 0, max: 1_000_000 }),
  poolConc: decimal('混库浓度', 'Pool conc.', { unit: 'ng/µl', scale: 4, min: 0, max: 1_000_000 }),
  volume: decimal('体积', 'Volume', { unit: 'µl', scale: 4, min: 0, max: 1_000_000 }),
  dilution: decimal('稀释倍数', 'Dilution', { scale: 4, min: 0, max: 1_000_000 }),
};
const indexText = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[ACGTN]{0,24}$/, { error: 'notBases' })
  .transform((letters) => letters || null)
  .nullish();
/** What a place says of its library. */
export const libraryFields = {
  lane: text('通道', 'Lane', { max: 8 }),
  libraryCode: code('文库编号', 'Library code', { max: 64 }),
  index1: code('接头 i7', 'Index i7', { max: 24, help: ['A、C、G、T、N', 'A, C, G, T, N'] }),
  index2: code('接头 i5', 'Index i5', { max: 24, help: ['A、C、G、T、N', 'A, C, G, T, N'] }),
  expectedData: decimal('期望数据量', 'Data wanted', { unit: 'Gb', scale: 4, min: 0, max: 1_000_000 }),
};

const placeInput = z.object({
  /** Null or absent where the sheet has no plate. */
  well: z.string().trim().max(4).nullish(),
  kind: z.literal(placeKind.options.map(({ code: kind }) => kind as PlaceKind)),
  taskId: idText.nullish(),
  qcLotId: idText.nullish(),
  ...partsOfFields({ lane: libraryFields.lane, libraryCode: libraryFields.libraryCode, expectedData: libraryFields.expectedData, ...amountFields }),
  index1: indexText,
  index2: indexText,
  ...partsOfFields({ reason: text('原因', 'Reason', { max: 200 }) }),
});
export type PlaceInput = z.output<typeof placeInput>;

/** Payload of `labBatch.save`, version 1. Without `ruleId` it makes a new sheet. */
export const saveBatchInput = z.object({
  ruleId: idText.nullish(),
  /** As it was read; not of a new one. */
  version: z.int().min(0).nullish(),
  line: z.literal(batchLine.options.map(({ code: line }) => line as BatchLine)),
  ...partsOfFields({ ...sheetFields, ...runFields }),
  kitLots: z
    .array(z.object({ name: z.string().trim().min(1).max(100), lotNo: z.string().trim().max(50) }))
    .max(50)
    .nullish(),
  places: z.array(placeInput).max(mostPlaces),
});
export type SaveBatchInput = z.output<typeof saveBatchInput>;
export type SaveBatchPayload = z.input<typeof saveBatchInput>;

/** A sheet as its acts read it. */
export interface SheetHead {
  readonly ruleId: string;
  readonly batch: string;
  readonly line: BatchLine;
  readonly isSubmit: BatchSubmitted;
  readonly version: number;
  readonly operatorId: string;
  readonly operator: string;
  readonly reviewerId: string | null;
  readonly reviewer: string | null;
  readonly submitTime: string | null;
  /** Who changed it last, and when. */
  readonly updateUserName: string;
  readonly updateTime: string;
}
export interface SaveBatchState {
  /** Null: new, or not found (`ruleId` given). */
  readonly sheet: SheetHead | null;
  readonly laboratoryCode: string | null;
  readonly isGroupKnown: boolean;
  /** Null: none asked for; otherwise where it stands and whether it may be used. */
  readonly instrument: { readonly laboratoryId: string; readonly isDisable: number } | null;
  /** Ids of control lots of this laboratory and group. */
  readonly knownLots: readonly string[];
  readonly tasks: readonly PlaceableTask[];
}
/** A place as it is kept. */
export interface PlacedWell extends PlaceInput {
  readonly seq: number;
  readonly round: number | null;
}
export interface SaveBatchChange {
  readonly ruleId: string | null;
  readonly places: readonly PlacedWell[];
}

export const sheetRefusals = {
  'batch.submitted': ['已由 {by} 提交', 'Submitted by {by}'],
  'batch.changed': ['{by} 已于 {at} 修改此上机表,请刷新后再操作', '{by} changed this sheet at {at}; load it again'],
} as const satisfies Record<string, Label>;
export const sheetName: Label = ['上机表', 'run sheet'];

/** What speaks against changing a sheet that was read in this version; null: nothing. */
export function changeRefusal(sheet: SheetHead | null, version: number | null | undefined, isLockedAllowed = false) {
  if (!sheet) return refuse('command.notFound', { what: sheetName });
  if (sheet.isSubmit === 1 && !isLockedAllowed)
    return conflict('batch.submitted', { by: sheet.reviewer ? `${sheet.operator}、${sheet.reviewer}` : sheet.operator });
  if (version !== sheet.version) return conflict('batch.changed', { by: sheet.updateUserName, at: sheet.updateTime });
  return null;
}

const sentence = (field: string, label: Label, params: Readonly<Record<string, unknown>> = {}): Problem => ({
  field,
  code: 'rule',
  params: { text: [fillLabel(label, params, 'zh'), fillLabel(label, params, 'en')] },
});
const placeTexts = {
  noWell: ['板上没有孔位 {well}', 'The plate has no well {well}'],
  wellTwice: ['孔位 {well} 有两个', 'Well {well} is taken twice'],
  needsWell: ['第 {line} 行没有孔位', 'Line {line} has no well'],
  noTask: ['第 {line} 行没有检测任务', 'Line {line} has no task'],
  taskTwice: ['{code} 在表中有两个', '{code} stands twice on the sheet'],
  noLot: ['第 {line} 行的质控品不属于此项目组', 'The control lot of line {line} is not of this group'],
} as const satisfies Record<string, Label>;

/** Names of the wells of the places, in one spelling; null where there is no plate. Undefined: the plate has no such well. */
const wellName = (format: PlateFormat, well: string | null | undefined): string | null | undefined => {
  if (format === plateFormat.none) return null;
  const at = well ? placeOf(format, well) : null;
  return at === null ? undefined : wellOf(format, at);
};

/** Puts the draft of a run sheet down: who stands where, and what it is run on. */
export const saveBatch = defineCommand({
  name: 'labBatch.save',
  title: ['保存上机表', 'Save a run sheet'],
  service: 'lab',
  path: 'lab-batch/save',
  permission: 'labBatch_save',
  roles: ['lab'],
  screens: sheetScreens,
  input: saveBatchInput,
  answer: shape({ ruleId: z.string(), batch: z.string(), version: z.int() }),
  version: 1,
  offline: false,
  lanes: ({ ruleId }) => [`sheet:${ruleId ?? 'new'}`],
  subject: ({ ruleId, line, places }) => `${ruleId ?? line} (${places.length})`,
  refusals: {
    ...sheetRefusals,
    ...placeRefusals,
    'batch.places': ['{count} 个孔位有误: {wells}', '{count} places are at fault: {wells}'],
    'batch.instrument': ['仪器已停用或不属于此检验所', 'The instrument is disabled or of another laboratory'],
  },
  decide({ sheet, laboratoryCode, isGroupKnown, instrument, knownLots, tasks }: SaveBatchState, input: SaveBatchInput): Outcome<SaveBatchChange> {
    const refusal = input.ruleId ? changeRefusal(sheet?.line === input.line ? sheet : null, input.version) : null;
    if (refusal) return refusal;
    if (laboratoryCode === null)
      return refuse('command.notFound', { what: sheetFields.laboratoryId.label }, [
        problemOf('laboratoryId', sheetFields.laboratoryId, 'requiredChoice'),
      ]);
    if (!isGroupKnown)
      return refuse('command.notFound', { what: sheetFields.panelGroupId.label }, [
        problemOf('panelGroupId', sheetFields.panelGroupId, 'requiredChoice'),
      ]);
    if (input.instrumentId && (!instrument || instrument.isDisable !== 0 || instrument.laboratoryId !== input.laboratoryId))
      return refuse('batch.instrument', {}, [
        sentence('instrumentId', ['仪器已停用或不属于此检验所', 'The instrument is disabled or of another laboratory']),
      ]);
    const { places, problems } = judgePlaces(input, tasks, knownLots);
    if (problems.length > 0)
      return {
        ...conflict('batch.places', {
          count: problems.length,
          wells: problems
            .slice(0, 8)
            .map(({ field }) => field)
            .join('、'),
        }),
        problems,
      };
    return accept({ ruleId: sheet?.ruleId ?? null, places });
  },
});

/** The places in order, down the columns; what is wrong with one stands at its well. */
export function judgePlaces(
  input: Pick<SaveBatchInput, 'plateFormat' | 'laboratoryId' | 'panelGroupId' | 'batchKind' | 'places'>,
  tasks: readonly PlaceableTask[],
  knownLots: readonly string[],
): { readonly places: readonly PlacedWell[]; readonly problems: readonly Problem[] } {
  const format = input.plateFormat;
  const byId = new Map(tasks.map((task) => [task.taskId, task]));
  const problems: Problem[] = [];
  const wells = new Set<string>();
  const placed = new Set<string>();
  const places = input.places.map((place, index) => {
    const line = index + 1;
    const well = wellName(format, place.well);
    const at = well ?? String(line);
    if (well === undefined)
      problems.push(sentence(place.well ?? at, place.well ? placeTexts.noWell : placeTexts.needsWell, { well: place.well, line }));
    else if (well !== null && wells.has(well)) problems.push(sentence(at, placeTexts.wellTwice, { well }));
    if (well) wells.add(well);
    const isSample = place.kind === placeKind.sample;
    const task = isSample && place.taskId ? byId.get(place.taskId) : undefined;
    if (isSample && !place.taskId) problems.push(sentence(at, placeTexts.noTask, { line }));
    else if (isSample && !task) problems.push(sentence(at, placeRefusals['batch.unknownCode'], { code: place.taskId }));
    if (task) {
      const refusal = placeRefusal(task, input);
      if (refusal) problems.push(sentence(at, placeRefusals[refusal.code as keyof typeof placeRefusals], refusal.params));
      if (placed.has(task.taskId)) problems.push(sentence(at, placeTexts.taskTwice, { code: task.code }));
      placed.add(task.taskId);
    }
    if (place.qcLotId && !knownLots.includes(place.qcLotId)) problems.push(sentence(at, placeTexts.noLot, { line }));
    return {
      ...place,
      well: well ?? null,
      taskId: isSample ? (place.taskId ?? null) : null,
      qcLotId: isSample || place.kind === placeKind.blank ? null : (place.qcLotId ?? null),
      round: task?.round ?? null,
    };
  });
  const inOrder = places.toSorted((one, other) => order(format, one.well) - order(format, other.well));
  return { places: inOrder.map((place, index) => ({ ...place, seq: index + 1 })), problems };
}
const order = (format: PlateFormat, well: string | null): number => (format === plateFormat.none || well === null ? 0 : (placeOf(format, well) ?? 0));
