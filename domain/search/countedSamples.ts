import { z } from 'zod';
import { choices } from '#domain/kernel/choices.ts';
import { shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, dateTime } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { words } from './vocabulary.ts';

export const viewSampleCounts: Right = {
  code: 'samplecount_view',
  label: ['查看样本量统计', 'View sample counts'],
  roles: ['lab', 'audit2', 'ops', 'report', 'service', 'quality'],
};

/** Which of the counts. */
export const countedFigure = choices({
  received: [1, '接收数', 'Received'],
  reported: [2, '报告数', 'Reported'],
  rejected: [3, '拒收数', 'Rejected'],
  sentBack: [4, '退回数', 'Sent back'],
  overdue: [5, '超期数', 'Late'],
  receivedRejected: [6, '其中拒收', 'Of these rejected'],
});

const word = z.string().nullable();
const countedSample = shape({
  countedId: z.string(),
  sampleCode: z.string(),
  requisitionCode: word,
  personName: word,
  sendSampleClientId: word,
  sendSampleClientName: word,
  laboratoryId: word,
  laboratoryName: word,
  commodityId: z.string(),
  commodityName: word,
  countedTime: z.string(),
});
export type CountedSampleRow = RowOf<typeof countedSample>;

const countedTime = dateTime('发生时间', 'Happened');
/** What a number of the sample counts counts, a row for each that it counts: as many as it says (docs/search.md#sample-counts). */
export const countedSamples = describeListing({
  name: 'countedSample',
  title: ['样本量明细', 'What a count counts'],
  at: 'search/sample-count/tubes',
  permission: viewSampleCounts.code,
  row: countedSample,
  id: 'countedId',
  columns: { ...pick(words, 'sampleCode', 'requisitionCode', 'personName', 'commodityId', 'sendSampleClientId', 'laboratoryId'), countedTime },
  search: {
    figure: choice('统计项', 'Count', countedFigure),
    countedTime,
    ...pick(words, 'laboratoryId', 'commodityId', 'sendSampleClientId', 'agentId', 'provinceName', 'salesmanId'),
  },
  sortable: ['countedTime'],
});
