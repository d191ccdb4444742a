import { choice, choiceList, code, date, dateTime, flag, integer, text, type Fields } from '#domain/kernel/fields.ts';
import type { FieldGroup, ImpossibleWhen, RequiredWhen } from '../../rules/entryForm.ts';
import { credentialType } from '../../rules/formChoices.ts';
import * as sets from './deafChoices.ts';

const { subjectType, familyHistory, aminoglycosideUse } = sets;

/** docs/forms.md#deafness, what it asks beyond the generic block. */
export const deafFields = {
  subjectType: choice('受检类型', 'Subject', subjectType, { required: true }),
  screeningRound: choice('采血次序', 'Round', sets.screeningRound),
  testTubeNumber: code('采血卡号', 'Card number', { required: true, max: 32 }),
  motherName: text('母亲姓名', "Mother's name", { max: 50 }),
  motherCredentialType: choice('母亲证件类型', "Mother's document type", credentialType),
  motherCredentialNo: code('母亲证件号码', "Mother's document", { max: 32 }),
  motherAge: integer('母亲年龄', "Mother's age", { min: 12, max: 60, unit: 'y' }),
  motherNation: text('母亲民族', "Mother's ethnic group", { max: 50 }),
  fatherName: text('父亲姓名', "Father's name", { max: 50 }),
  fatherPhone: code('父亲电话', "Father's phone", { max: 20 }),
  telephone2: code('联系电话2', 'Second phone', { max: 20 }),
  address: text('居住地址', 'Address', { required: true, max: 200 }),
  birthTime: dateTime('出生时间', 'Time of birth'),
  birthWeightG: integer('出生体重', 'Birth weight', { min: 300, max: 7000, unit: 'g' }),
  gaWeeks: integer('出生孕周(周)', 'GA weeks at birth', { min: 22, max: 44, unit: 'w' }),
  gaDays: integer('出生孕周(天)', 'GA days at birth', { min: 0, max: 6, unit: 'd' }),
  fetusCount: integer('胎数', 'Multiplicity', { min: 1, max: 5 }),
  birthOrder: integer('胎序', 'Birth order', { min: 1, max: 5 }),
  gravidity: integer('孕次', 'Gravida', { min: 1, max: 20 }),
  parity: integer('产次', 'Para', { min: 0, max: 20 }),
  collectionMethod: choice('采血方式', 'Method', sets.collectionMethod),
  collectionSite: choice('采血部位', 'Site', sets.collectionSite),
  collectorName: text('采血者', 'Collector', { required: true, max: 50 }),
  spotCount: integer('血斑数', 'Spots', { min: 0, max: 6 }),
  spotQuality: choice('血斑质量', 'Quality of the spots', sets.spotQuality),
  hearingFirstLeft: choice('听力初筛 左', 'First screen, left', sets.hearing),
  hearingFirstRight: choice('听力初筛 右', 'First screen, right', sets.hearing),
  hearingMethod: choice('初筛方法', 'Method of the first screen', sets.hearingMethod),
  hearingFirstDate: date('初筛日期', 'Date of the first screen'),
  hearingSecondLeft: choice('复筛 左', 'Second screen, left', sets.hearing),
  hearingSecondRight: choice('复筛 右', 'Second screen, right', sets.hearing),
  hearingSecondDate: date('复筛日期', 'Date of the second screen'),
  abrLeft: integer('ABR阈值 左', 'ABR left', { min: 0, max: 120, unit: 'dB' }),
  abrRight: integer('ABR阈值 右', 'ABR right', { min: 0, max: 120, unit: 'dB' }),
  hearingLossType: choiceList('听损类型', 'Hearing loss', sets.hearingLossType),
  deafFamilyHistory: choice('耳聋家族史', 'Family history', familyHistory, { required: true }),
  deafFamilyRelation: text('家族史关系', 'Which relative', { max: 100 }),
  aminoglycosideUse: choice('氨基糖苷用药史', 'Aminoglycosides', aminoglycosideUse, {
    required: true,
    help: ['母亲及家族', 'Mother and family'],
  }),
  aminoglycosideDrug: text('用药名称', 'Which drug', { max: 100 }),
  transfusionRecent: flag('近期输血', 'Recent transfusion', { required: true }),
  transfusionDate: date('输血日期', 'Date of transfusion'),
  hearingRiskFactors: choiceList('高危因素', 'Risks', sets.hearingRiskFactors),
  parentsHearing: choice('父母听力', "Parents' hearing", sets.parentsHearing),
  consanguinity: flag('近亲婚配', 'Consanguinity'),
  guardianRelation: choice('同意人', 'Who consents', sets.guardianRelation),
} as const satisfies Fields;

