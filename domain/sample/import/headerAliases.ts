import { cleanText } from '../rules/person.ts';
import type { SheetRow } from '#domain/sheet/sheetTypes.ts';
import { importFields, type HeaderMap, type ImportField } from './importVerdict.ts';
import { cellText } from './sheetCell.ts';

/** How hospitals head their columns, in Chinese and English; compared by `headerKey`. */
const aliases: Readonly<Record<ImportField, readonly string[]>> = {
  requisitionCode: [
    '申请单条码',
    '申请单号',
    '申请单编号',
    '送检单号',
    '送检单编号',
    '申请条码',
    'requisition barcode',
    'requisition code',
    'requisition no',
    'requisition',
    'request no',
    'order no',
    'requisitionCode',
  ],
  sampleCode: [
    '样本条码',
    '标本条码',
    '样本编号',
    '标本编号',
    '样本号',
    '标本号',
    '条码',
    '条码号',
    'sample barcode',
    'sample code',
    'sample no',
    'sample id',
    'specimen no',
    'barcode',
    'sampleCode',
  ],
  testTubeNumber: ['采血管号', '采血管编号', '采血卡号', '卡号', '管号', '采血管号/卡号', 'tube no', 'tube number', 'card no', 'testTubeNumber'],
  testTubeBatchNo: ['采血管批号', '试管批号', 'tube lot', 'tube batch', 'testTubeBatchNo'],
  testTubeExpireTime: ['采血管效期', '采血管有效期', '试管效期', 'tube expiry', 'testTubeExpireTime'],
  hospitalCode: ['医院条码', '医院条码号', '院内条码', '院方条码', 'hospital barcode', 'hospital code', 'hospitalCode'],
  contractLaboratory: ['检验所', '实验室', '检测机构', '检测实验室', 'laboratory', 'lab', 'contractLaboratory'],
  sendSampleClient: [
    '送检单位',
    '送检医院',
    '送检机构',
    '医院',
    '医院名称',
    '客户',
    '客户名称',
    'sending client',
    'client',
    'hospital',
    'sender',
    'sendSampleClient',
  ],
  commodity: [
    '产品',
    '产品名称',
    '检测产品',
    '检测项目',
    '检验项目',
    '项目',
    '项目名称',
    '送检项目',
    'commodity',
    'commodities',
    'product',
    'test',
    'test name',
    'item',
  ],
  sampleClass: [
    '样本类型',
    '标本类型',
    '样本类别',
    '标本种类',
    '样本种类',
    'sample class',
    'sample type',
    'specimen',
    'specimen type',
    'sampleClass',
  ],
  sampleQuantity: ['数量', '样本数量', '标本数量', '管数', 'quantity', 'qty', 'sampleQuantity'],
  sampleVolume: ['样本体积', '样本量', '标本量', '体积', 'volume', 'sample volume', 'sampleVolume'],
  personName: [
    '受检者姓名',
    '受检者',
    '受检人',
    '受检人姓名',
    '姓名',
    '患者姓名',
    '病人姓名',
    '患者',
    '孕妇姓名',
    'name',
    'patient name',
    'patient',
    'person name',
    'full name',
    'personName',
  ],
  sex: ['性别', '受检者性别', '患者性别', 'sex', 'gender'],
  age: ['年龄', '受检者年龄', '患者年龄', 'age'],
  ageUnit: ['年龄单位', 'age unit', 'ageUnit'],
  birthDate: ['出生日期', '生日', '出生年月', '出生年月日', 'birth date', 'date of birth', 'dob', 'birthday', 'birthDate'],
  credentialType: ['证件类型', '证件类别', 'document type', 'id type', 'credentialType'],
  credentialNo: [
    '证件号码',
    '证件号',
    '身份证号',
    '身份证号码',
    '身份证',
    'document no',
    'document number',
    'id card',
    'id number',
    'id card no',
    'credentialNo',
  ],
  telephone: [
    '联系电话',
    '手机',
    '手机号',
    '手机号码',
    '电话',
    '联系方式',
    '受检者电话',
    '患者电话',
    'mobile',
    'phone',
    'telephone',
    'tel',
    'phone number',
  ],
  patientNo: [
    '门诊号',
    '住院号',
    '门诊/住院号',
    '住院/门诊号',
    '门诊住院号',
    '病历号',
    '病案号',
    '就诊号',
    'patient no',
    'patient number',
    'patient id',
    'medical record no',
    'mrn',
    'patientNo',
  ],
  department: ['科室', '送检科室', '申请科室', 'department', 'dept', 'ward'],
  bedNo: ['床号', '床位', '床位号', 'bed', 'bed no', 'bedNo'],
  doctorName: ['送检医生', '申请医生', '医生', '送检医师', '开单医生', '医生姓名', 'doctor', 'doctor name', 'physician', 'doctorName'],
  doctorPhone: ['医生电话', '送检医生电话', '医生手机', 'doctor phone', 'doctor mobile', 'doctorPhone'],
  samplingTime: [
    '采样时间',
    '采样日期',
    '采集时间',
    '采集日期',
    '采血时间',
    '采血日期',
    'sampling time',
    'sampling date',
    'collection time',
    'collection date',
    'collected',
    'samplingTime',
    'sampleTime',
  ],
  courierNumber: ['物流单号', '快递单号', '运单号', '快递号', 'courier no', 'tracking no', 'waybill', 'courierNumber'],
  clinicalDiagnosis: ['临床诊断', '诊断', '临床信息', 'diagnosis', 'clinical diagnosis', 'clinicalDiagnosis'],
  arrivalTemperature: ['送达温度', '到达温度', '接收温度', '收样温度', 'arrival temperature', 'arrivalTemperature'],
  isUrgent: ['加急', '是否加急', '急诊', 'urgent', 'isUrgent', 'stat'],
  receiveRemark: ['备注', '收样备注', '说明', 'remark', 'remarks', 'note', 'notes', 'comment', 'receiveRemark'],
  duplicateAnswer: ['近期申请单答复', '重复答复', 'earlier requisition answer', 'duplicateAnswer'],
};

