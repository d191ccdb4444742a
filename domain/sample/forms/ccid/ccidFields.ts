import { choice, choiceList, code, date, decimal, flag, longText, rows, text, type Fields } from '#domain/kernel/fields.ts';
import type { FieldGroup, ImpossibleWhen, RequiredWhen } from '../../rules/entryForm.ts';
import * as sets from './ccidChoices.ts';

const { patientSource, symptoms } = sets;

/** docs/forms.md#infection, what it asks beyond the generic block. */
export const ccidFields = {
  pathogenPanel: choice('检测项目', 'Panel', sets.pathogenPanel, { required: true }),
  specimenSite: text('采样部位', 'Collection site', { max: 64, help: ['组织、灌洗液填写', 'Of tissue and lavage'] }),
  collectionMethod: text('采样方式', 'Method of sampling', { max: 64 }),
  sampleVolume: decimal('样本体积', 'Volume', {
    required: true,
    min: 0.1,
    max: 50,
    scale: 2,
    unit: 'mL',
    help: ['多管填合计', 'Of several tubes in all'],
  }),
  transportCondition: choice('保存/运输条件', 'Transport', sets.transportCondition, { required: true }),
  testPurpose: choice('送检目的', 'Purpose', sets.testPurpose),
  patientSource: choice('患者来源', 'Origin', patientSource, { required: true }),
  symptoms: choiceList('临床症状', 'Symptoms', symptoms, { required: true }),
  symptomsText: longText('症状说明', 'Symptoms, text', { max: 1024 }),
  feverSyndrome: choice('发热症候群', 'Fever syndrome', sets.feverSyndrome),
  onsetDate: date('起病日期', 'Onset'),
  bodyTemperature: decimal('最高体温', 'Highest temperature', { min: 20, max: 50, scale: 1, unit: '℃' }),
  underlyingDisease: choiceList('基础疾病', 'Underlying disease', sets.underlyingDisease),
  immuneStatus: choice('免疫状态', 'Immune status', sets.immuneStatus, { required: true }),
  infectionSite: choiceList('感染部位', 'Site of infection', sets.infectionSite),
  wbc: decimal('白细胞', 'WBC', { min: 0, max: 200, scale: 2, unit: '10⁹/L' }),
  neutrophilPct: decimal('中性粒细胞', 'Neutrophils', { min: 0, max: 100, scale: 1, unit: '%' }),
  crp: decimal('CRP', 'CRP', { min: 0, max: 1000, scale: 2, unit: 'mg/L' }),
  pct: decimal('PCT', 'PCT', { min: 0, max: 500, scale: 3, unit: 'ng/mL' }),
  il6: decimal('IL-6', 'IL-6', { min: 0, max: 100_000, scale: 2, unit: 'pg/mL' }),
  gTest: choice('G试验', 'G test', sets.serology),
  gmTest: choice('GM试验', 'GM test', sets.serology),
  priorPathogenTests: rows(
    '前期病原检测',
    'Earlier pathogen tests',
    {
      method: choice('方法', 'Method', sets.priorMethod, { required: true }),
      specimen: text('标本', 'Specimen', { max: 50 }),
      date: date('日期', 'Date'),
      result: choice('检查结果', 'Findings', sets.serology),
      organism: text('病原', 'Organism', { max: 100 }),
    },
    'method',
    { max: 20 },
  ),
  antiInfectives: rows(
    '近期抗感染用药',
    'Anti-infectives',
    {
      drug: text('药物', 'Drug', { required: true, max: 50 }),
      startDate: date('开始', 'From'),
      stopDate: date('停用', 'Until'),
      effect: choice('疗效', 'Effect', sets.drugEffect),
    },
    'drug',
    { required: true, max: 20, help: ['未用药填一行“无”', 'A row 无 where none was given'] },
  ),
  focusPathogens: text('重点关注病原', 'Focus pathogens', {
    max: 200,
    help: ['所选组合中的病原或自行填写,最多10项,顿号分隔', 'Of the panels ordered or others, at most 10'],
  }),
  imagingFindings: longText('影像', 'Imaging', { max: 500 }),
  suspectedBsl3: flag('生物安全提示', 'Biosafety', { required: true, help: ['疑高致病性病原', 'A dangerous pathogen is suspected'] }),
  biosafetyAgents: choiceList('疑似高致病性病原', 'Dangerous pathogens', sets.biosafetyAgents),
  concessionId: code('让步登记号', 'Concession', { max: 32, help: ['按让步检测处理的异常登记', 'The abnormal case by which it is tested'] }),
} as const satisfies Fields;

export const ccidGroups: readonly FieldGroup[] = [
  {
    key: 'specimen',
    title: ['项目与标本', 'Panel and specimen'],
    fields: [
      'pathogenPanel',
      'sampleVolume',
      'specimenSite',
      'collectionMethod',
      'collectorName',
      'transportCondition',
      'testPurpose',
      'patientSource',
      'concessionId',
    ],
  },
  {
    key: 'clinical',
    title: ['临床', 'Clinical'],
    fields: [
      'symptoms',
      'symptomsText',
      'feverSyndrome',
      'onsetDate',
      'bodyTemperature',
      'underlyingDisease',
      'immuneStatus',
      'infectionSite',
      'imagingFindings',
      'historyText',
    ],
  },
  { key: 'markers', title: ['炎症指标', 'Markers'], fields: ['wbc', 'neutrophilPct', 'crp', 'pct', 'il6', 'gTest', 'gmTest'] },
  { key: 'pathogens', title: ['病原与用药', 'Pathogens and drugs'], fields: ['antiInfectives', 'priorPathogenTests', 'focusPathogens'] },
  { key: 'safety', title: ['生物安全与同意', 'Biosafety and consent'], fields: ['suspectedBsl3', 'biosafetyAgents', 'consentSigned', 'consentCode'] },
];

export const ccidRequired: readonly RequiredWhen[] = [
  { fields: ['patientNo', 'bedNo'], field: 'patientSource', is: [patientSource.inpatient, patientSource.icu] },
  { fields: ['symptomsText'], field: 'symptoms', is: [symptoms.other] },
  { fields: ['biosafetyAgents'], field: 'suspectedBsl3', is: [1] },
];
export const ccidImpossible: readonly ImpossibleWhen[] = [{ fields: ['biosafetyAgents'], field: 'suspectedBsl3', is: [0] }];

/** What the two passes are compared by, beyond the block's. */
export const ccidCompared: readonly string[] = [
  'pathogenPanel',
  'patientSource',
  'onsetDate',
  'bodyTemperature',
  'immuneStatus',
  'wbc',
  'neutrophilPct',
  'crp',
  'pct',
  'il6',
  'antiInfectives',
  'suspectedBsl3',
  'biosafetyAgents',
];
