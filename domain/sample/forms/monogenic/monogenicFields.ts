import { choice, code, date, decimal, flag, integer, longText, rows, text, type Fields } from '#domain/kernel/fields.ts';
import type { FieldGroup, ImpossibleWhen, RequiredWhen } from '../../rules/entryForm.ts';
import { sex } from '../../rules/formChoices.ts';
import * as sets from './monogenicChoices.ts';

const { affectedStatus, familyRelation, geneProduct, onsetAgeUnit } = sets;

/** The other members of a family, each by what they are to the proband; the pedigree is drawn from them. */
export const familyMembers = rows(
  '家系成员',
  'Family members',
  {
    name: text('姓名', 'Name', { required: true, max: 50 }),
    familyRelation: choice('与先证者关系', 'Relation to the proband', familyRelation, { required: true }),
    sex: choice('性别', 'Sex', sex, { required: true }),
    birthDate: date('出生日期', 'Birth date'),
    affectedStatus: choice('患病', 'Affected', affectedStatus, { required: true }),
    sampleCode: code('样本条码', 'Sample code', { max: 32 }),
    phenotype: text('表型', 'Phenotype', { max: 200 }),
  },
  'name',
  { max: 30, comparedColumns: ['familyRelation', 'sex', 'affectedStatus', 'sampleCode'] },
);

/** docs/forms.md#monogenic, what it asks beyond the generic block. */
export const monogenicFields = {
  geneProduct: choice('基因检测项目', 'Genetic test', geneProduct, { required: true }),
  samplePurpose: choice('用途', 'Purpose', sets.samplePurpose, { required: true }),
  nation: text('民族', 'Ethnic group', { max: 50 }),
  nativePlace: text('籍贯', 'Native place', { max: 100 }),
  familyCode: code('家系编号', 'Family code', { max: 32 }),
  isProband: flag('先证者', 'Proband', { required: true }),
  familyRelation: choice('与先证者关系', 'Relation to the proband', familyRelation, { required: true }),
  affectedStatus: choice('患病状态', 'Affected', affectedStatus, { required: true }),
  fatherSampleCode: code('父亲样本', "Father's sample", { max: 32 }),
  motherSampleCode: code('母亲样本', "Mother's sample", { max: 32 }),
  familyMembers,
  familyMedicalHistory: longText('家族史', 'Family history', { required: true, max: 1000 }),
  consanguinity: flag('近亲婚配', 'Consanguinity', { required: true }),
  medicalHistory: longText('主要临床表现/病史摘要', 'Clinical summary', { required: true, max: 4000 }),
  hpoTerms: rows(
    'HPO表型',
    'HPO terms',
    {
      code: code('编号', 'Code', { required: true, max: 10, codeOf: 'hpoTerm', fills: 'name' }),
      name: text('名称', 'Name', { max: 100 }),
      isExcluded: flag('否定', 'Excluded'),
      onset: text('起病', 'Onset', { max: 50 }),
    },
    'code',
  ),
  onsetAge: integer('发病年龄', 'Age at onset', { min: 0, max: 150 }),
  onsetAgeUnit: choice('发病年龄单位', 'Unit of it', onsetAgeUnit),
  suspectedDiseases: text('疑似疾病', 'Suspected diseases', { max: 200, help: ['可填OMIM号', 'OMIM numbers too'] }),
  focusGenes: text('重点关注基因', 'Focus genes', { max: 200 }),
  priorGeneticTests: rows(
    '既往遗传检测',
    'Earlier genetic tests',
    {
      method: choice('方法', 'Method', sets.priorGeneticMethod, { required: true }),
      date: date('日期', 'Date'),
      result: text('检查结果', 'Findings', { max: 200 }),
    },
    'method',
    { max: 20 },
  ),
  labFindings: longText('检查结果', 'Findings', { max: 1000 }),
  transfusionRecent: flag('1个月内输血', 'Transfusion within a month', { required: true }),
  transfusionDate: date('输血日期', 'Date of transfusion'),
  transplantHistory: flag('移植史', 'Transplant', { required: true }),
  transplantDate: date('移植手术日期', 'Date of transplant'),
  dnaConcentration: decimal('DNA浓度', 'DNA concentration', { min: 0, max: 10_000, scale: 2, unit: 'ng/µL' }),
  dnaVolume: decimal('DNA体积', 'DNA volume', { min: 0, max: 10_000, scale: 1, unit: 'µL' }),
  ratio260280: decimal('A260/280', 'A260/280', { min: 0, max: 5, scale: 2 }),
  gaWeeks: integer('孕周(周)', 'GA weeks', { min: 0, max: 43, unit: 'w' }),
  gaDays: integer('孕周(天)', 'GA days', { min: 0, max: 6, unit: 'd' }),
  invasiveProcedure: choice('取样方式', 'Procedure', sets.invasiveProcedure),
  mccExcluded: flag('已排除母血污染', 'Maternal cells excluded'),
  secondaryFindingsConsent: choice('意外发现', 'Secondary findings', sets.secondaryFindingsConsent),
  researchConsent: flag('同意科研', 'Research'),
  reanalysisConsent: flag('同意再分析', 'Reanalysis'),
  reportAddress: text('报告邮寄地址', 'Mail the report to', { max: 200 }),
  invoiceTitle: text('发票抬头', 'Invoice title', { max: 100 }),
} as const satisfies Fields;

