import { choice, choiceList, code, date, decimal, flag, integer, longText, rows, text, type Fields } from '#domain/kernel/fields.ts';
import type { FieldGroup, ImpossibleWhen, RequiredWhen } from '../../rules/entryForm.ts';
import { conceptionMode, credentialType, fetusCount, sex } from '../../rules/formChoices.ts';
import * as sets from './carrierChoices.ts';

const { carrierPanel, screeningMode, screeningTiming, reportMode, transplantHistory } = sets;

/** docs/forms.md#carrier-screening, what it asks beyond the generic block. */
export const carrierFields = {
  carrierPanel: choice('筛查方案', 'Panel', carrierPanel, { required: true }),
  screeningMode: choice('筛查策略', 'Strategy', screeningMode, { required: true }),
  screeningTiming: choice('筛查时机', 'Timing', screeningTiming, { required: true }),
  addOns: choiceList('附加项目', 'Add-ons', sets.addOns),
  reportMode: choice('报告方式', 'Report of', reportMode, { required: true }),
  nation: text('民族', 'Ethnic group', { required: true, max: 50 }),
  nativePlace: text('籍贯', 'Native place', { required: true, max: 100 }),
  lastMenstrualDate: date('末次月经', 'LMP'),
  gaWeeks: integer('孕周(周)', 'GA weeks', { min: 0, max: 43, unit: 'w' }),
  gaDays: integer('孕周(天)', 'GA days', { min: 0, max: 6, unit: 'd' }),
  fetusCount: choice('胎儿数', 'Fetuses', fetusCount),
  conceptionMode: choice('受孕方式', 'Conception', conceptionMode),
  partnerName: text('配偶姓名', "Partner's name", { max: 50 }),
  partnerSex: choice('配偶性别', "Partner's sex", sex),
  partnerBirthDate: date('配偶出生日期', "Partner's birth date"),
  partnerCredentialType: choice('配偶证件类型', "Partner's document type", credentialType),
  partnerCredentialNo: code('配偶证件号码', "Partner's document", { max: 32 }),
  partnerTelephone: code('配偶电话', "Partner's phone", { max: 20 }),
  partnerSampleCode: code('配偶样本条码', "Partner's sample", { max: 32 }),
  clinicalInfo: longText('本人临床表现', 'Clinical signs', { max: 1000 }),
  partnerClinicalInfo: longText('配偶临床表现', "Partner's clinical signs", { max: 1000 }),
  adversePregnancyHistory: choiceList('不良孕产史', 'Adverse history', sets.carrierAdverseHistory, { required: true }),
  affectedChild: flag('生育遗传病患儿', 'Affected child', { required: true }),
  affectedChildText: text('患儿疾病', 'Disease of the child', { max: 200 }),
  geneticFamilyHistory: flag('遗传病家族史', 'Family history', { required: true }),
  geneticFamilyText: text('家族疾病', 'Disease of the family', { max: 200 }),
  consanguinity: flag('近亲婚配', 'Consanguinity', { required: true }),
  priorCarrierResults: rows(
    '既往携带者检测',
    'Earlier carrier results',
    {
      gene: text('基因/疾病', 'Gene or disease', { required: true, max: 100 }),
      person: choice('受检者', 'Person', sets.testedPerson),
      result: choice('检查结果', 'Findings', sets.priorCarrierResult),
      variant: text('变异', 'Variant', { max: 200 }),
      date: date('日期', 'Date'),
    },
    'gene',
    { max: 20 },
  ),
  transfusionRecent: flag('3个月内输血', 'Transfusion within three months', { required: true }),
  transfusionDate: date('输血日期', 'Date of transfusion'),
  transplantHistory: choice('移植史', 'Transplant', transplantHistory, { required: true }),
  transplantDate: date('移植手术日期', 'Date of transplant'),
  hgb: decimal('血红蛋白', 'Hb', { min: 0, max: 300, scale: 1, unit: 'g/L' }),
  mcv: decimal('MCV', 'MCV', { min: 30, max: 200, scale: 1, unit: 'fL' }),
  mch: decimal('MCH', 'MCH', { min: 5, max: 80, scale: 1, unit: 'pg' }),
  hbA: decimal('HbA', 'HbA', { min: 0, max: 100, scale: 1, unit: '%' }),
  hbA2: decimal('HbA2', 'HbA2', { min: 0, max: 100, scale: 1, unit: '%' }),
  hbF: decimal('HbF', 'HbF', { min: 0, max: 100, scale: 1, unit: '%' }),
  residualRiskAck: flag('已告知残余风险与意外发现', 'Told of residual risk and secondary findings', { required: true }),
  partnerConsentSigned: flag('配偶已签知情同意书', "Partner's consent signed"),
} as const satisfies Fields;

