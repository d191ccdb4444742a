import { code, ref, refList, text } from '#domain/kernel/fields.ts';
import { rejectSummary } from './summaryReject.ts';

/** What reception says of a tube or a requisition that it refuses. */
export const rejectFields = {
  requisitionCode: code('申请单条码', 'Requisition code', { required: true, max: 32 }),
  sampleCode: code('样本条码', 'Sample code', { max: 32, help: ['留空: 整张申请单', 'Empty: the whole requisition'] }),
  personName: text('受检者姓名', 'Patient name', { max: 50 }),
  ...rejectSummary.asks,
  sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient'),
  commodityIds: refList('产品', 'Commodities', 'commodity'),
};