/** Longer ones are no header, and would be searched for brackets letter by letter. */
const longestHeader = 200;

/** A header without what hands add to it: blanks, stars, colons, a unit or hint in brackets, letter case. */
export function headerKey(header: string): string {
  const bare = cleanText(header.slice(0, longestHeader))
    .toLowerCase()
    .replace(/\[[^\]]*\]$/, '');
  const key = bare.replace(/[\s*:_.#-]/g, '');
  return key;
}
const withoutHint = (key: string): string => key.replace(/\([^)]*\)$/, '');

const fieldByKey = new Map<string, ImportField>();
for (const field of importFields) for (const alias of aliases[field]) if (!fieldByKey.has(headerKey(alias))) fieldByKey.set(headerKey(alias), field);

/** The field a header names, null where it is none we know. */
export function fieldOfHeader(header: string): ImportField | null {
  const key = headerKey(header);
  return fieldByKey.get(key) ?? fieldByKey.get(withoutHint(key)) ?? null;
}

/** Reads a row as headers. A field is given to the first column that names it; later ones stay unmapped. */
export function mapHeaders(row: SheetRow): HeaderMap {
  const taken = new Set<ImportField>();
  const columns = row.map((cell) => {
    const header = cellText(cell);
    const field = fieldOfHeader(header);
    if (field === null || taken.has(field)) return { header, field: null };
    taken.add(field);
    return { header, field };
  });
  return { columns };
}

/** Headers below merged titles: among the first rows, the one that names most fields; -1 where none names two. */
export function findHeaderRow(rows: readonly SheetRow[], within = 30): number {
  let best = -1;
  let most = 1;
  rows.slice(0, within).forEach((row, index) => {
    const named = mapHeaders(row).columns.filter((column) => column.field !== null).length;
    if (named > most) [best, most] = [index, named];
  });
  return best;
}
