import { z } from 'zod';
import { oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { words } from '#domain/search/vocabulary.ts';
import { excludedBy } from '../billChoices.ts';
import { commodityScreen, historyScreens, sampleScreen, viewExclusions } from './exclusionScreens.ts';

const permission = viewExclusions.code;
const applicant = text('申请人', 'Applied by');

/** One note of what was excluded or restored: never changed, never taken away. */
const clientRecordRow = shape({
  exclusionRecordId: z.string(),
  sendSampleClientId: z.string(),
  sendSampleClientName: z.string().nullable(),
  sendSampleClientCode: z.string().nullable(),
  /** Where it was of one commodity of the client; null: of all. */
  commodityId: z.string().nullable(),
  commodityName: z.string().nullable(),
  applicant: z.string(),
  reason: z.string(),
  creator: z.string().nullable(),
  createTime: z.string(),
});
const clientRecord = {
  row: clientRecordRow,
  id: 'exclusionRecordId',
  columns: {
    ...pick(words, 'sendSampleClientCode', 'sendSampleClientId', 'commodityId'),
    applicant,
    ...pick(words, 'reason', 'creator', 'createTime'),
  },
  search: { ...pick(words, 'sendSampleClientId', 'commodityId'), applicant, ...pick(words, 'createTime') },
  sortable: ['createTime'],
  permission,
} as const;

export const clientExcludeHistory = describeListing({
  ...clientRecord,
  name: 'clientExcludeHistory',
  title: ['送检单位排除记录', 'Client exclusions'],
  at: 'bill/excludeSendSampleClient/listExcludeHistory',
  screens: [{ route: historyScreens.clientExcluded, title: ['送检单位排除记录', 'Client exclusions'] }],
});
export const clientRestoreHistory = describeListing({
  ...clientRecord,
  name: 'clientRestoreHistory',
  title: ['送检单位恢复记录', 'Client restorations'],
  at: 'bill/excludeSendSampleClient/listRestoreHistory',
  screens: [{ route: historyScreens.clientRestored, title: ['送检单位恢复记录', 'Client restorations'] }],
});

const exceptionRow = shape({
  exceptionId: z.string(),
  sendSampleClientId: z.string(),
  sendSampleClientName: z.string().nullable(),
  sendSampleClientCode: z.string().nullable(),
  commodityId: z.string(),
  commodityName: z.string().nullable(),
  applicant: z.string(),
  reason: z.string(),
  creator: z.string().nullable(),
  createTime: z.string(),
});
export type CommodityException = RowOf<typeof exceptionRow>;

/** 产品恢复: commodities that are billed although their client is excluded. */
export const commodityRestores = describeListing({
  name: 'commodityRestore',
  title: ['产品恢复', 'Restored commodities'],
  at: 'bill/excludeSendSampleClient/listCommodityRestore',
  permission,
  row: exceptionRow,
  id: 'exceptionId',
  columns: {
    ...pick(words, 'sendSampleClientCode', 'sendSampleClientId', 'commodityId'),
    applicant,
    ...pick(words, 'reason', 'creator', 'createTime'),
  },
  search: { ...pick(words, 'sendSampleClientId', 'commodityId', 'createTime') },
  sortable: ['createTime'],
  screens: [{ route: commodityScreen, title: ['产品恢复', 'Restored commodities'] }],
});

const sampleRecordRow = shape({
  exclusionRecordId: z.string(),
  sampleCode: z.string(),
  commodityId: z.string(),
  commodityName: z.string().nullable(),
  sendSampleClientId: z.string(),
  sendSampleClientName: z.string().nullable(),
  personName: z.string().nullable(),
  /** Its middle is masked. */
  contactNumber: z.string().nullable(),
  auditTime: z.string().nullable(),
  orderNo: z.string().nullable(),
  applicant: z.string(),
  reason: z.string(),
  creator: z.string().nullable(),
  createTime: z.string(),
});
const contactNumber = code('受检者电话', 'Patient phone', { patient: 'telephone' });
const sampleColumns = { ...pick(words, 'sampleCode', 'commodityId', 'sendSampleClientId', 'personName'), contactNumber } as const;
const sampleSearch = pick(words, 'sampleCode', 'commodityId', 'sendSampleClientId', 'personName');
const sampleRecord = {
  row: sampleRecordRow,
  id: 'exclusionRecordId',
  columns: { ...sampleColumns, ...pick(words, 'auditTime', 'orderNo'), applicant, ...pick(words, 'reason', 'creator', 'createTime') },
  search: { ...sampleSearch, applicant, ...pick(words, 'createTime') },
  sortable: ['createTime'],
  permission,
} as const;

export const sampleExcludeHistory = describeListing({
  ...sampleRecord,
  name: 'sampleExcludeHistory',
  title: ['条码排除记录', 'Sample exclusions'],
  at: 'bill/excludeSampleCode/listExcludeHistory',
  screens: [{ route: historyScreens.sampleExcluded, title: ['条码排除记录', 'Sample exclusions'] }],
});
export const sampleRestoreHistory = describeListing({
  ...sampleRecord,
  name: 'sampleRestoreHistory',
  title: ['条码恢复记录', 'Sample restorations'],
  at: 'bill/excludeSampleCode/listRestoreHistory',
  screens: [{ route: historyScreens.sampleRestored, title: ['条码恢复记录', 'Sample restorations'] }],
});

/** A line as those see it who exclude it. */
export const excludedLineRow = shape({
  lineId: z.string(),
  sampleCode: z.string(),
  requisitionCode: z.string(),
  commodityId: z.string(),
  commodityName: z.string().nullable(),
  sendSampleClientId: z.string().nullable(),
  sendSampleClientName: z.string().nullable(),
  personName: z.string().nullable(),
  contactNumber: z.string().nullable(),
  contractLaboratoryId: z.string(),
  contractLaboratoryName: z.string().nullable(),
  auditTime: z.string().nullable(),
  excludedBy: oneOf(excludedBy),
  billPriceStr: z.string().nullable(),
  orderNo: z.string().nullable(),
  /** It was withdrawn: nothing is billed of it. */
  isWithdrawn: z.boolean(),
});
export type ExcludedLine = RowOf<typeof excludedLineRow>;

/** 已排除样本: lines that are excluded by themselves. */
export const excludedSamples = describeListing({
  name: 'excludedSample',
  title: ['已排除样本', 'Excluded samples'],
  at: 'bill/excludeSampleCode/listExcludeSampleCodes',
  permission,
  row: excludedLineRow,
  id: 'lineId',
  columns: {
    ...sampleColumns,
    excludedBy: choice('排除方式', 'Excluded by', excludedBy),
    ...pick(words, 'auditTime', 'contractLaboratoryId', 'requisitionCode'),
    billPriceStr: text('结算价', 'Bill price'),
  },
  search: { ...sampleSearch, ...pick(words, 'contractLaboratoryId', 'auditTime') },
  sortable: ['auditTime'],
  screens: [{ route: sampleScreen, title: ['排除样本', 'Exclude samples'] }],
});

export const exclusionLists = [
  clientExcludeHistory,
  clientRestoreHistory,
  commodityRestores,
  sampleExcludeHistory,
  sampleRestoreHistory,
  excludedSamples,
] as const;
