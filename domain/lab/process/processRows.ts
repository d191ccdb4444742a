import { z } from 'zod';
import { declareCalls, fileAnswer, oneOf, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, dateTime, flag, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { manyAnswer } from '#domain/kernel/many.ts';
import { labStatusShape } from '#domain/sample/sampleStatus.ts';
import { words } from '#domain/search/vocabulary.ts';
import { nextStep } from '../redo/roundKind.ts';
import { taskState } from '../rules/taskState.ts';
import { abnormalReason } from '../abnormalReason.ts';
import { contactWay, delayReason, notifyWay, processKind, recordState, stopReason } from './processChoices.ts';
import { viewTasks } from '../viewTasks.ts';

/** A process record as lists show it. */
export const processRow = shape({
  recordId: z.string(),
  version: z.int(),
  kind: oneOf(processKind),
  recordState: oneOf(recordState),
  sampleId: z.string(),
  sampleCode: z.string(),
  labCode: z.string().nullable(),
  requisitionCode: z.string(),
  personName: z.string().nullable(),
  commodityNames: z.string(),
  /** The contract's word for them. */
  commodityName: z.string(),
  panelGroupName: z.string().nullable(),
  sendSampleClientId: z.string().nullable(),
  sendSampleClientName: z.string().nullable(),
  salesmanId: z.string().nullable(),
  salesmanName: z.string().nullable(),
  laboratoryId: z.string(),
  laboratoryName: z.string().nullable(),
  reasonCode: z.string().nullable(),
  reason: z.string(),
  isBillable: z.int().nullable(),
  notify: oneOf(notifyWay).nullable(),
  /** Nobody was reached yet: 0, 1. */
  isUntold: z.int(),
  promisedTime: z.string().nullable(),
  newSampleCode: z.string().nullable(),
  trackCount: z.int(),
  lastTrack: z.string().nullable(),
  nextTime: z.string().nullable(),
  creator: z.string(),
  createTime: z.string(),
  closerName: z.string().nullable(),
  closeReason: z.string().nullable(),
  closeTime: z.string().nullable(),
  /** What it was taken back on can be looked at. */
  hasFile: z.int(),
});
export type ProcessRow = RowOf<typeof processRow>;

const recordWords = {
  recordState: choice('记录状态', 'Record', recordState),
  panelGroupName: text('项目组', 'Panel group'),
  stopCode: choice('原因分类', 'Kind of reason', stopReason),
  abnormalCode: choice('原因分类', 'Kind of reason', abnormalReason),
  delayCode: choice('原因分类', 'Kind of reason', delayReason),
  isBillable: flag('计费', 'Charged'),
  notify: choice('通知方式', 'Told by', notifyWay),
  isUntold: flag('待告知', 'To be told'),
  promisedTime: dateTime('承诺时间', 'Promised for'),
  newSampleCode: code('新样本条码', 'New sample code'),
  lastTrack: text('最近跟进', 'Last followed up'),
  nextTime: dateTime('下次跟进', 'Ask again at'),
  closerName: text('恢复人', 'Recovered by'),
  closeReason: text('恢复原因', 'Why recovered'),
  closeTime: dateTime('恢复时间', 'Recovered at'),
} as const;
const listed = pick(words, 'sampleCode', 'commodityNames', 'sendSampleClientId');
const person = pick(words, 'labCode', 'personName', 'requisitionCode', 'laboratoryId');
const made = pick(words, 'salesmanId', 'creator', 'createTime');
const lead = {
  sampleCode: words.sampleCode,
  recordState: recordWords.recordState,
  isUntold: recordWords.isUntold,
  ...pick(words, 'commodityNames', 'sendSampleClientId'),
};
const follow = { lastTrack: recordWords.lastTrack, nextTime: recordWords.nextTime };
const ended = { closerName: recordWords.closerName, closeTime: recordWords.closeTime, closeReason: recordWords.closeReason };
const searched = pick(words, 'sampleCode', 'labCode', 'requisitionCode', 'personName', 'commodityId', 'sendSampleClientId', 'laboratoryId');
const common = {
  permission: viewTasks.code,
  row: processRow,
  id: 'recordId',
  sortable: ['createTime', 'sampleCode'],
} as const;
const search = <Code>(reasonCode: Code) => ({
  ...searched,
  reasonCode,
  recordState: recordWords.recordState,
  isUntold: recordWords.isUntold,
  ...pick(words, 'creator', 'createTime'),
});

/** Stops, whatever became of them. */
export const stopRecords = describeListing({
  ...common,
  name: 'stopRecord',
  title: ['终止记录', 'Stops'],
  at: 'lab/stop-record/stop-page',
  columns: {
    ...lead,
    reason: words.reason,
    ...follow,
    isBillable: recordWords.isBillable,
    notify: recordWords.notify,
    ...made,
    ...person,
    ...ended,
  },
  search: search(recordWords.stopCode),
});
/** Stops that can be taken back; by their state also those that were. */
export const stopRecoveries = describeListing({
  ...common,
  name: 'stopRecovery',
  title: ['终止恢复', 'Take stops back'],
  at: 'lab/stop-record/recovery-page',
  columns: {
    ...listed,
    reason: words.reason,
    ...made,
    ...person,
    isBillable: recordWords.isBillable,
    recordState: recordWords.recordState,
    ...ended,
  },
  search: search(recordWords.stopCode),
  screens: [{ route: '/sample/operate-stopRecovery', title: ['终止恢复', 'Take stops back'] }],
});
/** Requests for new samples, whatever became of them. */
export const resampleRecords = describeListing({
  ...common,
  name: 'resampleRecord',
  title: ['重采记录', 'Requests for new samples'],
  at: 'lab/resample-record/resample-page',
  columns: {
    ...lead,
    newSampleCode: recordWords.newSampleCode,
    reason: words.reason,
    ...follow,
    notify: recordWords.notify,
    ...made,
    ...person,
    ...ended,
  },
  search: { ...search(recordWords.abnormalCode), newSampleCode: recordWords.newSampleCode },
});
/** Requests that can be taken back; by their state also those that were. */
export const resampleRecoveries = describeListing({
  ...common,
  name: 'resampleRecovery',
  title: ['重采恢复', 'Cancel new samples'],
  at: 'lab/resample-record/recovery-page',
  columns: {
    ...listed,
    reason: words.reason,
    ...made,
    newSampleCode: recordWords.newSampleCode,
    ...person,
    recordState: recordWords.recordState,
    ...ended,
  },
  search: { ...search(recordWords.abnormalCode), newSampleCode: recordWords.newSampleCode },
  screens: [{ route: '/sample/operate-resampleRecovery', title: ['重采恢复', 'Cancel new samples'] }],
});
/** Delays that were told, or are to be told. */
export const delayRecords = describeListing({
  ...common,
  name: 'delayRecord',
  title: ['延迟记录', 'Delays'],
  at: 'lab/delay-record/page',
  columns: {
    ...lead,
    promisedTime: recordWords.promisedTime,
    reason: words.reason,
    ...follow,
    ...made,
    ...person,
    ...ended,
  },
  search: search(recordWords.delayCode),
});
/** Audited results that went back. */
export const goBackRecords = describeListing({
  ...common,
  name: 'goBackRecord',
  title: ['回退记录', 'Results sent back'],
  at: 'lab/go-back-record/page',
  columns: { ...listed, reason: words.reason, ...made, panelGroupName: recordWords.panelGroupName, ...person },
  search: { ...searched, ...pick(words, 'creator', 'createTime') },
  screens: [{ route: '/sample/operate-goBack', title: ['回退记录', 'Results sent back'] }],
});

/** A task as the desks of the process show it. */
const deskTask = shape({
  taskId: z.string(),
  panelGroupName: z.string().nullable(),
  panelNames: z.string(),
  taskState: oneOf(taskState),
  round: z.int(),
  /** The step it waits for again; null: none was ordered. */
  nextStep: oneOf(nextStep).nullable(),
  batch: z.string().nullable(),
  isUrgent: z.int(),
  externalDueTime: z.string().nullable(),
  promisedTime: z.string().nullable(),
  pausedTime: z.string().nullable(),
});
/** What a lab code or a sample code leads to. */
export const receiveInfo = shape({
  sampleId: z.string(),
  sampleCode: z.string(),
  labCode: z.string().nullable(),
  requisitionCode: z.string(),
  labStatus: labStatusShape,
  personName: z.string().nullable(),
  commodityNames: z.string(),
  sampleClassName: z.string().nullable(),
  sendSampleClientId: z.string().nullable(),
  sendSampleClientName: z.string().nullable(),
  laboratoryId: z.string().nullable(),
  laboratoryName: z.string(),
  samplingTime: z.string().nullable(),
  receiveTime: z.string(),
  labReceiveTime: z.string().nullable(),
  /** Of a spare: the tube whose tasks it follows. */
  primarySampleCode: z.string().nullable(),
  tasks: z.array(deskTask),
});
export type ReceiveInfo = RowOf<typeof receiveInfo>;

/** What an act would say of each task of a code. */
export const registrationVerdict = shape({
  taskId: z.string(),
  labCode: z.string().nullable(),
  panelNames: z.string(),
  taskState: oneOf(taskState),
  verdict: z.enum(['ready', 'refused', 'conflict']),
  refusal: shape({ code: z.string(), text: z.string() }).nullable(),
});
export type RegistrationVerdict = RowOf<typeof registrationVerdict>;

export const processTrack = shape({
  trackId: z.string(),
  content: z.string(),
  contactWay: oneOf(contactWay).nullable(),
  contactName: z.string().nullable(),
  nextTime: z.string().nullable(),
  creator: z.string(),
  createTime: z.string(),
});
export const processDetail = processRow.extend({ tasks: z.array(deskTask), tracks: z.array(processTrack) });
export type ProcessDetail = RowOf<typeof processDetail>;

/** The calls of the process that are neither lists nor acts of one command. */
export const processContracts = declareCalls({
  'GET lab/lab-process/get-receiveInfo-by-labCode': {
    title: ['按编号查询接收信息', 'What a lab code or sample code leads to'],
    permission: viewTasks.code,
    query: texts('labCode', 'sampleCode'),
    answer: receiveInfo.nullable(),
  },
  'GET lab/lab-process/registration-check': {
    title: ['登记前检查', 'What an act would say of each task of a code'],
    permission: viewTasks.code,
    query: texts('labCode', 'kind'),
    answer: z.array(registrationVerdict),
  },
  'POST lab/lab-process/stop-recovery': {
    title: ['恢复终止(带凭证)', 'Take stops back on a file'],
    permission: 'labProcess_stop_recovery',
    isUpload: true,
    repeats: ['每条记录是一次操作, 按请求编号和记录识别', 'each record is an act, known by the request’s key and its own id'],
    answer: z.array(manyAnswer),
  },
  'GET lab/resample-record/detail': {
    title: ['处理记录详情', 'A process record with its tasks and what was done about it'],
    permission: viewTasks.code,
    query: texts('id'),
    answer: processDetail,
  },
  'GET lab/lab-process/evidence': {
    title: ['恢复凭证', 'What a stop was taken back on'],
    permission: viewTasks.code,
    query: texts('id'),
    answer: fileAnswer,
  },
});
