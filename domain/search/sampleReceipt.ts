import { dateTime } from '#domain/kernel/fields.ts';
import { pick, searched } from '#domain/kernel/listing.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { words } from './vocabulary.ts';

/** What reception took in or rejected, one row a tube; over an SQL view. */
export const sampleReceipt = defineResource({
  name: 'sampleReceipt',
  title: ['样本接收查询', 'Sample receipts'],
  service: 'search',
  path: 'comprehensive-query',
  verbs: { page: 'sample-receiv-page' },
  id: 'sampleId',
  roles: { reception: ['view'], lab: ['view'], audit1: ['view'], audit2: ['view'] },
  display: { name: 'requisitionCode', code: 'requisitionCode' },
  order: 'receiveTime',
  laboratoryField: 'laboratoryId',
  view: true,
  fields: {
    ...searched(
      pick(words, 'requisitionCode', 'sampleCode', 'hospitalCode', 'personName', 'rejection', 'labStatus', 'laboratoryId', 'sendSampleClientId'),
    ),
    ...pick(words, 'agentId', 'clientTel'),
    commodityIds: { ...words.commodityIds, search: true, column: false },
    commodityNames: words.commodityNames,
    panelIds: { ...words.panelIds, column: false },
    ...pick(words, 'panelName', 'groupAErpCode', 'groupAName'),
    ...searched(pick(words, 'sampleClassId', 'testTubeNumber')),
    ...pick(words, 'testTubeBatchNo', 'testTubeExpireTime'),
    contactNumber: words.telephone,
    ...searched(pick(words, 'samplingTime', 'receiveTime')),
    receiveServerTime: dateTime('服务器收到时间', 'Server time'),
    ...searched(pick(words, 'entryPersonName')),
    entryTime: words.entryTime,
    ...searched(pick(words, 'courierNumber')),
    resample: { ...words.isResample, wire: 'resample', isBoolean: true },
    receiveRemark: words.receiveRemark,
  },
  screens: [{ route: '/search/sampleReceive', title: ['样本接收查询', 'Sample receipts'] }],
});
