import { z } from 'zod';
import { billEmailType, chargeType, lineState, sendResult, sign } from '#domain/bill/billChoices.ts';
import { viewStatementMails } from '#domain/bill/billRights.ts';
import { declareCalls, fileAnswer, labelShape, oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, date, dateTime, flag, integer, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import type { HandScreen } from '#domain/kernel/resource.ts';
import { words } from '#domain/search/vocabulary.ts';

export const statementMailScreen = '/bill/billEmail';

const word = z.string().nullable();
/** A statement that goes, or went, by mail. Amounts in yuan. */
export const statementMailRow = shape({
  billEmailId: z.string(),
  version: z.int(),
  batchNo: z.string(),
  type: oneOf(billEmailType),
  beginTime: z.string(),
  endTime: z.string(),
  contractLaboratoryId: z.string(),
  contractLaboratoryName: word,
  billName: word,
  sendSampleClientName: word,
  // The contract's own spelling.
  ['manageArea' as const]: word,
  qty: z.int(),
  totalAmountYuan: word,
  accountCheckingPeople: word,
  accountCheckingEmail: word,
  salesman: word,
  salesmanEmail: word,
  salesmanAssistantName: word,
  salesmanAssistantEmail: word,
  send: z.int(),
  sendResult: oneOf(sendResult),
  sendTime: word,
  fault: labelShape.nullable(),
  tries: z.int(),
  autoClient: z.int(),
  /** Its file is made: what is sent again is that file. */
  isFrozen: z.boolean(),
  creator: word,
  createTime: z.string(),
});
export type StatementMailRow = RowOf<typeof statementMailRow>;

const own = {
  batchNo: code('对账批次号', 'Statement number'),
  type: choice('对账类型', 'Statement of', billEmailType),
  beginTime: date('账期开始', 'Cycle begins'),
  endTime: date('账期结束', 'Cycle ends'),
  billName: text('结算客户', 'Billing customer'),
  sendSampleClientName: text('送检单位', 'Sending client'),
  qty: integer('数量', 'Quantity'),
  accountCheckingPeople: text('对账联系人', 'Statement contact'),
  accountCheckingEmail: text('对账邮箱', 'Statement e-mail'),
  salesmanName: text('销售员', 'Salesperson', { wire: 'salesman' }),
  salesmanEmail: text('销售员邮箱', 'Salesperson’s e-mail'),
  salesmanAssistantName: text('销售助理', 'Sales assistant'),
  salesmanAssistantEmail: text('销售助理邮箱', 'Sales assistant’s e-mail'),
  send: flag('已申请发送', 'Asked for'),
  sendResult: choice('发送结果', 'Sending', sendResult),
  sendTime: dateTime('发送时间', 'Sent at'),
  tries: integer('发送次数', 'Tries'),
  autoClient: flag('自动对账', 'By itself'),
} as const;
const title = ['对账邮件', 'Statement mails'] as const;

/** 对账邮件: statements by client and cycle, and what became of each. */
export const statementMails = describeListing({
  name: 'billEmail',
  title,
  at: 'bill/billEmail/list',
  permission: viewStatementMails.code,
  row: statementMailRow,
  id: 'billEmailId',
  columns: {
    ...pick(own, 'batchNo', 'type', 'billName', 'sendSampleClientName', 'endTime', 'qty'),
    ...pick(words, 'totalAmount'),
    ...pick(own, 'sendResult', 'accountCheckingPeople', 'accountCheckingEmail', 'salesmanName', 'salesmanEmail'),
    ...pick(own, 'salesmanAssistantName', 'salesmanAssistantEmail', 'sendTime', 'tries', 'autoClient', 'beginTime'),
    managerArea: text('销售区域', 'Sales area', { wire: 'manageArea', dictionary: 'business_region' }),
    ...pick(words, 'contractLaboratoryId', 'creator', 'createTime'),
  },
  search: {
    ...pick(own, 'batchNo', 'type', 'billName', 'sendSampleClientName', 'endTime', 'sendResult'),
    ...pick(words, 'contractLaboratoryId', 'salesmanId', 'createTime'),
  },
  sortable: ['endTime', 'createTime', 'batchNo'],
  screens: [{ route: statementMailScreen, title }],
});

/** A line of a mailed statement. Amounts in yuan. */
export const mailedLineRow = shape({
  lineId: z.string(),
  sampleCode: z.string(),
  personName: word,
  commodityId: z.string(),
  commodityName: word,
  sendSampleClientId: word,
  sendSampleClientName: word,
  receiveTime: z.string(),
  receiveServerTime: z.string().nullable(),
  auditTime: word,
  chargeType: oneOf(chargeType),
  sign: oneOf(sign),
  state: oneOf(lineState),
  billPriceStr: word,
  /** 1 or −1. */
  qty: z.int(),
  totalAmountYuan: word,
});
export type MailedLineRow = RowOf<typeof mailedLineRow>;
export const mailedLineColumns = {
  ...pick(words, 'sampleCode', 'personName', 'commodityId', 'sendSampleClientId', 'receiveTime', 'auditTime', 'billPrice'),
  qty: own.qty,
  ...pick(words, 'totalAmount'),
  chargeType: choice('收费类型', 'Charge type', chargeType),
} as const;
/** 对账明细: what a statement says, or would say were it sent now; what was sent is its file. */
export const mailedLines = describeListing({
  name: 'billEmailLine',
  title: ['对账明细', 'Lines of a statement'],
  at: 'bill/billEmail/lines',
  permission: viewStatementMails.code,
  row: mailedLineRow,
  id: 'lineId',
  columns: mailedLineColumns,
  parameters: ['billEmailId'],
  noFile: 'its file is the statement itself',
});

export const statementMailContracts = declareCalls({
  'GET bill/billEmail/file': {
    title: ['对账单文件', 'The file of a statement'],
    permission: viewStatementMails.code,
    query: z.object({ billEmailId: idText }),
    answer: fileAnswer,
  },
});
export const statementMailScreens: readonly HandScreen[] = [{ route: statementMailScreen, title, icon: 'inbox', view: viewStatementMails }];
