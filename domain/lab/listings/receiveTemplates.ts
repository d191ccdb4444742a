import { code, decimal, text, type Fields } from '#domain/kernel/fields.ts';
import { inLanguage, type Label, type Language } from '#domain/kernel/label.ts';
import { pick } from '#domain/kernel/listing.ts';
import { niptFields } from '#domain/sample/forms/nipt/niptFields.ts';
import { cautions, contraindications } from '#domain/sample/forms/nipt/niptLists.ts';
import type { Values } from '#domain/sample/rules/entryForm.ts';
import { ageUnit } from '#domain/sample/rules/formChoices.ts';
import { formatGestation } from '#domain/sample/rules/gestation.ts';
import { requisitionFields, tubeFields } from '#domain/sample/rules/summaryFields.ts';
import { numberOf } from '#domain/sample/rules/values.ts';
import { words } from '#domain/search/vocabulary.ts';
import { detailText } from './detailText.ts';
import { eclampsiaFault, eclampsiaFields, eclampsiaInputs } from './eclampsiaInputs.ts';
import { exportTemplate, type ExportTemplate } from './exportTemplate.ts';
import type { LabReceiveTask } from './labReceive.ts';
import { taskWords } from './taskWords.ts';

/** What a template may need of a received task beyond its row in the list. */
export interface TemplateFacts {
  readonly entryForm: string;
  /** What the detail entry settled, else what reception typed. */
  readonly detail: Values;
  readonly ageUnit: number | null;
  readonly testTubeNumber: string | null;
  readonly testTubeBatchNo: string | null;
  readonly sampleVolume: number | null;
  readonly well: string | null;
  readonly index1: string | null;
  readonly index2: string | null;
  /** Of all tasks of the tube that the asker sees. */
  readonly tubePanels: string;
  /** Values of the task by item code. */
  readonly results: Readonly<Record<string, string>>;
}
type Row = Pick<LabReceiveTask, 'age' | 'samplingTime' | 'sampleClassName' | 'panelNames'>;

/** A file of received tasks in the layout that a bench's programme reads (docs/forms.md#export-templates). */
export interface ReceiveTemplate {
  readonly fields: Fields;
  /** A line a tube, whatever its tasks are. */
  readonly isByTube: boolean;
  /** What it shows beside the row's own columns. */
  readonly values: (row: Row, facts: TemplateFacts, language: Language) => Readonly<Record<string, unknown>>;
  /** Why a task is not written but told of; null: it is written. */
  readonly fault?: (row: Row, facts: TemplateFacts) => Label | null;
}

const base = {
  ...pick(words, 'labCode', 'requisitionCode', 'personName', 'sex'),
  age: text('年龄', 'Age'),
  ...pick(words, 'sampleClassId', 'commodityNames'),
  panelNames: taskWords.panelNames,
  ...pick(words, 'sendSampleClientId', 'samplingTime', 'receiveTime', 'labReceiveTime', 'receiveRemark'),
} as const satisfies Fields;
const shown = <Shown extends Fields>(fields: Shown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...field, column: true, search: false }]));

/** Years alone need no word. */
function ageIn(age: number | null, unit: number | null, language: Language): string | null {
  if (age === null) return null;
  const label = unit === null || unit === ageUnit.years || unit === ageUnit.none ? undefined : ageUnit.labelOf(unit);
  return label ? `${age} ${inLanguage(label, language)}` : String(age);
}
const baseValues: ReceiveTemplate['values'] = ({ age }, facts, language) => ({ age: ageIn(age, facts.ageUnit, language) });

/** Before this day the test is not meant for anybody: N-1 of docs/forms.md#nipt. */
const earliestDays = 84;
const niptValues: ReceiveTemplate['values'] = (row, facts, language) => {
  const { detail } = facts;
  const weeks = numberOf(detail['gaWeeks']);
  const days = weeks === undefined ? undefined : weeks * 7 + (numberOf(detail['gaDays']) ?? 0);
  const early: readonly Label[] = days !== undefined && days < earliestDays ? [['孕周不足12周', 'before 12 weeks']] : [];
  const ticked = (found: ReturnType<typeof cautions>): Label[] => found.flatMap((one) => (one.isTicked ? [one.text] : []));
  const told = (labels: readonly Label[]): string | null =>
    labels.length === 0 ? null : labels.map((one) => inLanguage(one, language)).join(language === 'zh' ? '、' : '; ');
  return {
    ...baseValues(row, facts, language),
    testTubeNumber: facts.testTubeNumber,
    ...Object.fromEntries(
      ['heightCm', 'weightKg', 'bmi', 'fetusCount', 'conceptionMode', 'ageAtEdd'].map((key) => [key, numberOf(detail[key]) ?? null]),
    ),
    gestation: days === undefined ? null : formatGestation(days),
    caution: told(ticked(cautions(detail))),
    unsuitable: told([...early, ...ticked(contraindications(detail))]),
    testTubeBatchNo: facts.testTubeBatchNo,
  };
};