export const deafGroups: readonly FieldGroup[] = [
  {
    key: 'subject',
    title: ['受检类型与父母', 'Subject and parents'],
    fields: [
      'subjectType',
      'screeningRound',
      'motherName',
      'motherCredentialType',
      'motherCredentialNo',
      'motherAge',
      'motherNation',
      'fatherName',
      'fatherPhone',
      'telephone2',
      'address',
    ],
  },
  {
    key: 'birth',
    title: ['出生', 'Birth'],
    fields: ['birthTime', 'birthWeightG', 'gaWeeks', 'gaDays', 'fetusCount', 'birthOrder', 'gravidity', 'parity'],
  },
  { key: 'card', title: ['采血卡', 'Card'], fields: ['collectionMethod', 'collectionSite', 'collectorName', 'spotCount', 'spotQuality'] },
  {
    key: 'hearing',
    title: ['听力', 'Hearing'],
    fields: [
      'hearingFirstLeft',
      'hearingFirstRight',
      'hearingMethod',
      'hearingFirstDate',
      'hearingSecondLeft',
      'hearingSecondRight',
      'hearingSecondDate',
      'abrLeft',
      'abrRight',
      'hearingLossType',
    ],
  },
  {
    key: 'risk',
    title: ['病史', 'History'],
    fields: [
      'deafFamilyHistory',
      'deafFamilyRelation',
      'aminoglycosideUse',
      'aminoglycosideDrug',
      'transfusionRecent',
      'transfusionDate',
      'hearingRiskFactors',
      'parentsHearing',
      'consanguinity',
    ],
  },
  { key: 'consent', title: ['知情同意', 'Consent'], fields: ['consentSigned', 'consentCode', 'guardianRelation'] },
];

const ofBirth = ['birthTime', 'birthWeightG', 'gaWeeks', 'gaDays', 'fetusCount'] as const;

export const deafRequired: readonly RequiredWhen[] = [
  {
    fields: ['screeningRound', 'motherName', ...ofBirth, 'patientNo', 'spotCount', 'spotQuality', 'guardianRelation'],
    field: 'subjectType',
    is: [subjectType.newborn],
  },
  { fields: ['hearingLossType'], field: 'subjectType', is: [subjectType.clinical] },
  { fields: ['birthOrder'], field: 'fetusCount', is: [2, 3, 4, 5] },
  { fields: ['motherCredentialType'], field: 'motherCredentialNo' },
  { fields: ['deafFamilyRelation'], field: 'deafFamilyHistory', is: [familyHistory.some] },
  { fields: ['aminoglycosideDrug'], field: 'aminoglycosideUse', is: [aminoglycosideUse.some] },
  { fields: ['transfusionDate'], field: 'transfusionRecent', is: [1] },
];

export const deafImpossible: readonly ImpossibleWhen[] = [
  { fields: ['screeningRound', ...ofBirth, 'birthOrder', 'spotCount', 'guardianRelation'], field: 'subjectType', is: [subjectType.counselling] },
  { fields: ['birthOrder'], field: 'fetusCount', is: [1] },
  { fields: ['deafFamilyRelation'], field: 'deafFamilyHistory', is: [familyHistory.none] },
  { fields: ['aminoglycosideDrug'], field: 'aminoglycosideUse', is: [aminoglycosideUse.none, aminoglycosideUse.unknown] },
  { fields: ['transfusionDate'], field: 'transfusionRecent', is: [0] },
];

/** What the two passes are compared by, beyond the block's. */
export const deafCompared: readonly string[] = [
  'subjectType',
  'screeningRound',
  'motherName',
  'motherCredentialType',
  'motherCredentialNo',
  'motherAge',
  'telephone2',
  ...ofBirth,
  'birthOrder',
  'collectionMethod',
  'collectionSite',
  'hearingFirstLeft',
  'hearingFirstRight',
  'hearingSecondLeft',
  'hearingSecondRight',
  'hearingSecondDate',
  'hearingLossType',
  'deafFamilyHistory',
  'deafFamilyRelation',
  'aminoglycosideUse',
  'aminoglycosideDrug',
  'transfusionRecent',
  'transfusionDate',
];
