import { choices, type CodeOf } from '#domain/kernel/choices.ts';

/** What of ours a partner's value can be, or be answered as (docs/interfaces.md#fields). */
export const partnerField = choices({
  thirdBarCode: ['thirdBarCode', '第三方条码', 'Third-party barcode'],
  barCode: ['barCode', '样本条码', 'Sample code'],
  hospitalCode: ['hospitalCode', '医院条码', 'Hospital code'],
  courierNumber: ['courierNumber', '物流单号', 'Courier number'],
  sendSampleClientCode: ['sendSampleClientCode', '送检单位编号', 'Client code'],
  commodityCodes: ['commodityCodes', '产品编号', 'Commodity codes'],
  personName: ['personName', '受检者姓名', 'Patient name'],
  sex: ['sex', '性别', 'Sex'],
  age: ['age', '年龄', 'Age'],
  birthDate: ['birthDate', '出生日期', 'Birth date'],
  telephone: ['telephone', '手机号', 'Mobile'],
  credentialNo: ['credentialNo', '证件号', 'Document number'],
  patientNo: ['patientNo', '门诊住院号', 'Patient number'],
  department: ['department', '科室', 'Department'],
  doctorName: ['doctorName', '送检医生', 'Doctor'],
  samplingTime: ['samplingTime', '采样时间', 'Sampling time'],
  expectTime: ['expectTime', '预计到达时间', 'Expected arrival'],
  remark: ['remark', '备注', 'Remark'],
  requisitionCode: ['requisitionCode', '申请单条码', 'Requisition code'],
  sampleCode: ['sampleCode', '收样条码', 'Code of the received tube'],
  labStatus: ['labStatus', '样本状态', 'State'],
  labStatusName: ['labStatusName', '样本状态名称', 'State in words'],
  receiveTime: ['receiveTime', '收样时间', 'Received'],
  reportNo: ['reportNo', '报告编号', 'Report number'],
  reportVersion: ['reportVersion', '报告版本', 'Report version'],
  reportTime: ['reportTime', '报告时间', 'Reported'],
  qualitativeResult: ['qualitativeResult', '检测结果', 'Result'],
  qualitativeResultName: ['qualitativeResultName', '检测结果名称', 'Result in words'],
  pushKind: ['pushKind', '推送类型', 'Kind of push'],
  commodityCode: ['commodityCode', '产品编号', 'Commodity code'],
  commodityName: ['commodityName', '产品', 'Commodity'],
  checkTimeTwo: ['checkTimeTwo', '二审时间', 'Second audit time'],
  conclusion: ['conclusion', '结论', 'Conclusion'],
  results: ['results', '检测项结果', 'Results of items'],
});
export type PartnerField = CodeOf<typeof partnerField>;

interface FieldShape {
  /** What it is written as. */
  readonly kind: 'text' | 'code' | 'codes' | 'integer' | 'date' | 'dateTime';
  readonly longest: number;
  /** Tells who a patient is. */
  readonly patient?: boolean;
}
/** What a partner may tell, in the order of the document; the first is what tells one row from another. */
export const inputFields = {
  thirdBarCode: { kind: 'code', longest: 64 },
  barCode: { kind: 'code', longest: 32 },
  hospitalCode: { kind: 'code', longest: 64 },
  courierNumber: { kind: 'code', longest: 32 },
  sendSampleClientCode: { kind: 'code', longest: 20 },
  commodityCodes: { kind: 'codes', longest: 500 },
  personName: { kind: 'text', longest: 50, patient: true },
  sex: { kind: 'integer', longest: 1 },
  age: { kind: 'integer', longest: 3 },
  birthDate: { kind: 'date', longest: 20 },
  telephone: { kind: 'code', longest: 20, patient: true },
  credentialNo: { kind: 'code', longest: 32, patient: true },
  patientNo: { kind: 'text', longest: 32, patient: true },
  department: { kind: 'text', longest: 64 },
  doctorName: { kind: 'text', longest: 50 },
  samplingTime: { kind: 'dateTime', longest: 30 },
  expectTime: { kind: 'dateTime', longest: 30 },
  remark: { kind: 'text', longest: 500 },
} as const satisfies Partial<Record<PartnerField, FieldShape>>;
export type InputField = keyof typeof inputFields;
export const isInputField = (name: string): name is InputField => Object.hasOwn(inputFields, name);

/** What we answer of a row or push of a result, in the order of the document. */
export const outputFields = [
  'pushKind',
  'thirdBarCode',
  'hospitalCode',
  'requisitionCode',
  'sampleCode',
  'labStatus',
  'labStatusName',
  'personName',
  'commodityCode',
  'commodityName',
  'samplingTime',
  'receiveTime',
  'checkTimeTwo',
  'reportNo',
  'reportVersion',
  'reportTime',
  'qualitativeResult',
  'qualitativeResultName',
  'conclusion',
  'results',
] as const satisfies readonly PartnerField[];
export type OutputField = (typeof outputFields)[number];
export const isOutputField = (name: string): name is OutputField => (outputFields as readonly string[]).includes(name);
