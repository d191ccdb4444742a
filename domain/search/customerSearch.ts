import { z } from 'zod';
import { chargeType } from '#domain/bill/billChoices.ts';
import { viewLines } from '#domain/bill/billRights.ts';
import { oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import type { HandScreen } from '#domain/kernel/resource.ts';
import { sex } from '#domain/sample/rules/formChoices.ts';
import { labStatusShape } from '#domain/sample/sampleStatus.ts';
import { itemProgress } from './itemProgress.ts';
import { viewSampleCounts } from './countedSamples.ts';
import { clientCountScreen, sampleCountScreen } from './sampleCount.ts';
import { exportPatients, revealPatients, searchCustomers, viewPatients, viewTimeline } from './sampleRights.ts';
import { usualTime } from './usualTime.ts';
import { words } from './vocabulary.ts';

export const customerScreen = '/search/customerSearch';

const word = z.string().nullable();
/** A commodity of a tube, as whoever answers a client's call sees it: patients as far as they may, prices for who sees billable lines. */
export const customerRow = shape({
  sampleItemId: z.string(),
  requisitionCode: z.string(),
  sampleCode: z.string(),
  hospitalCode: word,
  labCode: word,
  personName: word,
  sex: oneOf(sex).nullable(),
  age: z.int().nullable(),
  contactNumber: word,
  credentialNo: word,
  patientNo: word,
  commodityId: z.string(),
  commodityName: word,
  commodityCode: word,
  commodityErpCode: word,
  labStatus: labStatusShape,
  progress: oneOf(itemProgress),
  ifReported: z.int(),
  resample: z.int(),
  isUrgent: z.int(),
  contractLaboratoryId: word,
  contractLaboratoryName: word,
  executeLaboratoryId: word,
  executeLaboratoryName: word,
  sendSampleClientId: word,
  sendSampleClientName: word,
  sendSampleClientCode: word,
  agentCustomerId: word,
  agentCustomerName: word,
  samplingTime: word,
  receiveTime: z.string(),
  /** When the server heard of it. */
  receiveServerTime: z.string(),
  labReceiveTime: word,
  labReceiveServerTime: word,
  dueTime: word,
  reportTime: word,
  courierNumber: word,
  remarks: word,
  chargeType: oneOf(chargeType).nullable(),
  billPriceStr: word,
  orderNo: word,
  billNo: word,
});
export type CustomerRow = RowOf<typeof customerRow>;
/** Columns that say what is billed: for who sees billable lines alone. */
export const customerBillColumns = ['chargeType', 'billPrice', 'orderNo', 'billNo'] as const;

const title = ['客户样本查询', 'Samples for a client'] as const;
const agentId = { ...words.agentId, wire: 'agentCustomerId' } as const;
const telephone = { ...words.telephone, wire: 'contactNumber' } as const;
/** 客户样本查询: who calls gives a name, a phone or a code; each product says how far it is. */
export const customerSearch = describeListing({
  name: 'customerSearch',
  title,
  at: 'search/comprehensive-query/customer-search-page',
  permission: searchCustomers.code,
  row: customerRow,
  id: 'sampleItemId',
  columns: {
    ...pick(words, 'sampleCode', 'personName', 'commodityId'),
    progress: choice('进度', 'Progress', itemProgress),
    ...pick(words, 'dueTime', 'reportTime', 'sendSampleClientId', 'receiveTime', 'labStatus', 'isReported', 'isResample', 'isUrgent', 'sex', 'age'),
    telephone,
    ...pick(words, 'credentialNo', 'patientNo', 'requisitionCode', 'hospitalCode', 'labCode'),
    agentId,
    ...pick(words, 'billPrice'),
    chargeType: choice('收费类型', 'Charge type', chargeType),
    ...pick(words, 'orderNo', 'billNo', 'contractLaboratoryId', 'executeLaboratoryId', 'samplingTime', 'labReceiveTime'),
    ...pick(words, 'sendSampleClientCode', 'commodityCode', 'commodityErpCode', 'courierNumber'),
    receiveRemark: { ...words.receiveRemark, wire: 'remarks' },
  },
  search: {
    ...pick(words, 'sampleCode', 'requisitionCode', 'hospitalCode', 'labCode', 'personName'),
    telephone,
    ...pick(words, 'credentialNo', 'sendSampleClientId', 'commodityId', 'labStatus', 'receiveTime', 'samplingTime', 'labReceiveTime'),
    agentId,
    ...pick(words, 'contractLaboratoryId', 'executeLaboratoryId', 'isResample', 'courierNumber'),
  },
  sortable: ['receiveTime', 'sampleCode'],
  screens: [{ route: customerScreen, title }],
});

/** Without a code, a person or a time the last thirty days alone are listed. */
export const usualCustomers = usualTime('receiveTime', {
  moments: ['receiveTime', 'samplingTime', 'labReceiveTime'],
  texts: ['sampleCode', 'requisitionCode', 'hospitalCode', 'labCode', 'personName', 'contactNumber', 'credentialNo', 'courierNumber'],
});

export const searchScreens: readonly HandScreen[] = [
  {
    route: customerScreen,
    title,
    icon: 'search',
    view: searchCustomers,
    calls: [viewLines, viewPatients, exportPatients, revealPatients, viewTimeline],
  },
  { route: sampleCountScreen, title: ['样本量统计', 'Sample counts'], icon: 'chart-column', view: viewSampleCounts },
  { route: clientCountScreen, title: ['客户样本量统计', 'Counts by client'], icon: 'chart-column', view: viewSampleCounts },
];
