import { z } from 'zod';
import { anyRecord, declareCalls, labelShape, parameters, shape } from '#domain/kernel/contract.ts';
import { choice, dateTime, integer, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { rowShape } from '#domain/kernel/resourceShapes.ts';
import { words } from '#domain/search/vocabulary.ts';
import { normalCode } from './codeText.ts';
import { entryState } from './entryState.ts';
import { enterTip } from './enterTip.ts';
import { foundTube } from './foundTubeRow.ts';
import { partnerWorkRow } from './partner/partnerRows.ts';
import { importFields } from './import/importVerdict.ts';
import {
  arbitrationDetail,
  arbitrationRow,
  detailRow,
  entryQueueRow,
  entryWorkRow,
  handoverWorkRow,
  labReceiveWorkRow,
  summaryRow,
  todayRow,
} from './rows.ts';

/** What reception took in or rejected today; `mine=1` for the asking user's own. */
export const todayList = describeListing({
  name: 'receivedToday',
  title: ['今日前处理', 'Received today'],
  at: 'sample/enter-info/today-list',
  permission: 'sample_view',
  row: todayRow,
  id: 'sampleId',
  columns: {
    ...pick(words, 'requisitionCode', 'sampleCode', 'personName', 'labStatus'),
    rejectReason: text('拒收原因', 'Reject reason'),
    ...pick(words, 'commodityNames', 'receiveTime', 'sendSampleClientId', 'entryPersonName'),
  },
  search: pick(words, 'requisitionCode', 'sampleCode', 'labStatus', 'sendSampleClientId'),
  parameters: ['mine'],
});

const queue = {
  permission: 'detail_enter',
  row: entryQueueRow,
  id: 'requisitionId',
  columns: {
    ...pick(words, 'requisitionCode', 'commodityNames', 'sendSampleClientId', 'receiveTime'),
    entryState: choice('录入状态', 'Entry state', entryState),
    isUrgent: words.isUrgent,
    firstBy: text('一录人', 'First entry by'),
    secondBy: text('二录人', 'Second entry by'),
    lockedBy: text('正在录入', 'Open at'),
  },
  search: {
    ...pick(words, 'requisitionCode', 'sendSampleClientId', 'receiveTime', 'commodityId'),
    entryState: choice('录入状态', 'Entry state', entryState),
  },
  parameters: ['pass', 'entryForm', 'enterStandard'],
} as const;
/** What waits for its only pass. */
export const singleQueue = describeListing({
  ...queue,
  name: 'singleEntry',
  title: ['单录列表', 'Single entry queue'],
  at: 'sample/enter-info/single-enter-page',
});
/** What waits for a first or second pass, a correction or an arbitration: which is missing, and who has it open. */
export const doubleQueue = describeListing({
  ...queue,
  name: 'doubleEntry',
  title: ['双录列表', 'Double entry queue'],
  at: 'sample/enter-info/double-enter-page',
});

/** Of the double queue what waits for a clerk to look at their own pass once more, as the home page counts it and the pass's screen lists it. */
export const toCorrect = { entryState: String(entryState.pendingCorrection), pass: 'mine' } as const;

export const receptionContracts = declareCalls({
  'GET sample/enter-info/get-summary-info': {
    title: ['前处理信息', 'Reception of a requisition'],
    permission: 'sample_view',
    query: parameters('requisitionCode'),
    answer: summaryRow.nullable(),
  },
  'GET sample/enter-info/get-summary-info-by-customer-info-id': {
    title: ['前处理信息', 'Reception of a requisition'],
    permission: 'sample_view',
    query: parameters('customerInfoId'),
    answer: summaryRow.nullable(),
  },
});

export const findCodeContracts = declareCalls({
  'GET sample/enter-info/find-code': {
    title: ['查找条码', 'Find a code'],
    permission: 'sample_view',
    query: parameters('code'),
    answer: z.array(foundTube),
  },
});

export const detailContracts = declareCalls({
  'GET sample/enter-info/get-detail-info': {
    title: ['录入信息', 'Detail entry'],
    permission: 'detail_enter',
    query: parameters('requisitionCode', 'pass', 'enterStandard'),
    answer: detailRow,
  },
  'GET sample/enter-info/arbitration-detail': {
    title: ['仲裁详情', 'Arbitration'],
    permission: 'detail_arbitrate',
    query: parameters('requisitionCode'),
    answer: arbitrationDetail,
  },
});

/** Requisitions whose two passes still differ after the second clerk's look (ours; the contract has no call for it). */
export const arbitrationList = describeListing({
  name: 'arbitration',
  title: ['待仲裁列表', 'Arbitration queue'],
  at: 'sample/enter-info/arbitration-page',
  permission: 'detail_arbitrate',
  row: arbitrationRow,
  id: 'requisitionId',
  columns: {
    ...pick(words, 'requisitionCode', 'personName'),
    fieldCount: integer('差异字段数', 'Differences'),
    ...pick(words, 'commodityNames', 'sendSampleClientId'),
    firstBy: text('一录人', 'First entry by'),
    secondBy: text('二录人', 'Second entry by'),
    compareTime: dateTime('比对时间', 'Compared at'),
  },
  search: pick(words, 'requisitionCode', 'sendSampleClientId'),
  sortable: ['requisitionCode', 'compareTime', 'fieldCount'],
  screens: [{ route: '/sample/arbitration', title: ['录入仲裁', 'Arbitration'] }],
});

export const enterTipContracts = declareCalls({
  'GET sample/enter-tip/detail': {
    title: ['录入提示详情', 'Entry tip of a client'],
    permission: 'enterTip_view',
    query: parameters('clientId', 'tipId', 'id'),
    /** null where the client has no tip. */
    answer: rowShape(enterTip).nullable(),
  },
});

const cellVerdict = shape({
  field: z.enum(importFields),
  header: z.string(),
  fault: z.string(),
  verdict: z.enum(['warn', 'error']),
  text: labelShape,
  shown: z.string().optional(),
});
const finding = shape({
  rule: z.string(),
  severity: z.enum(['block', 'warn', 'inform']),
  fields: z.array(z.string()),
  text: labelShape,
  isPrinted: z.boolean().optional(),
  reportText: labelShape.optional(),
});
const rowVerdict = shape({
  line: z.int(),
  verdict: z.enum(['ok', 'warn', 'error']),
  cells: z.array(cellVerdict),
  values: anyRecord,
  warnings: z.array(finding),
  isTemperatureNeeded: z.boolean(),
});
/** What became of a row when the batch was taken over; absent where it was not yet. */
const taken = shape({
  status: z.enum(['applied', 'repeat', 'refused', 'conflict', 'failed', 'skipped']),
  code: z.string().optional(),
  text: z.string().optional(),
});
const counts = shape({ ok: z.int(), warn: z.int(), error: z.int() });
const batch = shape({
  batchId: z.string(),
  fileName: z.string(),
  /** 0 judged, 1 being taken over, 2 taken over. */
  state: z.int(),
  totalCount: z.int(),
  doneCount: z.int(),
  counts,
  rows: z.array(rowVerdict.extend({ taken: taken.optional() })),
});

export const importContracts = declareCalls({
  'POST sample/enter-info/import-summary': {
    title: ['导入前处理', 'Import requisitions'],
    permission: 'summary_enter',
    isUpload: true,
    repeats: ['只判定表格, 结果存入新批次; 不写样本', 'judges a sheet and keeps the verdict under a new batch; writes no sample'],
    answer: shape({
      batchId: z.string(),
      fileName: z.string(),
      /** When the same file was uploaded before. */
      sameFileAt: z.string().nullable(),
      totalCount: z.int(),
      counts,
      rows: z.array(rowVerdict),
    }),
  },
  'GET sample/enter-info/import-status': {
    title: ['导入进度', 'Import progress'],
    permission: 'summary_enter',
    query: parameters('batchId'),
    answer: batch,
  },
  'POST sample/enter-info/batchConfirm': {
    title: ['确认导入', 'Confirm an import'],
    permission: 'summary_enter',
    repeats: ['每行是一次操作, 编号由批次与行号组成', "each row is an act whose key is made of the batch's and the row's number"],
    body: z.object({
      batchId: z.union([z.string(), z.number()]).transform(String),
      /** Data lines to take over; absent: every line without an error. */
      lines: z.array(z.number().int().nonnegative()).max(5_000).optional(),
      /** Reasons for warnings by rule, for every line. */
      reasons: z.record(z.string().max(16), z.string().trim().max(200)).default({}),
      /** ℃, measured at the desk: for every cold-chain line that brings none. */
      arrivalTemperature: z.number().min(-80).max(50).optional(),
    }),
    answer: batch,
  },
});

const codes = z
  .array(z.string().max(200))
  .max(5_000)
  .default([])
  .transform((given) => given.map(normalCode));

export const knownCodeContracts = declareCalls({
  'POST sample/enter-info/known-codes': {
    title: ['查询已有条码', 'Look up known codes'],
    permission: 'summary_enter',
    repeats: ['只读', 'reads'],
    body: z.object({ requisitionCodes: codes, sampleCodes: codes }),
    answer: shape({ requisitionCodes: z.array(z.string()), sampleCodes: z.array(z.string()) }),
  },
});

export const worklistContracts = declareCalls({
  'GET sample/offline/worklist': {
    title: ['离线工作清单', 'Offline work list'],
    permission: null,
    everybody: 'asks for the right of the list that is named',
    /** entry1, entry2, handover, labReceive, or a partner's (`partnerListName`); each asks for the right of the list. */
    query: parameters('name'),
    answer: z.union([z.array(entryWorkRow), z.array(handoverWorkRow), z.array(labReceiveWorkRow), z.array(partnerWorkRow)]),
  },
  'GET sample/offline/worklist-total': {
    title: ['离线工作清单总数', 'Length of an offline work list'],
    permission: null,
    everybody: 'asks for the right of the list that is named',
    query: parameters('name'),
    /** Of the whole queue: the list itself is its beginning (mostKeptRows). */
    answer: shape({ total: z.int() }),
  },
});

export const recentPersonContracts = declareCalls({
  'GET sample/offline/recent-persons': {
    title: ['近期受检者索引', 'Index of recent persons'],
    permission: 'summary_enter',
    query: parameters('after'),
    /** Nothing of it names a person without the key. */
    answer: shape({
      /** HMAC-SHA-256 key of the tenant's marks, base64. */
      key: z.string(),
      /** Entries one after another, base64. */
      entries: z.string(),
      /** Sent back as `after`. */
      cursor: z.string(),
      hasMore: z.boolean(),
    }),
  },
});
