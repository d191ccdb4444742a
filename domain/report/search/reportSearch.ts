import { z } from 'zod';
import { declareCalls, oneOf, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { daysBetween, isDate } from '#domain/kernel/dates.ts';
import { choice, integer, text } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { words } from '#domain/search/vocabulary.ts';
import { reportRow, viewReports } from '../reportRows.ts';
import { reportState, reportVersionState } from '../reportState.ts';
import { reportChannel } from '../reportStrategy.ts';
import { reportKind } from '../reportTemplate.ts';
import { printKind } from './reportPrint.ts';
import { searchScreen } from './searchScreens.ts';

const reportNo = text('报告编号', 'Report number');

/** A report as who looks for it sees it. */
export const foundReport = reportRow.extend({
  reportTime: z.string().nullable(),
  /** How often its standing version was put on paper. */
  printCount: z.int(),
  versionState: oneOf(reportVersionState).nullable(),
});
export type FoundReport = RowOf<typeof foundReport>;

/** 报告查询: one report by one of its whole numbers, or a person's. */
export const searchReports = describeListing({
  name: 'reportSearch',
  title: ['报告查询', 'Report search'],
  at: 'search/reportSearch/accurateQuery',
  permission: viewReports.code,
  row: foundReport,
  id: 'reportId',
  columns: {
    reportNo,
    ...pick(words, 'personName'),
    state: choice('报告状态', 'Report state', reportState),
    currentVersionNo: integer('版本', 'Version'),
    ...pick(words, 'reportTime'),
    printCount: integer('打印次数', 'Prints'),
    paperDue: integer('待打印份数', 'Copies to print'),
    qualitativeResult: choice('定性结果', 'Result', qualitativeResult),
    marks: text('标识', 'Marks'),
    ...pick(words, 'commodityNames'),
    sampleCodes: text('样本条码', 'Sample codes'),
    labCodes: text('实验室编号', 'Lab codes'),
    ...pick(words, 'requisitionCode', 'sendSampleClientId', 'reportTitle'),
    reportKind: choice('报告类型', 'Report kind', reportKind),
    ...pick(words, 'laboratoryId'),
    auditorName: text('报告审核人', 'Released by'),
  },
  search: {
    ...pick(words, 'sampleCode', 'requisitionCode', 'labCode', 'hospitalCode'),
    reportNo,
    ...pick(words, 'credentialNo', 'telephone', 'personName', 'sendSampleClientId', 'reportTime'),
  },
  screens: [{ route: searchScreen, title: ['报告查询', 'Report search'] }],
});

/** Any of these finds reports by itself. */
export const wholeCodes = ['sampleCode', 'requisitionCode', 'labCode', 'hospitalCode', 'reportNo', 'credentialNo', 'telephone'] as const;
export const mostDays = 31;
type Query = Readonly<Record<string, unknown>>;
const given = (query: Query, name: string): string => String(query[name] ?? '').trim();

/** What a search still lacks: one whole number, or a name with a client or at most 31 days; null: nothing. */
export function missingInSearch(query: Query): Label | null {
  if (wholeCodes.some((name) => given(query, name) !== '')) return null;
  if (given(query, 'personName') === '')
    return [
      '请输入样本条码、申请单条码、实验室编号、医院条码、报告编号、证件号码、联系电话之一, 或受检者姓名',
      'Give a sample, requisition, lab, hospital or report number, a document number or a phone; or a patient’s name',
    ];
  if (given(query, 'sendSampleClientId') !== '') return null;
  const [begin, end] = [given(query, 'reportTimeBegin').slice(0, 10), given(query, 'reportTimeEnd').slice(0, 10)];
  if (!isDate(begin) || !isDate(end)) return ['按姓名查询请选择送检单位或报告时间', 'With a name, choose a client or the report time'];
  return daysBetween(begin, end) >= mostDays
    ? [`按姓名查询的报告时间不超过 ${mostDays} 天`, `With a name, the report time spans at most ${mostDays} days`]
    : null;
}

const version = shape({
  versionId: z.string(),
  versionNo: z.int(),
  state: oneOf(reportVersionState),
  pages: z.int(),
  makerName: z.string(),
  createTime: z.string(),
  auditorName: z.string().nullable(),
  issueTime: z.string().nullable(),
  amendReason: z.string().nullable(),
  /** Released by a criterion. */
  isAuto: z.int(),
  /** Of what was issued; null: it never was. */
  pdfSha256: z.string().nullable(),
  chainHash: z.string().nullable(),
  /** The store keeps its file no more. */
  isFileLost: z.boolean(),
});
/** What happened to a report: its versions, who saw which, whom it was sent to, what was put on paper. */
export const reportTrail = shape({
  reportId: z.string(),
  reportNo: z.string(),
  state: oneOf(reportState),
  versions: z.array(version),
  views: z.array(shape({ versionNo: z.int(), userName: z.string(), count: z.int(), lastTime: z.string() })),
  /** Whom it has reached, or may have, beside by paper. */
  receipts: z.array(shape({ versionNo: z.int(), channel: oneOf(reportChannel), receiver: z.string(), time: z.string().nullable() })),
  prints: z.array(
    shape({
      printId: z.string(),
      versionNo: z.int(),
      kind: oneOf(printKind),
      copies: z.int(),
      reason: z.string().nullable(),
      handedTo: z.string().nullable(),
      courierNumber: z.string().nullable(),
      userName: z.string(),
      createTime: z.string(),
    }),
  ),
});
export type ReportTrail = RowOf<typeof reportTrail>;

/** People and prints a report's trail tells of, the newest; the screen says where there may be more. */
export const mostTold = 200;
export const searchContracts = declareCalls({
  'GET search/reportSearch/trail': {
    title: ['报告的版本与去向', 'A report’s versions and where they went'],
    permission: viewReports.code,
    query: texts('reportId'),
    answer: reportTrail,
  },
});