const gestation = ['lastMenstrualDate', 'gaWeeks', 'gaDays', 'fetusCount', 'conceptionMode'] as const;
const bloodCount = ['hgb', 'mcv', 'mch', 'hbA', 'hbA2', 'hbF'] as const;

export const carrierGroups: readonly FieldGroup[] = [
  {
    key: 'plan',
    title: ['筛查', 'Screening'],
    fields: ['carrierPanel', 'screeningMode', 'screeningTiming', 'addOns', 'reportMode', 'collectorName', 'nation', 'nativePlace'],
  },
  { key: 'gestation', title: ['孕情', 'Pregnancy'], fields: gestation },
  {
    key: 'partner',
    title: ['配偶', 'Partner'],
    fields: [
      'partnerName',
      'partnerCredentialType',
      'partnerCredentialNo',
      'partnerSex',
      'partnerBirthDate',
      'partnerTelephone',
      'partnerSampleCode',
      'partnerClinicalInfo',
    ],
  },
  {
    key: 'history',
    title: ['病史', 'History'],
    fields: [
      'clinicalInfo',
      'adversePregnancyHistory',
      'affectedChild',
      'affectedChildText',
      'geneticFamilyHistory',
      'geneticFamilyText',
      'consanguinity',
      'priorCarrierResults',
      'transfusionRecent',
      'transfusionDate',
      'transplantHistory',
      'transplantDate',
    ],
  },
  { key: 'blood', title: ['血常规与血红蛋白电泳', 'Blood count and haemoglobins'], fields: bloodCount },
  { key: 'consent', title: ['知情同意', 'Consent'], fields: ['consentSigned', 'consentCode', 'residualRiskAck', 'partnerConsentSigned'] },
];

const partner = ['partnerName', 'partnerSex', 'partnerBirthDate'] as const;
/** A donor is tested for a recipient who may not be known. */
const unlessDonor = { field: 'screeningTiming', is: [screeningTiming.donor] } as const;

export const carrierRequired: readonly RequiredWhen[] = [
  { fields: ['gaWeeks', 'gaDays'], field: 'screeningTiming', is: [screeningTiming.early, screeningTiming.middle] },
  { fields: partner, field: 'screeningMode', is: [screeningMode.together, screeningMode.manAfter], unless: unlessDonor },
  { fields: ['partnerSampleCode'], field: 'screeningMode', is: [screeningMode.together], unless: unlessDonor },
  { fields: [...partner, 'partnerConsentSigned'], field: 'reportMode', is: [reportMode.couple] },
  // The second of a sequence is not sampled before the first one's result.
  {
    fields: ['partnerSampleCode'],
    field: 'reportMode',
    is: [reportMode.couple],
    unless: { field: 'screeningMode', is: [screeningMode.womanFirst] },
  },
  {
    fields: ['partnerCredentialNo'],
    field: 'partnerCredentialType',
    is: [credentialType.idCard, credentialType.passport, credentialType.travelPermit, credentialType.residencePermit],
  },
  { fields: ['partnerCredentialType'], field: 'partnerCredentialNo' },
  { fields: ['affectedChildText'], field: 'affectedChild', is: [1] },
  { fields: ['geneticFamilyText'], field: 'geneticFamilyHistory', is: [1] },
  { fields: ['transfusionDate'], field: 'transfusionRecent', is: [1] },
  { fields: ['transplantDate'], field: 'transplantHistory', is: [transplantHistory.marrow, transplantHistory.organ] },
  { fields: bloodCount, field: 'carrierPanel', is: [carrierPanel.thalassaemia] },
];

export const carrierImpossible: readonly ImpossibleWhen[] = [
  { fields: gestation, field: 'screeningTiming', is: [screeningTiming.before, screeningTiming.assisted, screeningTiming.donor] },
  { fields: ['partnerConsentSigned'], field: 'reportMode', is: [reportMode.single] },
  { fields: ['affectedChildText'], field: 'affectedChild', is: [0] },
  { fields: ['geneticFamilyText'], field: 'geneticFamilyHistory', is: [0] },
  { fields: ['transfusionDate'], field: 'transfusionRecent', is: [0] },
  { fields: ['transplantDate'], field: 'transplantHistory', is: [transplantHistory.none] },
];

/** What the two passes are compared by, beyond the block's. */
export const carrierCompared: readonly string[] = [
  'carrierPanel',
  'screeningMode',
  'screeningTiming',
  'addOns',
  'reportMode',
  ...gestation,
  ...partner,
  'partnerCredentialType',
  'partnerCredentialNo',
  'partnerTelephone',
  'partnerSampleCode',
  'adversePregnancyHistory',
  'affectedChild',
  'affectedChildText',
  'geneticFamilyHistory',
  'geneticFamilyText',
  'consanguinity',
  'transfusionRecent',
  'transfusionDate',
  'transplantHistory',
  'transplantDate',
  ...bloodCount,
];
