import { z } from 'zod';
import { anyRecord, declareCalls, fileAnswer, oneOf, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, dateTime, flag, integer, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { manyAnswer } from '#domain/kernel/many.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { words } from '#domain/search/vocabulary.ts';
import { rejectMeasure } from '../rejectReasons.ts';
import { caseDetailParts } from '../reject/rejectRows.ts';
import { labStatus } from '../sampleStatus.ts';
import { abnormalCode, caseSeverity, caseStage, caseState } from './abnormalChoices.ts';

export const viewAbnormal: Right = {
  code: 'abnormal_view',
  label: ['查看异常登记', 'View abnormal cases'],
  roles: ['reception', 'quality', 'lab', 'service', 'ops'],
};
const word = z.string().nullable();
/** A case as lists show it. */
export const abnormalRow = shape({
  caseId: z.string(),
  caseNo: z.string(),
  version: z.int(),
  state: oneOf(caseState),
  caseCode: z.string(),
  stage: oneOf(caseStage),
  severity: oneOf(caseSeverity),
  content: z.string(),
  /** The codes of its tubes, the first five. */
  sampleCodes: z.string(),
  /** The code of the first of them that we have, by which a change of its requisition is applied for; null: we have none. */
  firstSampleCode: word,
  tubeCount: z.int(),
  isHold: z.int(),
  dueTime: z.string(),
  /** Open, and its time is over: 0, 1. */
  isOverdue: z.int(),
  measure: oneOf(rejectMeasure).nullable(),
  measureText: word,
  foundUserName: z.string(),
  foundTime: z.string(),
  /** When the server heard of it. */
  foundServerTime: z.string(),
  decidedUserName: word,
  decidedTime: word,
  closedUserName: word,
  closedTime: word,
  closeReason: word,
  laboratoryId: word,
  laboratoryName: word,
  photoCount: z.int(),
  updateTime: z.string(),
});
export type AbnormalRow = RowOf<typeof abnormalRow>;

const own = {
  caseNo: code('登记号', 'Case'),
  state: choice('状态', 'State', caseState),
  caseCode: choice('异常原因', 'What is wrong', abnormalCode),
  stage: choice('环节', 'Stage', caseStage),
  severity: choice('严重程度', 'Severity', caseSeverity),
  content: text('异常描述', 'What was found'),
  sampleCodes: text('样本', 'Samples'),
  sampleCode: code('样本条码', 'Sample code'),
  isHold: flag('冻结', 'On hold'),
  dueTime: dateTime('限期', 'Due'),
  isOverdue: flag('超期', 'Overdue'),
  measure: choice('处理措施', 'Measure', rejectMeasure),
  foundUserName: text('登记人', 'Recorded by'),
  foundTime: dateTime('登记时间', 'Registered at'),
  decidedUserName: text('处理人', 'Settled by'),
  closedUserName: text('关闭人', 'Closed by'),
  closedTime: dateTime('关闭时间', 'Closed at'),
  photoCount: integer('照片', 'Photographs'),
} as const;

/** Cases, the soonest due first. */
export const abnormalCases = describeListing({
  name: 'abnormalCase',
  title: ['异常登记', 'Abnormal cases'],
  at: 'sample/abnormal-registration/page',
  permission: viewAbnormal.code,
  row: abnormalRow,
  id: 'caseId',
  columns: {
    ...pick(own, 'caseNo', 'state', 'severity', 'caseCode', 'sampleCodes', 'content', 'dueTime', 'isOverdue', 'isHold', 'measure'),
    ...pick(own, 'foundUserName', 'foundTime', 'stage', 'decidedUserName', 'closedUserName', 'closedTime', 'photoCount'),
    ...pick(words, 'laboratoryId'),
  },
  search: {
    ...pick(own, 'caseNo', 'sampleCode', 'state', 'severity', 'caseCode', 'stage', 'isOverdue', 'isHold', 'foundUserName', 'foundTime', 'dueTime'),
    ...pick(words, 'laboratoryId'),
  },
  sortable: ['dueTime', 'foundTime'],
});

const caseTube = shape({
  sampleCode: z.string(),
  /** null: nothing is known by this code. */
  sampleId: word,
  requisitionCode: word,
  labStatus: oneOf(labStatus).nullable(),
  personName: word,
  sendSampleClientName: word,
});
export const abnormalDetail = abnormalRow.extend({ tubes: z.array(caseTube), ...caseDetailParts });
export type AbnormalDetail = RowOf<typeof abnormalDetail>;

const eachAct = ['每条是一次操作, 按请求编号和编号识别', 'each is an act, known by the request’s key and its own id'] as const;
/** The calls of cases that are neither lists nor acts of one command. */
export const abnormalContracts = declareCalls({
  'GET sample/abnormal-registration/detail': {
    title: ['异常登记详情', 'A case with its samples, photographs and follow-ups'],
    permission: viewAbnormal.code,
    query: texts('id'),
    answer: abnormalDetail,
  },
  'GET sample/abnormal-registration/photo': {
    title: ['异常照片', 'A photograph of a case'],
    permission: viewAbnormal.code,
    query: texts('id', 'photoId'),
    answer: fileAnswer,
  },
  'GET sample/abnormal-registration/restoreEdit': {
    title: ['重新打开预览', 'What opening a case again would do'],
    permission: 'abnormal_submit',
    query: texts('id'),
    answer: shape({
      caseId: z.string(),
      caseNo: z.string(),
      form: shape({
        caseCode: z.string(),
        stage: oneOf(caseStage),
        severity: oneOf(caseSeverity),
        isHold: z.int(),
        content: z.string(),
        sampleCodes: z.array(z.string()),
      }),
      /** When it would be due. */
      dueTime: z.string(),
      refusal: shape({ code: z.string(), text: z.string() }).nullable(),
    }),
  },
  /** How many stand in each state, and of the open ones how many are overdue. */
  'GET sample/abnormal-registration/board': {
    byHand: 'standing',
    title: ['异常看板', 'Cases by state'],
    permission: viewAbnormal.code,
    answer: z.array(shape({ state: oneOf(caseState), caseCount: z.int(), overdueCount: z.int() })),
  },
  'POST sample/abnormal-registration/submitAndSendEmail': {
    title: ['登记异常并通知', 'Register a case and tell client and salesperson'],
    permission: 'abnormal_submit',
    body: anyRecord,
    repeats: ['是一次操作, 按请求编号识别', 'an act, known by the request’s key'],
    answer: shape({ caseId: z.string(), caseNo: z.string(), state: oneOf(caseState) }),
  },
  'POST sample/abnormal-registration/processing': {
    title: ['处理异常', 'Decide a case'],
    permission: 'abnormal_process',
    isUpload: true,
    repeats: eachAct,
    answer: z.array(manyAnswer),
  },
  'POST sample/abnormal-registration/processingBatch': {
    title: ['批量处理异常(带照片)', 'Decide cases with photographs'],
    permission: 'abnormal_process',
    isUpload: true,
    repeats: eachAct,
    answer: z.array(manyAnswer),
  },
  'POST sample/abnormal-registration/addReject': {
    title: ['异常拒收(带照片)', 'Reject the samples of a case with photographs'],
    permission: 'reject_add',
    isUpload: true,
    repeats: eachAct,
    answer: z.array(manyAnswer),
  },
});
