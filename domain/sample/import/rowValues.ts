import { textOf } from '../rules/values.ts';
import { ageUnit, credentialType, duplicateAnswer, sex } from '../rules/formChoices.ts';
import { cleanName } from '../rules/person.ts';
import { normalisePhone } from '../rules/phone.ts';
import type { MarkedPerson } from '../rules/personMarks.ts';
import type { FaultCode, ImportCommodity, ImportContext, ImportField, ImportRow } from './importVerdict.ts';
import { splitNames, type MasterIndex } from './masterIndex.ts';
import { RowCells } from './rowCells.ts';

// Made once: a literal inside a function is a new object for every row.
const codePattern = /^[\p{L}\p{N}._/-]+$/u;
const idCardPattern = /^\d{15}(?:\d{2}[\dX])?$/;
const agePattern = /^(\d{1,3})\s*(岁|个月|月|天|日|小时)?$/;
const urgentPattern = /^(?:|是|否|1|0|y|n|yes|no|true|false|加急|√|无|普通)$/;
const isUrgentPattern = /^(?:是|1|y|yes|true|加急|√)$/;

/** Where a code stood first, by code, and a person, by their marks. */
export interface FirstLines {
  readonly requisitions: ReadonlyMap<string, number>;
  readonly samples: ReadonlyMap<string, number>;
  readonly persons: ReadonlyMap<string, PersonRow>;
}
export interface PersonRow {
  readonly line: number;
  readonly requisitionCode: string;
}
type Filled = Record<string, unknown>;

/** Every key from the start: rows then share one shape, which is what makes a hundred thousand of them cheap. */
const blankTube = (): Filled => ({
  sampleCode: '',
  testTubeNumber: null,
  testTubeBatchNo: null,
  testTubeExpireTime: null,
  sampleClassId: undefined,
  sampleQuantity: 1,
  sampleVolume: null,
  sampleCondition: null,
});
const blankValues = (tube: Filled): Filled => ({
  requisitionCode: '',
  hospitalCode: null,
  contractLaboratoryId: undefined,
  sendSampleClientId: undefined,
  commodityIds: null,
  personName: '',
  sex: null,
  age: null,
  ageUnit: null,
  birthDate: null,
  credentialType: null,
  credentialNo: null,
  telephone: null,
  patientNo: null,
  department: null,
  bedNo: null,
  doctorName: null,
  doctorPhone: null,
  samplingTime: null,
  courierNumber: null,
  arrivalTemperature: null,
  clinicalDiagnosis: null,
  isUrgent: 0,
  receiveRemark: null,
  duplicateAnswer: null,
  tubes: [tube],
});

export interface ReadRow {
  /** The payload of `summary.enter`, as far as the cells say it. */
  readonly values: Filled;
  readonly commodities: readonly ImportCommodity[];
}

/** Reads the cells of one row; what is wrong with the reading is said at the cells. `first` tells duplicates within the sheet. */
export function readRowValues(cells: RowCells, line: number, context: ImportContext, master: MasterIndex, first: FirstLines): ReadRow {
  const tube = blankTube();
  const values = blankValues(tube);
  cells.judgeLengths();
  readCodes(cells, values, tube);
  judgeUnique(cells, 'requisitionCode', 'duplicate', line, textOf(values['requisitionCode']), first.requisitions, context.existingCodes);
  judgeUnique(cells, 'sampleCode', 'duplicate_sample', line, textOf(tube['sampleCode']), first.samples, context.existingSampleCodes);
  readMaster(cells, values, context, master);
  readPerson(cells, values);
  readTimes(cells, values, tube);
  readTexts(cells, values, tube);
  readAmounts(cells, values, tube);
  return { values, commodities: readCommodities(cells, values, tube, master) };
}

function readCodes(cells: RowCells, values: Filled, tube: Filled): void {
  values['requisitionCode'] = cells.code('requisitionCode');
  tube['sampleCode'] = cells.code('sampleCode');
  tube['testTubeNumber'] = cells.code('testTubeNumber') || null;
  for (const field of ['hospitalCode', 'courierNumber'] as const) values[field] = cells.code(field) || null;
}

function judgeUnique(
  cells: RowCells,
  field: ImportField,
  fault: FaultCode,
  line: number,
  code: string,
  firsts: ReadonlyMap<string, number>,
  existing: ReadonlySet<string> | undefined,
): void {
  if (code === '') {
    if (!cells.hasFault(field)) cells.fault(field, 'required_missing');
    return;
  }
  if (!codePattern.test(code)) cells.fault(field, 'bad_code');
  const firstLine = firsts.get(code) ?? line;
  if (existing?.has(code)) cells.fault(field, fault, ['系统中已存在', 'the system has it already']);
  else if (firstLine < line) cells.fault(field, fault, [`与第 ${firstLine + 1} 条数据相同`, `same as data row ${firstLine + 1}`]);
}

function readMaster(cells: RowCells, values: Filled, { defaults }: ImportContext, master: MasterIndex): void {
  const defaultClientId = cells.text('sendSampleClient') === '' ? defaults?.sendSampleClientId : undefined;
  values['sendSampleClientId'] = defaultClientId ?? cells.named('sendSampleClient', master.clients, 'unknown_client')?.id;
  if (cells.text('contractLaboratory') === '' && defaults?.contractLaboratoryId) values['contractLaboratoryId'] = defaults.contractLaboratoryId;
  else if (master.laboratories)
    values['contractLaboratoryId'] = cells.named('contractLaboratory', master.laboratories, 'unknown_laboratory', 'unknown_laboratory')?.id;
}

