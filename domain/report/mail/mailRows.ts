import { z } from 'zod';
import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import { oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, dateTime, flag, integer, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { mailMode } from '#domain/report/reportStrategy.ts';
import { words } from '#domain/search/vocabulary.ts';

/** Where a mail stands (docs/report.md#mail); the codes are those of text messages. */
export const mailState = choices({
  waiting: [2, '待发送', 'To be sent'],
  unknown: [3, '结果未知', 'Outcome unknown'],
  sent: [4, '已提交', 'Taken by the mail server'],
  failed: [6, '失败', 'Failed'],
  nobody: [7, '无接收人', 'No receiver'],
  withdrawn: [8, '已撤回', 'Withdrawn'],
});
export type MailState = CodeOf<typeof mailState>;

/** Minutes until a mail that could not be handed over is tried again, after each try; then it has failed. */
export const mailPauses = [1, 5, 30, 120] as const;

export const mailScreen = '/lab-report/reportMail';
export const viewMails: Right = { code: 'reportMail_view', label: ['查看报告邮件', 'View report mails'], roles: ['audit2', 'ops', 'service'] };

/** A mail of a report as its list shows it. */
export const mailRow = shape({
  mailId: z.string(),
  version: z.int(),
  reportNo: z.string(),
  versionNo: z.int(),
  personName: z.string().nullable(),
  receiverName: z.string().nullable(),
  email: z.string().nullable(),
  mailMode: oneOf(mailMode),
  state: oneOf(mailState),
  isHeld: z.int(),
  notBefore: z.string(),
  sendTime: z.string().nullable(),
  tries: z.int(),
  /** What the mail server said, or what spoke against it here. */
  answer: z.string().nullable(),
  reason: z.string().nullable(),
  userName: z.string().nullable(),
  sendSampleClientId: z.string().nullable(),
  sendSampleClientName: z.string().nullable(),
  laboratoryId: z.string(),
  laboratoryName: z.string().nullable(),
  createTime: z.string(),
  /** Its version is the one that is out: else nothing of it is sent any more. */
  isOut: z.boolean(),
});
export type MailRow = RowOf<typeof mailRow>;

const own = {
  reportNo: text('报告编号', 'Report number'),
  state: choice('邮件状态', 'Mail state', mailState),
  receiverName: text('报告接收人', 'Report receiver'),
  email: text('邮箱', 'Mail address'),
};

/** 报告邮件: what was mailed of reports, and what could not be. */
export const reportMails = describeListing({
  name: 'reportMail',
  title: ['报告邮件', 'Report mails'],
  at: 'report/report-mail/page',
  permission: viewMails.code,
  row: mailRow,
  id: 'mailId',
  columns: {
    reportNo: own.reportNo,
    ...pick(words, 'personName', 'sendSampleClientId'),
    receiverName: own.receiverName,
    email: own.email,
    state: own.state,
    answer: text('服务器答复', 'Server said'),
    sendTime: dateTime('发送时间', 'Sent at'),
    notBefore: dateTime('最早发送时间', 'Not before'),
    isHeld: flag('暂停发送', 'Held back'),
    tries: integer('发送次数', 'Tries'),
    mailMode: choice('邮件方式', 'Mail holds', mailMode),
    versionNo: integer('报告版本', 'Report version'),
    ...pick(words, 'laboratoryId', 'reason'),
    userName: text('操作人', 'Done by'),
    ...pick(words, 'createTime'),
  },
  search: {
    reportNo: own.reportNo,
    state: own.state,
    ...pick(words, 'sendSampleClientId', 'personName'),
    receiverName: own.receiverName,
    email: own.email,
    ...pick(words, 'laboratoryId', 'createTime'),
  },
  sortable: ['createTime'],
  screens: [{ route: mailScreen, title: ['报告邮件', 'Report mails'] }],
});