const prenatal = ['gaWeeks', 'gaDays', 'invasiveProcedure', 'mccExcluded'] as const;

export const monogenicGroups: readonly FieldGroup[] = [
  { key: 'product', title: ['项目', 'Product'], fields: ['geneProduct', 'samplePurpose', 'collectorName', 'nation', 'nativePlace'] },
  {
    key: 'family',
    title: ['家系', 'Family'],
    fields: [
      'familyCode',
      'isProband',
      'familyRelation',
      'affectedStatus',
      'fatherSampleCode',
      'motherSampleCode',
      'consanguinity',
      'familyMembers',
      'familyMedicalHistory',
    ],
  },
  {
    key: 'phenotype',
    title: ['表型与病史', 'Phenotype and history'],
    fields: [
      'medicalHistory',
      'hpoTerms',
      'onsetAge',
      'onsetAgeUnit',
      'suspectedDiseases',
      'focusGenes',
      'priorGeneticTests',
      'labFindings',
      'transfusionRecent',
      'transfusionDate',
      'transplantHistory',
      'transplantDate',
    ],
  },
  { key: 'specimen', title: ['样本与产前', 'Specimen and prenatal'], fields: ['dnaConcentration', 'dnaVolume', 'ratio260280', ...prenatal] },
  {
    key: 'consent',
    title: ['知情同意与报告', 'Consent and report'],
    fields: ['consentSigned', 'consentCode', 'secondaryFindingsConsent', 'researchConsent', 'reanalysisConsent', 'reportAddress', 'invoiceTitle'],
  },
];

export const monogenicRequired: readonly RequiredWhen[] = [
  { fields: ['familyCode', 'familyMembers'], field: 'geneProduct', is: [geneProduct.wesFamily] },
  { fields: ['secondaryFindingsConsent'], field: 'geneProduct', is: [geneProduct.wesProband, geneProduct.wesFamily] },
  { fields: ['motherSampleCode', ...prenatal], field: 'familyRelation', is: [familyRelation.fetus] },
  { fields: ['transfusionDate'], field: 'transfusionRecent', is: [1] },
  { fields: ['transplantDate'], field: 'transplantHistory', is: [1] },
  { fields: ['onsetAge'], field: 'onsetAgeUnit', is: [onsetAgeUnit.years, onsetAgeUnit.months, onsetAgeUnit.days] },
  { fields: ['onsetAgeUnit'], field: 'onsetAge' },
];
const born = familyRelation.options.map(({ code }) => code).filter((code) => code !== familyRelation.fetus && code !== familyRelation.other);
export const monogenicImpossible: readonly ImpossibleWhen[] = [
  { fields: prenatal, field: 'familyRelation', is: born },
  { fields: ['transfusionDate'], field: 'transfusionRecent', is: [0] },
  { fields: ['transplantDate'], field: 'transplantHistory', is: [0] },
  { fields: ['onsetAge'], field: 'onsetAgeUnit', is: [onsetAgeUnit.birth, onsetAgeUnit.fetal] },
];

/** What the two passes are compared by, beyond the block's. */
export const monogenicCompared: readonly string[] = [
  'geneProduct',
  'familyCode',
  'isProband',
  'familyRelation',
  'affectedStatus',
  'fatherSampleCode',
  'motherSampleCode',
  'familyMembers',
  'onsetAge',
  'onsetAgeUnit',
  'focusGenes',
  'transfusionRecent',
  'transfusionDate',
  'transplantHistory',
  'transplantDate',
  ...prenatal,
  'secondaryFindingsConsent',
];