function readCommodities(cells: RowCells, values: Filled, tube: Filled, master: MasterIndex): readonly ImportCommodity[] {
  const sampleClass = cells.named('sampleClass', master.sampleClasses, 'unknown_class');
  tube['sampleClassId'] = sampleClass?.id;
  const { names, found } = namedCommodities(cells, master);
  if (names.length === 0 && !cells.hasFault('commodity')) cells.fault('commodity', 'required_missing');
  else if (found.length < names.length) cells.fault('commodity', 'unknown_product');
  values['commodityIds'] = [...new Set(found.map(({ id }) => id))];
  return found;
}

function namedCommodities(cells: RowCells, master: MasterIndex): { readonly names: readonly string[]; readonly found: readonly ImportCommodity[] } {
  const names = cells.isReadable('commodity') ? splitNames(cells.text('commodity'), master.commodities) : [];
  return { names, found: names.flatMap((name) => master.commodities.find(name) ?? []) };
}

/** Whose row it is, by as few cells as tell it: a whole sheet is asked before its first row is judged. */
export function personOfRow(row: ImportRow, master: MasterIndex): MarkedPerson {
  const cells = new RowCells(row, undefined);
  const commodityIds = namedCommodities(cells, master).found.map(({ id }) => id);
  return { personName: nameIn(cells), telephone: phoneIn(cells), credentialNo: cells.code('credentialNo'), commodityIds };
}
const nameIn = (cells: RowCells): string => (cells.isReadable('personName') ? cleanName(cells.own('personName')) : '');
function phoneIn(cells: RowCells): string | null {
  const phone = cells.code('telephone');
  return phone === '' ? null : normalisePhone(phone);
}

function readPerson(cells: RowCells, values: Filled): void {
  values['personName'] = nameIn(cells);
  values['sex'] = cells.choice('sex', sex, 'bad_sex', true);
  readAge(cells, values);
  readCredential(cells, values);
  values['telephone'] = phoneIn(cells);
  const doctor = cells.code('doctorPhone');
  values['doctorPhone'] = doctor === '' ? null : normalisePhone(doctor);
}

/** An ID card is one by its type, or by its looks where the sheet names no type. */
function readCredential(cells: RowCells, values: Filled): void {
  const number = cells.code('credentialNo');
  const named = cells.choice('credentialType', credentialType, 'bad_choice');
  const isCard = named === credentialType.idCard || (named === null && idCardPattern.test(number));
  values['credentialNo'] = number || null;
  values['credentialType'] = number === '' ? null : (named ?? (isCard ? credentialType.idCard : null));
}

/** `33`, `33岁`, `8个月`; the unit may stand in its own column. */
function readAge(cells: RowCells, values: Filled): void {
  const text = cells.isReadable('age') ? cells.text('age') : '';
  const match = agePattern.exec(text);
  if (text !== '' && !match) cells.fault('age', 'bad_number', '0–150');
  const spelt = match?.[2]?.replace('个月', '月').replace('日', '天');
  const unit = cells.choice('ageUnit', ageUnit, 'bad_choice');
  values['age'] = match ? Number(match[1]) : null;
  values['ageUnit'] = match ? (unit ?? ageUnit.options.find(({ label }) => label[0] === spelt)?.code ?? ageUnit.years) : unit;
}

function readTimes(cells: RowCells, values: Filled, tube: Filled): void {
  const birth = cells.date('birthDate')?.slice(0, 10) ?? null;
  const sampling = cells.date('samplingTime');
  values['birthDate'] = birth;
  values['samplingTime'] = sampling?.length === 10 ? `${sampling} 00:00:00` : sampling;
  tube['testTubeExpireTime'] = cells.date('testTubeExpireTime')?.slice(0, 10) ?? null;
}

function readTexts(cells: RowCells, values: Filled, tube: Filled): void {
  for (const field of ['patientNo', 'department', 'bedNo', 'doctorName', 'clinicalDiagnosis', 'receiveRemark', 'testTubeBatchNo'] as const) {
    const text = cells.isReadable(field) ? cells.text(field) : '';
    const set = field === 'testTubeBatchNo' ? tube : values;
    set[field] = text || null;
  }
}

function readAmounts(cells: RowCells, values: Filled, tube: Filled): void {
  const quantity = cells.text('sampleQuantity');
  tube['sampleQuantity'] = quantity === '' ? 1 : Number(quantity);
  const volume = cells.text('sampleVolume').replace(/\s*ml$/i, '');
  tube['sampleVolume'] = volume === '' ? null : Number(volume);
  const temperature = cells.text('arrivalTemperature').replace(/\s*(?:℃|°C)$/i, '');
  values['arrivalTemperature'] = temperature === '' ? null : Number(temperature);
  // A sheet says nothing about how a tube looks on arrival: normal, until somebody says otherwise at the desk.
  tube['sampleCondition'] = [1];
  const urgent = cells.text('isUrgent').toLowerCase();
  if (!urgentPattern.test(urgent)) cells.fault('isUrgent', 'bad_choice', '是/否');
  values['duplicateAnswer'] = cells.choice('duplicateAnswer', duplicateAnswer, 'bad_choice');
  values['isUrgent'] = isUrgentPattern.test(urgent) ? 1 : 0;
}
