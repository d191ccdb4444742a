import { z } from 'zod';
import { choices } from '#domain/kernel/choices.ts';
import { declareCalls, shape, type RowOf } from '#domain/kernel/contract.ts';
import { dateTime, ref, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { codeText } from '#domain/sample/codeText.ts';
import { words } from '#domain/search/vocabulary.ts';
import { labStatusShape } from '#domain/sample/sampleStatus.ts';
import { receivedSample } from './receiveState.ts';

/** One act of laboratory receipt. */
export const labReceiveRow = shape({
  recordId: z.string(),
  sampleId: z.string(),
  sampleCode: z.string(),
  requisitionCode: z.string(),
  testTubeNumber: z.string().nullable(),
  labCode: z.string().nullable(),
  laboratoryId: z.string(),
  laboratoryName: z.string(),
  labStatus: labStatusShape,
  personName: z.string().nullable(),
  commodityNames: z.string(),
  sampleClassName: z.string().nullable(),
  sendSampleClientName: z.string().nullable(),
  /** What became of the tube by this act. */
  receiveStatusName: z.string(),
  /** scan or manual. */
  inputMode: z.string().nullable(),
  actionUserName: z.string(),
  actTime: z.string(),
  /** When the server received it. */
  actServerTime: z.string(),
  /** Of a cancelled receipt. */
  reason: z.string().nullable(),
});
export type LabReceiveRow = RowOf<typeof labReceiveRow>;

/** What a receipt of a code would say. `refusal` is null where it would go through. */
const receiveCheck = shape({
  code: z.string(),
  verdict: z.enum(['ready', 'repeat', 'refused', 'conflict']),
  refusal: shape({ code: z.string(), text: z.string() }).nullable(),
  sampleCode: z.string().nullable(),
  requisitionCode: z.string().nullable(),
  labCode: z.string().nullable(),
  receivedBy: z.string().nullable(),
  labReceiveTime: z.string().nullable(),
  /** The tubes of the code as the rule read them: a desk asks its own rule over them. */
  samples: z.array(receivedSample),
});
export type ReceiveCheck = RowOf<typeof receiveCheck>;

/** Progress of an imported list of codes. */
const receiveBatch = shape({
  batchId: z.string(),
  fileName: z.string(),
  totalCount: z.int(),
  rows: z.array(receiveCheck.extend({ line: z.int() })),
});
export type ReceiveBatch = RowOf<typeof receiveBatch>;

const receipt = {
  title: ['今日接收', 'Received today'],
  permission: 'sample_view',
  row: labReceiveRow,
  id: 'recordId',
} as const;
const receiptSearch = pick(words, 'sampleCode', 'labCode', 'laboratoryId');

/** What the lab received today and has not given back. */
export const receivedTodayList = describeListing({
  ...receipt,
  name: 'labReceivedToday',
  at: 'lab/lab-task/today-receive-page',
  columns: {
    ...pick(words, 'sampleCode', 'labCode', 'personName', 'commodityNames'),
    actTime: dateTime('接收时间', 'Received at'),
    ...pick(words, 'requisitionCode', 'laboratoryId'),
    actionUserName: text('接收人', 'Received by'),
  },
  search: { ...receiptSearch, actionUserId: ref('接收人', 'Received by', 'userAccount'), actTime: dateTime('接收时间', 'Received at') },
});
/** Receipts that were taken back, with their reasons. */
export const takenBackList = describeListing({
  ...receipt,
  name: 'labReceiptTakenBack',
  title: ['取消接收记录', 'Cancelled receipts'],
  at: 'lab/lab-task/cancel-receive-page',
  columns: {
    ...pick(words, 'sampleCode', 'labCode', 'personName', 'commodityNames'),
    actTime: dateTime('取消时间', 'Cancelled at'),
    ...pick(words, 'requisitionCode', 'laboratoryId'),
    actionUserName: text('取消人', 'Cancelled by'),
    reason: words.reason,
  },
  search: { ...receiptSearch, actionUserId: ref('取消人', 'Cancelled by', 'userAccount'), actTime: dateTime('取消时间', 'Cancelled at') },
});

/** How a span is parted. */
export const timeType = choices({
  day: ['measure_day', '按日', 'By day'],
  week: ['measure_week', '按周', 'By week'],
  month: ['measure_month', '按月', 'By month'],
  year: ['measure_year', '按年', 'By year'],
});
/** The calls of laboratory receipt that are no commands. */
export const labContracts = declareCalls({
  'POST lab/lab-task/receive-check': {
    title: ['接收检查', 'Check before receipt'],
    permission: 'lab_receive',
    // One code, or a list that was pasted.
    body: z.union([z.object({ code: codeText() }), z.object({ codes: z.array(codeText()).max(500) })]),
    repeats: ['只读', 'reads'],
    answer: z.union([receiveCheck, z.array(receiveCheck)]),
  },
  'POST lab/lab-task/import-receive-check': {
    title: ['导入接收清单', 'Import a list of codes'],
    permission: 'lab_receive',
    isUpload: true,
    repeats: ['只检查清单, 判定保存在新批次下, 不接收样本', 'judges a list and keeps the verdict under a new batch; receives nothing'],
    answer: receiveBatch.extend({ sameFileAt: z.string().nullable() }),
  },
  'GET lab/lab-task/receive-status': {
    title: ['接收清单状态', 'State of an imported list'],
    permission: 'lab_receive',
    query: z.object({ batchId: z.string() }),
    answer: receiveBatch,
  },
});
