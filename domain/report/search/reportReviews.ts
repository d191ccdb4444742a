import { z } from 'zod';
import { yesNo } from '#domain/kernel/choices.ts';
import { declareCalls, oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, flag, integer, ref, text } from '#domain/kernel/fields.ts';
import { describeListing, pick, type CountedIn } from '#domain/kernel/listing.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { usualTime } from '#domain/search/usualTime.ts';
import { words } from '#domain/search/vocabulary.ts';
import { reportVersionState } from '../reportState.ts';
import { reportKind } from '../reportTemplate.ts';
import { reviewScreen } from './searchScreens.ts';

export const viewReviews: Right = {
  code: 'reportreview_view',
  label: ['查看报告审核记录', 'View report audits'],
  roles: ['audit2', 'ops'],
};

const word = z.string().nullable();
/** A version that was issued: who audited it when, and how long it took. */
export const reviewRow = shape({
  versionId: z.string(),
  reportId: z.string(),
  reportNo: z.string(),
  versionNo: z.int(),
  versionState: oneOf(reportVersionState),
  reportKind: oneOf(reportKind),
  sampleCodes: z.string(),
  personName: word,
  commodityNames: z.string(),
  panelGroupNames: word,
  sendSampleClientName: word,
  laboratoryName: word,
  checkerOne: word,
  checkerTwo: word,
  checkTimeTwo: word,
  auditTime: z.string(),
  auditorName: word,
  /** Second audit to issue; null: no second audit stands on it. */
  reviewMinutes: z.int().nullable(),
  /** Released by a criterion. */
  isAuto: z.int(),
  amendReason: word,
});
export type ReviewRow = RowOf<typeof reviewRow>;

const own = {
  reportNo: text('报告编号', 'Report number'),
  reportKind: choice('报告类型', 'Report kind', reportKind),
  auditorId: ref('报告审核人', 'Released by', 'userAccount'),
  isAuto: flag('自动审核', 'Audited by itself'),
  isAmended: flag('修订', 'Amended'),
};

/** 报告审核查询: who released what, when, and how long after the second audit. */
export const reportReviews = describeListing({
  name: 'reportReview',
  title: ['报告审核查询', 'Report audits'],
  at: 'search/comprehensive-query/report-review-page',
  permission: viewReviews.code,
  row: reviewRow,
  id: 'versionId',
  columns: {
    reportNo: own.reportNo,
    versionNo: integer('版本', 'Version'),
    ...pick(words, 'auditTime'),
    auditorId: own.auditorId,
    isAuto: own.isAuto,
    reviewMinutes: integer('二审到发布', 'Second audit to issue', { isDuration: true }),
    ...pick(words, 'checkerOne', 'checkerTwo', 'checkTimeTwo', 'personName'),
    sampleCodes: text('样本条码', 'Sample codes'),
    ...pick(words, 'commodityNames'),
    panelGroupNames: text('项目组', 'Panel groups'),
    amendReason: text('修订原因', 'Why it was amended'),
    versionState: choice('版本状态', 'Version state', reportVersionState),
    reportKind: own.reportKind,
    ...pick(words, 'sendSampleClientId', 'laboratoryId'),
  },
  search: {
    ...pick(words, 'auditTime'),
    reportNo: own.reportNo,
    auditorId: own.auditorId,
    isAuto: own.isAuto,
    isAmended: own.isAmended,
    ...pick(words, 'sampleCode', 'panelGroupId', 'commodityId', 'sendSampleClientId', 'laboratoryId', 'checkTimeTwo'),
    reportKind: own.reportKind,
  },
  sortable: ['auditTime'],
  screens: [{ route: reviewScreen, title: ['报告审核查询', 'Report audits'] }],
});

export const usualReviews = usualTime('auditTime', { moments: ['auditTime', 'checkTimeTwo'], texts: ['reportNo', 'sampleCode'] });

const opensReviews = (fixed: Readonly<Record<string, number>>): CountedIn => ({ list: reportReviews, by: { auditorId: 'auditorId' }, fixed });
/** What each bar of a person counts. */
export const opensPeople = {
  byHand: opensReviews({ isAuto: yesNo.no, isAmended: yesNo.no }),
  auto: opensReviews({ isAuto: yesNo.yes }),
  amended: opensReviews({ isAuto: yesNo.no, isAmended: yesNo.yes }),
} as const;
export const reviewContracts = declareCalls({
  'GET search/comprehensive-query/report-review-people': {
    byHand: 'standing',
    title: ['每人审核的报告数', 'How many reports each person released'],
    permission: viewReviews.code,
    query: reportReviews.contracts['GET search/comprehensive-query/report-review-page'].query,
    answer: z.array(shape({ auditorId: z.string().nullable(), auditorName: z.string(), byHand: z.int(), auto: z.int(), amended: z.int() })),
  },
});
