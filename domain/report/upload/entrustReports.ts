import { z } from 'zod';
import { choices } from '#domain/kernel/choices.ts';
import { oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, dateTime, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { words } from '#domain/search/vocabulary.ts';
import { viewReports } from '../reportRows.ts';
import { uploadState } from './uploadRows.ts';

export const entrustScreen = '/search/searchEntrustReport';

/** How far a tube is that another house tests (docs/report.md#uploads). */
export const entrustState = choices({
  waiting: [0, '待接收', 'To be received'],
  received: [1, '已接收', 'Received'],
  cancelled: [2, '已取消', 'Cancelled'],
});

export const entrustReportRow = shape({
  sampleId: z.string(),
  sampleCode: z.string(),
  personName: z.string().nullable(),
  commodityNames: z.string().nullable(),
  state: oneOf(entrustState),
  entrustLaboratoryId: z.string().nullable(),
  entrustLaboratoryName: z.string().nullable(),
  entrustPerson: z.string().nullable(),
  entrustTime: z.string().nullable(),
  entrustServerTime: z.string().nullable(),
  entrustedLaboratoryId: z.string(),
  entrustedLaboratoryName: z.string(),
  entrustedPerson: z.string().nullable(),
  entrustedTime: z.string().nullable(),
  entrustedServerTime: z.string().nullable(),
  reason: z.string().nullable(),
  uploadState: oneOf(uploadState).nullable(),
  reportNo: z.string().nullable(),
  reportTime: z.string().nullable(),
});
export type EntrustReportRow = RowOf<typeof entrustReportRow>;

const laboratory = (label: readonly [string, string]) => ({ ...words.laboratoryId, label });
/** 外送报告查询: tubes that another house tests, and whether its report has come. */
export const entrustReports = describeListing({
  name: 'entrustReport',
  title: ['外送报告查询', 'Outsourced reports'],
  at: 'search/reportSearch/entrustReportPage',
  permission: viewReports.code,
  row: entrustReportRow,
  id: 'sampleId',
  columns: {
    ...pick(words, 'sampleCode', 'personName', 'commodityNames'),
    state: choice('委托状态', 'Referral state', entrustState),
    uploadState: choice('文件状态', 'File state', uploadState),
    reportNo: text('报告编号', 'Report number'),
    ...pick(words, 'reportTime'),
    entrustLaboratoryId: laboratory(['委托检验所', 'Sending laboratory']),
    entrustPerson: text('委托人', 'Sent by'),
    entrustTime: dateTime('委托时间', 'Sent'),
    entrustedLaboratoryId: laboratory(['受委托检验所', 'Referral laboratory']),
    entrustedPerson: text('受委托接收人', 'Received there by'),
    entrustedTime: dateTime('受委托接收时间', 'Received there'),
    ...pick(words, 'reason'),
  },
  search: {
    ...pick(words, 'sampleCode', 'requisitionCode'),
    state: choice('委托状态', 'Referral state', entrustState),
    uploadState: choice('文件状态', 'File state', uploadState),
    entrustLaboratoryId: laboratory(['委托检验所', 'Sending laboratory']),
    entrustedLaboratoryId: laboratory(['受委托检验所', 'Referral laboratory']),
    ...pick(words, 'receiveTime', 'reportTime'),
  },
  screens: [{ route: entrustScreen, title: ['外送报告查询', 'Outsourced reports'] }],
});
