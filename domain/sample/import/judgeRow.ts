import { yearsBetween } from '#domain/kernel/dates.ts';
import { ageDisagrees } from '../rules/age.ts';
import { textOf } from '../rules/derive.ts';
import type { Finding } from '../rules/entryForm.ts';
import { ageUnit, credentialType, sex } from '../rules/formChoices.ts';
import { idCardRemark, readIdCard } from '../rules/idCard.ts';
import { judge } from '../rules/judge.ts';
import { cleanName } from '../rules/person.ts';
import { normalisePhone, phoneFault } from '../rules/phone.ts';
import type { FaultCode, ImportClient, ImportCommodity, ImportContext, ImportField, ImportRow, RowVerdict } from './importVerdict.ts';
import { splitNames, type MasterIndex } from './masterIndex.ts';
import { RowCells, summaryField } from './rowCells.ts';

// Made once: a literal inside a function is a new object for every row.
const codePattern = /^[\p{L}\p{N}._/-]+$/u;
const idCardPattern = /^\d{15}(?:\d{2}[\dX])?$/;
const agePattern = /^(\d{1,3})\s*(岁|个月|月|天|日|小时)?$/;
const quantityPattern = /^(?:[1-9]|1\d|20)$/;
const urgentPattern = /^(?:|是|否|1|0|y|n|yes|no|true|false|加急|√|无|普通)$/;
const isUrgentPattern = /^(?:是|1|y|yes|true|加急|√)$/;

const temperaturePattern = /^-?\d{1,2}(?:\.\d)?$/;

/** True for what the arrival temperature may be: -80 to 50 ℃, one decimal. */
export const isArrivalTemperature = (text: string): boolean => temperaturePattern.test(text) && Number(text) >= -80 && Number(text) <= 50;

/** Warnings that entry and import share: the import says them by its own fault. */
const sharedFaults: Readonly<Record<string, FaultCode>> = { 'R-03': 'age_mismatch', 'R-09': 'class_not_allowed' };

/** Where a code stood first, by code. */
export interface FirstLines {
  readonly requisitions: ReadonlyMap<string, number>;
  readonly samples: ReadonlyMap<string, number>;
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
  tubes: [tube],
});

