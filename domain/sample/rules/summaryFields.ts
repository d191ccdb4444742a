import {
  choice,
  choiceList,
  code,
  date,
  dateTime,
  decimal,
  flag,
  integer,
  json,
  longText,
  ref,
  refList,
  text,
  type Fields,
} from '#domain/kernel/fields.ts';
import type { FieldGroup, RequiredWhen } from './entryForm.ts';
import { ageUnit, credentialType, sampleCondition, sex } from './formChoices.ts';

/** One tube of a requisition (docs/forms.md#summary-entry). */
export const tubeFields = {
  sampleCode: code('样本条码', 'Sample code', { required: true, max: 32 }),
  testTubeNumber: code('采血管号', 'Tube number', { max: 32 }),
  testTubeBatchNo: text('采血管批号', 'Tube lot', { max: 32 }),
  testTubeExpireTime: date('采血管效期', 'Tube expiry'),
  sampleClassId: ref('样本类型', 'Sample class', 'sampleClass', { required: true }),
  sampleQuantity: integer('样本数量', 'Quantity', { required: true, min: 1, max: 20 }),
  sampleVolume: decimal('样本体积', 'Volume', { min: 0, max: 100, scale: 2, unit: 'mL' }),
  sampleCondition: choiceList('样本外观', 'Condition', sampleCondition, { required: true }),
} as const satisfies Fields;

/** The person, the doctor, the parcel: once a requisition. */
export const requisitionFields = {
  requisitionCode: code('申请单条码', 'Requisition code', { required: true, max: 32 }),
  hospitalCode: code('医院条码', 'Hospital code', { max: 64 }),
  contractLaboratoryId: ref('检验所', 'Laboratory', 'laboratory', { required: true }),
  sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', { required: true }),
  commodityIds: refList('产品', 'Commodities', 'commodity', { required: true }),
  arrivalTemperature: decimal('送达温度', 'Arrival temperature', { min: -80, max: 50, scale: 1, unit: '℃' }),
  personName: text('受检者姓名', 'Patient name', { required: true, min: 2, max: 50 }),
  sex: choice('性别', 'Sex', sex, { required: true }),
  age: integer('年龄', 'Age', { min: 0, max: 150 }),
  ageUnit: choice('年龄单位', 'Age unit', ageUnit),
  birthDate: date('出生日期', 'Birth date'),
  credentialType: choice('证件类型', 'Document type', credentialType),
  credentialNo: code('证件号码', 'Document number', { max: 32 }),
  telephone: code('联系电话', 'Phone', { max: 20 }),
  patientNo: text('门诊/住院号', 'Patient number', { max: 32 }),
  department: text('科室', 'Department', { max: 64 }),
  bedNo: text('床号', 'Bed', { max: 16 }),
  doctorName: text('送检医生', 'Doctor', { max: 50 }),
  doctorPhone: code('医生电话', 'Doctor phone', { max: 20 }),
  samplingTime: dateTime('采样时间', 'Sampling time', { required: true }),
  receiveTime: dateTime('收样时间', 'Receive time', { readOnly: true }),
  courierNumber: code('物流单号', 'Courier number', { max: 32 }),
  clinicalDiagnosis: longText('临床诊断', 'Diagnosis', { max: 500 }),
  isUrgent: flag('加急', 'Urgent'),
  isResample: flag('补采', 'Resample'),
  isPaperReport: flag('纸质报告', 'Paper report'),
  isFree: flag('免费', 'Free'),
  originalSampleCode: code('原样本条码', 'Original sample', { max: 32 }),
  consentSigned: flag('已签知情同意书', 'Consent signed'),
  consentCode: code('知情同意书编号', 'Consent no.', { max: 32 }),
  guardianName: text('监护人姓名', 'Guardian', { max: 50, help: ['未满14周岁填写', 'Under 14 years'] }),
  guardianPhone: code('监护人电话', 'Guardian phone', { max: 20 }),
  guardianConsent: flag('监护人已同意', 'Guardian consented'),
  requisitionImages: json('申请单图片', 'Requisition images', { form: false }),
  receiveRemark: longText('收样备注', 'Receive remark', { max: 200 }),
} as const satisfies Fields;

const { requisitionCode, ...aboutPerson } = requisitionFields;
/** Summary entry, one tube: docs/forms.md#summary-entry in the order of typing. Several tubes repeat `tubeFields`. */
export const summaryFields: Fields = { requisitionCode, ...tubeFields, ...aboutPerson };

export const summaryGroups: readonly FieldGroup[] = [
  {
    key: 'sample',
    title: ['样本', 'Sample'],
    fields: [
      'requisitionCode',
      'sampleCode',
      'testTubeNumber',
      'hospitalCode',
      'contractLaboratoryId',
      'sendSampleClientId',
      'commodityIds',
      'sampleClassId',
      'sampleQuantity',
      'sampleCondition',
      'samplingTime',
    ],
  },
  {
    key: 'person',
    title: ['受检者', 'Person'],
    fields: ['personName', 'credentialType', 'credentialNo', 'sex', 'birthDate', 'age', 'ageUnit', 'telephone'],
  },
  { key: 'clinic', title: ['送检', 'Clinic'], fields: ['patientNo', 'department', 'bedNo', 'doctorName', 'doctorPhone', 'clinicalDiagnosis'] },
  { key: 'guardian', title: ['监护人', 'Guardian'], fields: ['guardianName', 'guardianPhone', 'guardianConsent'] },
  {
    key: 'more',
    title: ['其他', 'More'],
    fields: [
      'isUrgent',
      'isResample',
      'originalSampleCode',
      'isPaperReport',
      'isFree',
      'consentSigned',
      'consentCode',
      'courierNumber',
      'arrivalTemperature',
      'sampleVolume',
      'testTubeBatchNo',
      'testTubeExpireTime',
      'receiveRemark',
    ],
  },
];

/** Fields a condition makes mandatory, common to summary and detail entry. */
export const commonRequired: readonly RequiredWhen[] = [
  { fields: ['age'], field: 'birthDate', isEmpty: true, unless: { field: 'ageUnit', is: [ageUnit.none] } },
  { fields: ['ageUnit'], field: 'age' },
  {
    fields: ['credentialNo'],
    field: 'credentialType',
    is: [credentialType.idCard, credentialType.passport, credentialType.travelPermit, credentialType.residencePermit],
  },
  { fields: ['credentialType'], field: 'credentialNo' },
  { fields: ['originalSampleCode'], field: 'isResample', is: [1] },
];

/** What the two passes are compared by (docs/forms.md#summary-entry). */
export const commonCompared: readonly string[] = [
  'requisitionCode',
  'sampleCode',
  'testTubeNumber',
  'sendSampleClientId',
  'commodityIds',
  'personName',
  'sex',
  'age',
  'ageUnit',
  'birthDate',
  'credentialType',
  'credentialNo',
  'telephone',
  'patientNo',
  'doctorName',
  'doctorPhone',
  'samplingTime',
  'originalSampleCode',
];

/** What reception settles; detail entry shows it and does not ask again. */
export const receptionFields: readonly string[] = [
  'requisitionCode',
  'sampleCode',
  'testTubeBatchNo',
  'testTubeExpireTime',
  'hospitalCode',
  'contractLaboratoryId',
  'sampleClassId',
  'sampleQuantity',
  'sampleVolume',
  'sampleCondition',
  'arrivalTemperature',
  'receiveTime',
  'courierNumber',
  'isUrgent',
  'isResample',
  'isPaperReport',
  'isFree',
  'originalSampleCode',
  'requisitionImages',
  'receiveRemark',
];
