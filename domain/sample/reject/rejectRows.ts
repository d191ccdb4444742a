import { z } from 'zod';
import { declareCalls, fileAnswer, oneOf, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, dateTime, integer, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { manyAnswer } from '#domain/kernel/many.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { contactWay } from '#domain/lab/process/processChoices.ts';
import { usualTime } from '#domain/search/usualTime.ts';
import { words } from '#domain/search/vocabulary.ts';
import { entryState } from '../entryState.ts';
import { rejectCode, rejectMeasure } from '../rejectReasons.ts';
import { labStatus } from '../sampleStatus.ts';
import { deskOwner, noticeChannel, noticeKind, noticeState, rejectSource, rejectState, sendSms } from './rejectChoices.ts';

export const viewRejections: Right = {
  code: 'reject_view',
  label: ['查看拒收', 'View rejections'],
  roles: ['reception', 'quality', 'sales', 'service', 'ops'],
};

const word = z.string().nullable();
/** A rejection as lists show it. */
export const rejectRow = shape({
  rejectRecordId: z.string(),
  version: z.int(),
  state: oneOf(rejectState),
  source: oneOf(rejectSource),
  sampleId: z.string(),
  sampleCode: z.string(),
  requisitionCode: z.string(),
  labStatus: oneOf(labStatus),
  personName: word,
  commodityNames: z.string(),
  /** The contract's word for them. */
  commodityName: z.string(),
  sendSampleClientId: word,
  sendSampleClientName: word,
  agentId: word,
  agentName: word,
  salesmanId: word,
  salesmanName: word,
  salesmanTel: word,
  laboratoryId: word,
  laboratoryName: word,
  rejectCode: z.string(),
  applyReason: z.string(),
  measure: oneOf(rejectMeasure),
  sendSms: oneOf(sendSms),
  applyCreatorId: z.string(),
  applyCreator: z.string(),
  applyCreateTime: z.string(),
  applyCreateServerTime: z.string(),
  photoCount: z.int(),
  trackCount: z.int(),
  /** Of a recovery: why, who, when. */
  reason: word,
  creator: word,
  createTime: word,
});
export type RejectRow = RowOf<typeof rejectRow>;

const own = {
  state: choice('拒收状态', 'State', rejectState),
  source: choice('来源', 'Where', rejectSource),
  rejectCode: choice('拒收原因', 'Reject reason', rejectCode),
  applyReason: text('原因说明', 'Explanation'),
  measure: choice('处理措施', 'Measure', rejectMeasure),
  sendSms: choice('短信', 'Text message', sendSms),
  salesmanTel: code('销售电话', 'Salesperson’s phone'),
  applyCreator: text('拒收人', 'Rejected by'),
  applyCreateTime: dateTime('拒收时间', 'Reject time'),
  photoCount: integer('照片', 'Photographs'),
  reason: text('恢复原因', 'Why recovered'),
  creator: text('恢复人', 'Recovered by'),
  createTime: dateTime('恢复时间', 'Recovered at'),
} as const;
const asked = {
  ...pick(own, 'rejectCode', 'applyReason', 'measure', 'sendSms', 'applyCreator', 'applyCreateTime'),
} as const;
const whose = pick(words, 'personName', 'commodityNames', 'sendSampleClientId', 'agentId');
const sales = { ...pick(words, 'salesmanId'), salesmanTel: own.salesmanTel };
const searched = pick(
  words,
  'sampleCode',
  'requisitionCode',
  'personName',
  'commodityId',
  'sendSampleClientId',
  'agentId',
  'salesmanId',
  'laboratoryId',
);
const search = { ...searched, ...pick(own, 'rejectCode', 'measure', 'sendSms', 'source', 'applyCreator', 'applyCreateTime') };
const common = { permission: viewRejections.code, row: rejectRow, id: 'rejectRecordId', sortable: ['applyCreateTime', 'sampleCode'] } as const;

/** Rejections that stand, unless a state is asked for. */
export const rejectRecords = describeListing({
  ...common,
  name: 'rejectRecord',
  title: ['拒收记录', 'Rejections'],
  at: 'sample/reject-record/reject-page',
  columns: {
    ...pick(words, 'sampleCode'),
    ...pick(own, 'state'),
    ...whose,
    ...asked,
    ...sales,
    ...pick(words, 'requisitionCode', 'laboratoryId'),
    ...pick(own, 'source', 'photoCount'),
  },
  search: { ...search, state: own.state },
});
/** Rejections that were taken back. */
export const rejectRecoveries = describeListing({
  ...common,
  name: 'rejectRecovery',
  title: ['恢复记录', 'Recoveries'],
  at: 'sample/reject-record/recovery-page',
  sortable: ['createTime', 'sampleCode'],
  columns: {
    ...pick(words, 'sampleCode', 'labStatus'),
    ...pick(own, 'reason', 'creator', 'createTime'),
    ...whose,
    ...pick(own, 'rejectCode', 'applyReason', 'applyCreator', 'applyCreateTime'),
    ...sales,
    ...pick(words, 'requisitionCode', 'laboratoryId'),
  },
  search: { ...search, creator: own.creator, createTime: own.createTime },
});
/** All of them, whatever became of them. */
export const labRejections = describeListing({
  ...common,
  name: 'labRejection',
  title: ['拒收查询', 'Rejection search'],
  at: 'search/labRejection/labRejectionPage',
  columns: {
    ...pick(words, 'sampleCode', 'requisitionCode'),
    ...pick(own, 'state'),
    ...whose,
    ...asked,
    ...sales,
    ...pick(own, 'reason', 'creator', 'createTime', 'source', 'photoCount'),
    ...pick(words, 'labStatus', 'laboratoryId'),
  },
  search: { ...search, state: own.state, creator: own.creator, createTime: own.createTime },
  screens: [{ route: '/search/labRejection', title: ['拒收查询', 'Rejection search'] }],
});

/** How often each reason stood in a stretch of time, the commonest first. */
const reasonRow = shape({ rejectCode: z.string(), rejectCount: z.int(), share: z.number() });
export const rejectReasons = describeListing({
  name: 'rejectReason',
  title: ['拒收原因分布', 'Rejections by reason'],
  at: 'sample/reject-record/reason-page',
  permission: viewRejections.code,
  row: reasonRow,
  id: 'rejectCode',
  columns: { rejectCode: own.rejectCode, rejectCount: integer('拒收数', 'Rejected') },
  search: { ...pick(words, 'sendSampleClientId', 'laboratoryId'), applyCreateTime: own.applyCreateTime },
  opens: { rejectCount: { list: labRejections, by: { rejectCode: 'rejectCode' } } },
  chart: { by: 'rejectCode', figures: { rejectCount: { tone: 'danger', kind: 'bar' } } },
});

/** How many of what each client sent was rejected, within a stretch of time; the last thirty days where none is asked for. */
const clientRow = shape({
  sendSampleClientId: z.string(),
  sendSampleClientName: word,
  rejectCount: z.int(),
  /** Tubes of the client that were received in that time. */
  receivedCount: z.int(),
  /** Those of them that are rejected now, whenever that was. */
  receivedRejectCount: z.int(),
  /** Percent of what was received, one decimal; null where nothing was. */
  rejectRate: z.number().nullable(),
});
export const rejectClients = describeListing({
  name: 'rejectClient',
  title: ['拒收率(按送检单位)', 'Rejection rates by client'],
  at: 'sample/reject-record/client-page',
  permission: viewRejections.code,
  row: clientRow,
  id: 'sendSampleClientId',
  columns: {
    ...pick(words, 'sendSampleClientId'),
    rejectCount: integer('拒收数', 'Rejected'),
    receivedCount: integer('收样数', 'Received'),
    ...pick(words, 'receivedRejectCount', 'rejectRate'),
  },
  opens: { rejectCount: { list: labRejections, by: { sendSampleClientId: 'sendSampleClientId' } } },
  search: { ...pick(words, 'sendSampleClientId', 'laboratoryId'), applyCreateTime: own.applyCreateTime },
});
export const usualRates = usualTime('applyCreateTime', { moments: ['applyCreateTime'], texts: [] });

export const casePhoto = shape({
  photoId: z.string(),
  ownerType: oneOf(deskOwner),
  sha256: z.string(),
  /** Bytes. */
  size: z.int(),
  mime: z.string(),
  takenTime: word,
  createUserName: z.string(),
  createTime: z.string(),
});
export type CasePhoto = RowOf<typeof casePhoto>;
export const caseTrack = shape({
  trackId: z.string(),
  content: z.string(),
  contactWay: oneOf(contactWay).nullable(),
  contactName: word,
  readBack: z.int().nullable(),
  creator: z.string(),
  createTime: z.string(),
});
export type CaseTrack = RowOf<typeof caseTrack>;

/** Who was told of it, or is to be; addresses are not shown. */
export const deskNotice = shape({
  noticeId: z.string(),
  kind: oneOf(noticeKind),
  channel: oneOf(noticeChannel),
  receiverName: z.string(),
  state: oneOf(noticeState),
  sendAfter: z.string(),
  sendTime: word,
  answer: word,
});
export type DeskNotice = RowOf<typeof deskNotice>;
/** What hangs on a rejection or a case. */
export const caseDetailParts = { photos: z.array(casePhoto), tracks: z.array(caseTrack), notices: z.array(deskNotice) } as const;
export const rejectDetail = rejectRow.extend(caseDetailParts);
export type RejectDetail = RowOf<typeof rejectDetail>;

/** What a recovery would do, and what speaks against it; nothing is written. */
export const recoveryForeseen = shape({
  rejectRecordId: z.string(),
  sampleCode: z.string(),
  target: shape({ labStatus: oneOf(labStatus), entryState: oneOf(entryState) }).nullable(),
  /** In the asker's language. */
  differences: z.array(z.string()),
  refusal: shape({ code: z.string(), text: z.string() }).nullable(),
});
export type RecoveryForeseen = RowOf<typeof recoveryForeseen>;

const rejectionAct = shape({
  at: z.string(),
  serverTime: word,
  /** The act's name. */
  what: z.string(),
  fromStatus: oneOf(labStatus).nullable(),
  toStatus: oneOf(labStatus).nullable(),
  by: word,
  desk: word,
  why: word,
});
const eachAct = ['每条是一次操作, 按请求编号和编号识别', 'each is an act, known by the request’s key and its own id'] as const;
const door = { isUpload: true, repeats: eachAct, answer: z.array(manyAnswer) } as const;

/** The calls of rejections that are neither lists nor acts of one command. */
export const rejectContracts = declareCalls({
  'GET sample/reject-record/detail': {
    title: ['拒收详情', 'A rejection with its photographs and what was done about it'],
    permission: viewRejections.code,
    query: texts('id'),
    answer: rejectDetail,
  },
  'GET sample/reject-record/photo': {
    title: ['拒收照片', 'A photograph of a rejection'],
    permission: viewRejections.code,
    query: texts('id', 'photoId'),
    answer: fileAnswer,
  },
  'GET sample/reject-record/restoreEdit': {
    title: ['恢复预览', 'What a recovery would do'],
    permission: 'reject_recover',
    query: texts('id'),
    answer: recoveryForeseen,
  },
  'POST sample/reject-record/addReject': { title: ['登记拒收(带照片)', 'Reject samples with photographs'], permission: 'reject_add', ...door },
  'POST sample/reject-record/reject-recovery': {
    title: ['拒收恢复(带照片)', 'Recover samples with photographs'],
    permission: 'reject_recover',
    ...door,
  },
  'POST sample/reject-record/trackBatch': { title: ['拒收跟踪(带照片)', 'Follow up with photographs'], permission: 'reject_track', ...door },
  'GET search/labRejection/rejectionProcess': {
    title: ['拒收过程', 'What happened to a rejected sample, in order'],
    permission: viewRejections.code,
    query: texts('id'),
    answer: z.array(rejectionAct),
  },
});