/** Judges one row (samples/README.md); `first` tells duplicates within the sheet. */
export function judgeRow(row: ImportRow, line: number, context: ImportContext, master: MasterIndex, first: FirstLines): RowVerdict {
  const cells = new RowCells(row, context.dates);
  const tube = blankTube();
  const values = blankValues(tube);
  cells.judgeLengths();
  readCodes(cells, values, tube);
  judgeUnique(cells, 'requisitionCode', 'duplicate', line, textOf(values['requisitionCode']), first.requisitions, context.existingCodes);
  judgeUnique(cells, 'sampleCode', 'duplicate_sample', line, textOf(tube['sampleCode']), first.samples, context.existingSampleCodes);
  const client = readMaster(cells, values, context, master);
  readPerson(cells, values, context.now);
  judgeDemands(cells, client);
  readTimes(cells, values, tube, context.now);
  readTexts(cells, values, tube);
  readAmounts(cells, values, tube);
  const commodities = readCommodities(cells, values, tube, master);
  const warnings = judgeRules(cells, values, tube, context, commodities);
  const isBad = cells.faults.some(({ verdict }) => verdict === 'error');
  return {
    line,
    verdict: isBad ? 'error' : cells.faults.length > 0 ? 'warn' : 'ok',
    cells: cells.faults,
    values,
    warnings,
    isTemperatureNeeded: !isBad && values['arrivalTemperature'] === null && commodities.some(({ isColdChain }) => isColdChain === true),
  };
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

function readMaster(cells: RowCells, values: Filled, { defaults, clients }: ImportContext, master: MasterIndex): ImportClient | undefined {
  const defaultClientId = cells.text('sendSampleClient') === '' ? defaults?.sendSampleClientId : undefined;
  const client = defaultClientId
    ? clients.find(({ id }) => id === defaultClientId)
    : cells.named('sendSampleClient', master.clients, 'unknown_client', 'disabled_client');
  values['sendSampleClientId'] = defaultClientId ?? client?.id;
  if (cells.text('contractLaboratory') === '' && defaults?.contractLaboratoryId) values['contractLaboratoryId'] = defaults.contractLaboratoryId;
  else if (master.laboratories)
    values['contractLaboratoryId'] = cells.named('contractLaboratory', master.laboratories, 'unknown_laboratory', 'unknown_laboratory')?.id;
  return client;
}

/** What the client demands of every requisition: refused at entry, so said here. */
function judgeDemands(cells: RowCells, client: ImportClient | undefined): void {
  const demand = (field: ImportField): void => {
    if (cells.text(field) === '' && !cells.hasFault(field)) cells.fault(field, 'required_missing');
  };
  if (client?.isTelephoneRequired) demand('telephone');
  if (client?.isCredentialRequired) demand('credentialNo');
}

function readCommodities(cells: RowCells, values: Filled, tube: Filled, master: MasterIndex): readonly ImportCommodity[] {
  const sampleClass = cells.named('sampleClass', master.sampleClasses, 'unknown_class', 'unknown_class');
  tube['sampleClassId'] = sampleClass?.id;
  const names = cells.isReadable('commodity') ? splitNames(cells.text('commodity'), master.commodities) : [];
  const found = names.flatMap((name) => master.commodities.find(name) ?? []);
  const isAllowed = ({ sampleClassIds }: ImportCommodity): boolean =>
    !sampleClass || !sampleClassIds || sampleClassIds.length === 0 || sampleClassIds.includes(sampleClass.id);
  if (names.length === 0 && !cells.hasFault('commodity')) cells.fault('commodity', 'required_missing');
  else if (found.length < names.length) cells.fault('commodity', 'unknown_product');
  else if (found.some((commodity) => Number(commodity.isDisable ?? 0) === 1)) cells.fault('commodity', 'disabled_product');
  else if (!found.every(isAllowed)) cells.fault('sampleClass', 'class_not_allowed');
  values['commodityIds'] = [...new Set(found.map(({ id }) => id))];
  return found;
}

function readPerson(cells: RowCells, values: Filled, now: string): void {
  const name = cells.isReadable('personName') ? cleanName(cells.own('personName')) : '';
  values['personName'] = name;
  if (name === '') cells.fault('personName', 'name_missing');
  else if (name.length < 2 || name.length > 50) cells.fault('personName', 'bad_name');
  values['sex'] = cells.choice('sex', sex, 'bad_sex', true);
  readAge(cells, values);
  readCredential(cells, values, now);
  const phone = cells.code('telephone');
  const fault = phone === '' ? undefined : phoneFault(phone);
  values['telephone'] = phone === '' ? null : normalisePhone(phone);
  if (fault) cells.fault('telephone', fault === 'landline' ? 'landline' : fault === 'format' ? 'phone_format' : 'phone_short');
  const doctor = cells.code('doctorPhone');
  values['doctorPhone'] = doctor === '' ? null : normalisePhone(doctor);
}

/** An ID card is one by its type, or by its looks where the sheet names no type. */
function readCredential(cells: RowCells, values: Filled, now: string): void {
  const number = cells.code('credentialNo');
  const named = cells.choice('credentialType', credentialType, 'bad_choice');
  const isCard = named === credentialType.idCard || (named === null && idCardPattern.test(number));
  values['credentialNo'] = number || null;
  values['credentialType'] = number === '' ? null : (named ?? (isCard ? credentialType.idCard : null));
  const remark = isCard && number !== '' ? idCardRemark(readIdCard(number, now.slice(0, 10))) : undefined;
  if (remark) cells.fault('credentialNo', 'id_checksum', remark);
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

function readTimes(cells: RowCells, values: Filled, tube: Filled, now: string): void {
  const birth = cells.date('birthDate')?.slice(0, 10) ?? null;
  const sampling = cells.date('samplingTime');
  values['birthDate'] = birth;
  values['samplingTime'] = sampling?.length === 10 ? `${sampling} 00:00:00` : sampling;
  tube['testTubeExpireTime'] = cells.date('testTubeExpireTime')?.slice(0, 10) ?? null;
  // Both have the contract's form: the order of the texts is the order of the moments.
  const isFuture = sampling !== null && sampling > now;
  if (isFuture) cells.fault('samplingTime', 'future');
  if (!sampling && cells.text('samplingTime') === '') cells.fault('samplingTime', 'required_missing');
  // A sampling time that is itself at fault says nothing about the age.
  const on = (isFuture ? now : (sampling ?? now)).slice(0, 10);
  const age = values['age'];
  if (birth && typeof age === 'number' && ageDisagrees(age, values['ageUnit'], birth, on))
    cells.fault('age', 'age_mismatch', String(yearsBetween(birth, on)));
}

function readTexts(cells: RowCells, values: Filled, tube: Filled): void {
  for (const field of ['patientNo', 'department', 'bedNo', 'doctorName', 'clinicalDiagnosis', 'receiveRemark', 'testTubeBatchNo'] as const) {
    const text = cells.isReadable(field) ? cells.text(field) : '';
    const max = summaryField[field].max ?? 100;
    if (text.length > max) cells.fault(field, 'too_long', String(max));
    (field === 'testTubeBatchNo' ? tube : values)[field] = text || null;
  }
}

function readAmounts(cells: RowCells, values: Filled, tube: Filled): void {
  const quantity = cells.text('sampleQuantity');
  if (quantity !== '' && !quantityPattern.test(quantity)) cells.fault('sampleQuantity', 'bad_number', '1–20');
  tube['sampleQuantity'] = quantity === '' ? 1 : Number(quantity);
  const volume = cells.text('sampleVolume').replace(/\s*ml$/i, '');
  if (volume !== '' && !(Number(volume) >= 0 && Number(volume) <= 100)) cells.fault('sampleVolume', 'bad_number', '0–100 mL');
  tube['sampleVolume'] = volume === '' ? null : Number(volume);
  const temperature = cells.text('arrivalTemperature').replace(/\s*(?:℃|°C)$/i, '');
  const isTemperature = isArrivalTemperature(temperature);
  if (temperature !== '' && !isTemperature) cells.fault('arrivalTemperature', 'bad_number', '-80–50 ℃');
  values['arrivalTemperature'] = isTemperature ? Number(temperature) : null;
  // A sheet says nothing about how a tube looks on arrival: normal, until somebody says otherwise at the desk.
  tube['sampleCondition'] = [1];
  const urgent = cells.text('isUrgent').toLowerCase();
  if (!urgentPattern.test(urgent)) cells.fault('isUrgent', 'bad_choice', '是/否');
  values['isUrgent'] = isUrgentPattern.test(urgent) ? 1 : 0;
}

/** Where a rule's own field has another name in a sheet. */
const importNames: Readonly<Record<string, ImportField>> = {
  commodityIds: 'commodity',
  sampleClassId: 'sampleClass',
  sendSampleClientId: 'sendSampleClient',
  contractLaboratoryId: 'contractLaboratory',
};

/** What entry itself would forbid is a fault of the row; what it would warn of is kept for whoever confirms the import. */
function judgeRules(
  cells: RowCells,
  values: Filled,
  tube: Filled,
  { now, codeStyles }: ImportContext,
  commodities: readonly ImportCommodity[],
): readonly Finding[] {
  const judged = commodities.map(({ id, name, sampleClassIds, holdingHours, minimumVolume, entryForm, executeType }) => ({
    commodityId: id,
    commodityName: name,
    sampleClassIds: sampleClassIds ?? [],
    holdingHours,
    minimumVolume,
    entryForm,
    executeType,
  }));
  const { sampleClassId, sampleClassName } = { sampleClassId: textOf(tube['sampleClassId']), sampleClassName: cells.text('sampleClass') };
  const findings = judge('summary', values, {
    now,
    commodities: judged,
    sampleClass: { sampleClassId, sampleClassName },
    ...(codeStyles ? { existing: { codeStyles } } : {}),
  });
  for (const finding of findings.filter(({ severity }) => severity === 'block')) {
    const fields = finding.fields.map((name) => importNames[name] ?? (name as ImportField));
    if (!fields.some((field) => cells.hasFault(field))) cells.fault(fields[0] ?? 'requisitionCode', 'rule', finding.text);
  }
  const isSaid = (fault: FaultCode | undefined): boolean => fault === undefined || cells.faults.some((found) => found.fault === fault);
  return findings.filter(({ rule, severity }) => severity === 'warn' && isSaid(sharedFaults[rule]));
}