const inWords = (facts: TemplateFacts, language: Language, ...keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, detailText(facts.entryForm, facts.detail, key, language)]));
/** The kind of the tube's material, and where it was taken. */
const specimenOf = ({ sampleClassName }: Row, facts: TemplateFacts, language: Language): string | null =>
  [sampleClassName, detailText(facts.entryForm, facts.detail, 'specimenSite', language)].filter(Boolean).join(' ') || null;

const specimen = { specimen: text('标本', 'Specimen') };
const markers = ['wbc', 'neutrophilPct', 'crp', 'pct', 'il6'] as const;

export const receiveTemplates: Readonly<Record<ExportTemplate, ReceiveTemplate>> = {
  [exportTemplate.generic]: { fields: shown(base), isByTube: false, values: baseValues },
  [exportTemplate.nipt]: {
    fields: shown({
      ...base,
      testTubeNumber: tubeFields.testTubeNumber,
      ...pick(niptFields, 'heightCm', 'weightKg', 'bmi'),
      gestation: text('采血孕周', 'Gestational age'),
      ...pick(niptFields, 'fetusCount', 'conceptionMode'),
      caution: text('慎用', 'Caution'),
      unsuitable: text('不适用', 'Not suitable'),
      testTubeBatchNo: tubeFields.testTubeBatchNo,
      ageAtEdd: niptFields.ageAtEdd,
    }),
    isByTube: false,
    values: niptValues,
  },
  [exportTemplate.single]: {
    fields: shown({
      ...base,
      familyCode: code('家系编号', 'Family code'),
      familyRelation: text('与先证者关系', 'Relation to the proband'),
      hpoTerms: text('HPO表型', 'HPO terms'),
      ...specimen,
      antiInfectives: text('近期抗感染用药', 'Anti-infectives'),
      focusPathogens: text('重点关注病原', 'Focus pathogens'),
    }),
    isByTube: true,
    values: (row, facts, language) => ({
      ...baseValues(row, facts, language),
      panelNames: facts.tubePanels,
      ...inWords(facts, language, 'familyCode', 'familyRelation', 'hpoTerms', 'antiInfectives', 'focusPathogens'),
      specimen: specimenOf(row, facts, language),
    }),
  },
  [exportTemplate.mapmi]: {
    fields: shown({
      ...base,
      well: code('孔位', 'Well'),
      index1: code('接头1', 'Index 1'),
      index2: code('接头2', 'Index 2'),
      sampleVolume: tubeFields.sampleVolume,
      transportCondition: text('运输条件', 'Transport'),
      ...specimen,
      clinicalDiagnosis: requisitionFields.clinicalDiagnosis,
      wbc: decimal('白细胞', 'WBC'),
      neutrophilPct: decimal('中性粒细胞(%)', 'Neutrophils (%)'),
      crp: decimal('CRP', 'CRP'),
      pct: decimal('PCT', 'PCT'),
      il6: decimal('IL-6', 'IL-6'),
    }),
    isByTube: false,
    values: (row, facts, language) => ({
      ...baseValues(row, facts, language),
      well: facts.well,
      index1: facts.index1,
      index2: facts.index2,
      sampleVolume: facts.sampleVolume,
      ...inWords(facts, language, 'transportCondition', 'clinicalDiagnosis'),
      specimen: specimenOf(row, facts, language),
      ...Object.fromEntries(markers.map((key) => [key, numberOf(facts.detail[key]) ?? null])),
    }),
  },
  [exportTemplate.eclampsia]: {
    fields: shown({ ...pick(words, 'labCode', 'requisitionCode'), ...eclampsiaFields }),
    isByTube: true,
    values: ({ samplingTime }, { detail, results }) => eclampsiaInputs(detail, samplingTime, results),
    fault: ({ samplingTime }, { detail }) => eclampsiaFault(detail, samplingTime),
  },
};
