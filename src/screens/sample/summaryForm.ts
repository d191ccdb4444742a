import type { Problem } from '#domain/kernel/check.ts';
import type { Fields } from '#domain/kernel/fields.ts';
import type { FieldGroup, Values } from '#domain/sample/rules/entryForm.ts';
import { summaryFields, summaryGroups, tubeFields } from '#domain/sample/rules/summaryFields.ts';
import type { SummaryPayload } from '#domain/sample/summaryInput.ts';
import type { InputMode } from '#src/ui/scan/scanBurst.ts';

/** A tube beyond the first, which stands in the form itself. */
export interface ExtraTube {
  readonly sampleCode: string;
  readonly testTubeNumber: string;
  readonly sampleClassId: string | null;
}

const { receiveTime: _receiveTime, requisitionImages: _requisitionImages, ...typed } = summaryFields;
/** What the clerk fills: the requisition and its first tube. The time of receipt is the act's own. */
export const entryFields: Fields = typed;

const first = ['requisitionCode', 'sampleCode', 'contractLaboratoryId', 'sendSampleClientId', 'sampleClassId', 'samplingTime'];
const folded = new Set(['clinic', 'guardian', 'more']);
export interface EntryGroup extends FieldGroup {
  readonly isFolded: boolean;
}
/** The form as it stands on the screen: what every tube needs in sight at 1366x768, the rest folded. The tube number stands there where a product asks for it. */
export function entryGroups(isTubeAsked: boolean): readonly EntryGroup[] {
  const top = [...first.slice(0, 2), ...(isTubeAsked ? ['testTubeNumber'] : []), ...first.slice(2), 'commodityIds'];
  return summaryGroups.map((group) => {
    const more = [...(isTubeAsked ? [] : ['testTubeNumber']), 'sampleQuantity', 'hospitalCode', ...group.fields];
    const fields = { sample: top, person: [...group.fields, 'sampleCondition'], more }[group.key] ?? group.fields;
    return { ...group, isFolded: folded.has(group.key), fields: fields.filter((name) => name in entryFields) };
  });
}

/** Fields a clerk may keep from one requisition to the next. */
export const carriable: readonly string[] = [
  'contractLaboratoryId',
  'sendSampleClientId',
  'commodityIds',
  'sampleClassId',
  'sampleQuantity',
  'sampleCondition',
  'samplingTime',
  'department',
  'doctorName',
  'doctorPhone',
  'courierNumber',
  'arrivalTemperature',
  'testTubeBatchNo',
  'testTubeExpireTime',
  'isPaperReport',
  'isFree',
  'clinicalDiagnosis',
];
/** What most batches have in common. */
export const carriedAtFirst: readonly string[] = [
  'contractLaboratoryId',
  'sendSampleClientId',
  'commodityIds',
  'sampleClassId',
  'sampleQuantity',
  'sampleCondition',
  'samplingTime',
  'courierNumber',
];

/** Fields that stand for a barcode of their own: a scan into them stays there (008). */
export const barcodeFields: readonly string[] = [
  'hospitalCode',
  'testTubeNumber',
  'testTubeBatchNo',
  'originalSampleCode',
  'fatherSampleCode',
  'motherSampleCode',
  'partnerSampleCode',
  'consentCode',
  'courierNumber',
];

/** A new form: what is always so, and what is carried over from the last one. */
export function freshValues(last: Values, carried: readonly string[]): Values {
  const kept = Object.fromEntries(carried.filter((name) => carriable.includes(name) && name in last).map((name) => [name, last[name]]));
  return { sampleQuantity: '1', sampleCondition: [1], ageUnit: 1, ...kept };
}

const tubeNames = Object.keys(tubeFields);

/** The act of the form: its first tube and the further ones, which share what they do not say themselves. */
export function toPayload(
  values: Values,
  extraTubes: readonly ExtraTube[],
  reasons: Readonly<Record<string, string>>,
  inputMode: InputMode | null = null,
): SummaryPayload {
  const first = Object.fromEntries(tubeNames.map((name) => [name, values[name] ?? null]));
  const further = extraTubes.map((tube) => ({
    ...first,
    sampleVolume: null,
    sampleCode: tube.sampleCode,
    testTubeNumber: tube.testTubeNumber || null,
    sampleClassId: tube.sampleClassId ?? first['sampleClassId'],
  }));
  const own = Object.entries(values).filter(([name, value]) => !tubeNames.includes(name) && value !== null && value !== '');
  return {
    ...Object.fromEntries(own),
    tubes: [first, ...further],
    reasons,
    isCodeJudged: true,
    ...(inputMode ? { inputMode } : {}),
  } as unknown as SummaryPayload;
}

/** What a scan box read as the requisition's code, and how. */
export interface ReadCode {
  readonly code: string;
  readonly inputMode: InputMode;
}
/** A code that stands in the form otherwise than it was read was typed there. */
export function inputModeOf(requisitionCode: unknown, read: ReadCode | null): InputMode {
  return read !== null && read.code === requisitionCode ? read.inputMode : 'manual';
}

/** A payload back in the form, to be mended. */
export function fromPayload(payload: SummaryPayload): {
  values: Values;
  extraTubes: ExtraTube[];
  reasons: Record<string, string>;
  read: ReadCode | null;
} {
  const { tubes, reasons, inputMode, isCodeJudged: _judged, ...own } = payload;
  const [first, ...further] = tubes;
  return {
    values: { ...own, ...first },
    extraTubes: further.map((tube) => ({
      sampleCode: String(tube.sampleCode),
      testTubeNumber: String(tube.testTubeNumber ?? ''),
      sampleClassId: tube.sampleClassId === undefined ? null : String(tube.sampleClassId),
    })),
    reasons: { ...reasons },
    read: inputMode ? { code: payload.requisitionCode, inputMode } : null,
  };
}

/** The server names tubes by index (`tubes.0.sampleClassId`); the form shows the first one's fields as its own. */
export function problemsForForm(problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, field: problem.field.replace(/^tubes\.0\./, '') }));
}
