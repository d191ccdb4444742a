import { z } from 'zod';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { declareCalls, labelShape, oneOf, paging, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { yesNo } from '#domain/kernel/choices.ts';
import { choice, code, date, dateTime, flag, integer, longText, ref, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { describeListing, pick, type CountedIn } from '#domain/kernel/listing.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { usualTime } from '#domain/search/usualTime.ts';
import { words } from '#domain/search/vocabulary.ts';
import { reportKind } from '../reportTemplate.ts';
import { manualSmsScreen } from './smsActs.ts';
import { executionStatus, markStatus, sendStatus, smsState, smsWhy } from './smsState.ts';

export const smsRecordScreen = '/lab-report/smsSendRecord';
export const viewSms: Right = { code: 'smsMessage_view', label: ['查看短信', 'View text messages'], roles: ['audit2', 'ops', 'service'] };
/** Reading a telephone number in full; each time is noted. */
export const revealSms: Right = { code: 'smsMessage_reveal', label: ['查看完整手机号', 'See whole phone numbers'], roles: ['audit2', 'service'] };

/** A text message as lists show it: the contract's send record, and how it stands. */
export const smsRow = shape({
  smsMessageId: z.string(),
  version: z.int(),
  sampleCode: z.string(),
  requisitionCode: z.string(),
  personName: z.string().nullable(),
  /** All but its beginning and end struck out. */
  telephone: z.string(),
  commodityId: z.string().nullable(),
  commodityName: z.string().nullable(),
  contractLaboratoryId: z.string(),
  contractLaboratoryName: z.string().nullable(),
  sendSampleClientId: z.string().nullable(),
  sendSampleClientName: z.string().nullable(),
  smsConfigId: z.string().nullable(),
  smsConfigName: z.string().nullable(),
  smsPlatformId: z.string().nullable(),
  smsPlatformName: z.string().nullable(),
  state: oneOf(smsState),
  why: oneOf(smsWhy).nullable(),
  executionStatus: oneOf(executionStatus),
  sendStatus: oneOf(sendStatus).nullable(),
  markStatus: oneOf(markStatus),
  qualitativeResult: oneOf(qualitativeResult).nullable(),
  reportType: oneOf(reportKind).nullable(),
  isSign: oneOf(yesNo),
  isResampling: oneOf(yesNo),
  smsContent: z.string(),
  /** When it may leave. */
  notBefore: z.string().nullable(),
  /** When it left last. */
  sendTime: z.string().nullable(),
  /** When somebody or the job took it to send it. */
  claimTime: z.string().nullable(),
  reportTime: z.string().nullable(),
  tries: z.int(),
  isHeld: z.int(),
  /** What the platform said. */
  answer: z.string().nullable(),
  receiptCode: z.string().nullable(),
  markUserName: z.string().nullable(),
  markReason: z.string().nullable(),
  createTime: z.string(),
});
export type SmsRow = RowOf<typeof smsRow>;

const own = {
  state: choice('短信状态', 'State', smsState),
  why: choice('未发送原因', 'Why not sent', smsWhy),
  smsContent: longText('短信内容', 'Text', { column: true }),
  telephone: code('联系电话', 'Phone', { patient: 'telephone' }),
  smsConfigId: ref('短信配置', 'SMS rule', 'smsConfig'),
  smsPlatformId: ref('短信平台', 'SMS platform', 'smsPlatform'),
  executionStatus: choice('执行状态', 'Execution', executionStatus),
  sendStatus: choice('发送状态', 'Sending', sendStatus),
  markStatus: choice('标记状态', 'Mark', markStatus),
  qualitativeResult: choice('定性结果', 'Result', qualitativeResult),
  reportType: choice('报告类型', 'Report kind', reportKind),
  isSign: flag('带签名', 'Signed'),
  isResampling: flag('重采样样本', 'Resampled'),
  sendTime: dateTime('发送时间', 'Sent at'),
  notBefore: dateTime('最早发送时间', 'Not before'),
  answer: text('平台应答', 'Answer'),
  receiptCode: text('回执代码', 'Receipt code'),
  markUserName: text('标记人', 'Marked by'),
  markReason: text('标记原因', 'Why marked'),
} as const;
const search = {
  sampleCode: words.sampleCode,
  requisitionCode: words.requisitionCode,
  personName: words.personName,
  telephone: own.telephone,
  ...pick(words, 'commodityId', 'sendSampleClientId', 'contractLaboratoryId'),
  ...pick(own, 'qualitativeResult', 'isResampling', 'markStatus'),
};
const common = { permission: viewSms.code, row: smsRow, id: 'smsMessageId' } as const;

/** 手动短信: what waits for a person, and what somebody marked. */
export const manualSms = describeListing({
  ...common,
  name: 'manualSms',
  title: ['手动短信', 'Manual messages'],
  at: 'op/search-manual-sms/list',
  columns: {
    ...pick(own, 'state', 'why'),
    ...pick(words, 'sampleCode', 'personName'),
    ...pick(own, 'telephone', 'smsContent', 'markStatus'),
    ...pick(words, 'commodityId', 'sendSampleClientId', 'contractLaboratoryId'),
    ...pick(own, 'qualitativeResult', 'isResampling', 'smsConfigId', 'answer'),
    ...pick(words, 'reportTime', 'requisitionCode'),
    ...pick(own, 'markUserName', 'markReason'),
  },
  search: { state: own.state, why: own.why, ...search, reportTime: words.reportTime },
  sortable: ['reportTime'],
  screens: [{ route: manualSmsScreen, title: ['手动短信', 'Manual messages'] }],
});

/** 短信发送记录: every message there was. */
export const smsRecords = describeListing({
  ...common,
  name: 'smsSendRecord',
  title: ['短信发送记录', 'Text messages'],
  at: 'search/smsSendRecord/page',
  columns: {
    state: own.state,
    ...pick(words, 'sampleCode', 'personName'),
    ...pick(own, 'telephone', 'smsContent', 'sendTime'),
    ...pick(words, 'commodityId', 'sendSampleClientId', 'contractLaboratoryId'),
    ...pick(own, 'executionStatus', 'sendStatus', 'markStatus', 'qualitativeResult', 'reportType', 'isSign', 'isResampling'),
    ...pick(own, 'smsConfigId', 'smsPlatformId', 'why', 'answer', 'receiptCode', 'notBefore'),
    ...pick(words, 'reportTime', 'createTime', 'requisitionCode'),
  },
  search: {
    state: own.state,
    ...search,
    ...pick(own, 'executionStatus', 'sendStatus', 'reportType', 'isSign', 'smsConfigId', 'smsPlatformId', 'sendTime'),
    ...pick(words, 'reportTime', 'createTime'),
  },
  sortable: ['createTime', 'sendTime', 'reportTime'],
  screens: [{ route: smsRecordScreen, title: ['短信发送记录', 'Text messages'] }],
});

const opensMessages = (fixed: Readonly<Record<string, number>>): CountedIn => ({
  list: smsRecords,
  by: { sendTimeBegin: 'fromTime', sendTimeEnd: 'toTime', smsPlatformId: 'smsPlatformId' },
  fixed,
});
/** The last month, where no begin is asked for. */
export const usualSmsDays = usualTime('sendTime', { moments: ['sendTime'], texts: [], days: 31 });
/** What went out of each platform on each day. */
export const smsStatistics = describeListing({
  name: 'smsStatistic',
  title: ['短信统计', 'Messages by day'],
  at: 'search/smsSendRecord/statistics',
  permission: viewSms.code,
  row: shape({
    sendDate: z.string(),
    /** The day's first and last second as far as they were asked for, yyyy-MM-dd HH:mm:ss. */
    fromTime: z.string(),
    toTime: z.string(),
    smsPlatformId: z.string().nullable(),
    smsPlatformName: z.string(),
    sentCount: z.int(),
    deliveredCount: z.int(),
    unknownCount: z.int(),
    failedCount: z.int(),
  }),
  id: 'sendDate',
  columns: {
    sendDate: date('发送日期', 'Day'),
    smsPlatformId: own.smsPlatformId,
    sentCount: integer('已提交', 'Taken'),
    deliveredCount: integer('已送达', 'Delivered'),
    unknownCount: integer('结果未知', 'Outcome unknown'),
    failedCount: integer('失败', 'Failed'),
  },
  search: { sendTime: own.sendTime, smsPlatformId: own.smsPlatformId, contractLaboratoryId: words.contractLaboratoryId },
  totals: ['sentCount', 'deliveredCount', 'unknownCount', 'failedCount'],
  opens: {
    sentCount: opensMessages({ executionStatus: executionStatus.sent }),
    deliveredCount: opensMessages({ state: smsState.delivered }),
    unknownCount: opensMessages({ state: smsState.unknown }),
    failedCount: opensMessages({ state: smsState.failed }),
  },
  chart: {
    by: 'sendDate',
    also: ['fromTime', 'toTime'],
    figures: {
      sentCount: { tone: 'accent', kind: 'bar' },
      deliveredCount: { tone: 'success', kind: 'line' },
      failedCount: { tone: 'danger', kind: 'line' },
    },
  },
  screens: [{ route: smsRecordScreen, title: ['短信统计', 'Messages by day'] }],
});

const tracedRule = shape({
  smsConfigId: z.string(),
  smsConfigCode: z.string(),
  smsConfigName: z.string(),
  /** Heavier ones come first. */
  rank: z.int(),
  /** Why it does not speak of the message; null: it does. */
  misfit: labelShape.nullable(),
});
const explained = shape({
  smsMessageId: z.string(),
  sampleCode: z.string(),
  isResampling: oneOf(yesNo),
  state: oneOf(smsState),
  why: labelShape.nullable(),
  smsConfigId: z.string().nullable(),
  createTime: z.string(),
  /** As it was when the message was written. */
  rules: z.array(tracedRule),
});
export type ExplainedSms = RowOf<typeof explained>;

export const smsContracts = declareCalls({
  'GET op/search-manual-sms/explain': {
    title: ['短信规则说明', 'Why a message is what it is'],
    permission: viewSms.code,
    query: z.object({ versionId: idText.optional(), sampleCode: z.string().trim().optional(), id: idText.optional() }),
    answer: z.array(explained),
  },
  /** For pickers: a rule's own page asks for the right to look after rules, and leads to platforms and mailboxes. */
  'GET op/search-manual-sms/rules': {
    byHand: 'picker',
    title: ['短信配置名称', 'Names of SMS rules'],
    permission: viewSms.code,
    query: parameters('ids', ...paging),
    answer: z.array(shape({ smsConfigId: z.string(), smsConfigCode: z.string(), smsConfigName: z.string(), isDisable: oneOf(yesNo) })),
  },
  'POST op/search-manual-sms/reveal': {
    title: ['查看完整手机号', 'See a whole phone number'],
    permission: revealSms.code,
    body: z.object({ id: idText }),
    repeats: ['每次查看都记入审计', 'each look is noted'],
    answer: shape({ telephone: z.string() }),
  },
});
