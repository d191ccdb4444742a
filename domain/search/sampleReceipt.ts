import { choices } from '#domain/kernel/choices.ts';
import { choice, code, date, dateTime, flag, ref, refList, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';

/** Spec 3, Sample receipt row: false received, true rejected. */
export const rejection = choices({ received: [0, '已接收', 'Received'], rejected: [1, '已拒收', 'Rejected'] });

/** What reception took in or rejected, one row a tube; over an SQL view. */
export const sampleReceipt = defineResource({
  name: 'sampleReceipt',
  title: ['样本接收查询', 'Sample receipts'],
  service: 'search',
  path: 'comprehensive-query',
  verbs: { page: 'sample-receiv-page' },
  id: 'sampleId',
  display: { name: 'requisitionCode', code: 'requisitionCode' },
  order: 'receiveTime',
  laboratoryField: 'laboratoryId',
  view: true,
  fields: {
    requisitionCode: code('申请单条码', 'Requisition', { search: true }),
    sampleCode: code('样本条码', 'Sample', { search: true }),
    hospitalCode: code('医院条码', 'Hospital barcode', { search: true }),
    personName: text('受检者姓名', 'Name', { search: true, patient: true }),
    rejection: choice('接收状态', 'Receipt', rejection, { search: true, isBoolean: true }),
    labStatus: choice('样本状态', 'Status', labStatus, { search: true }),
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { search: true }),
    sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', { search: true }),
    agentId: ref('代理商', 'Agent', 'client'),
    clientTel: text('送检单位电话', 'Client phone'),
    commodityIds: refList('产品', 'Commodities', 'commodity', { search: true, column: false }),
    commodityNames: text('产品', 'Commodities'),
    panelIds: refList('检测项目', 'Panels', 'panel', { column: false }),
    panelName: text('检测项目', 'Panels'),
    groupAErpCode: code('产品线编号', 'Product line code'),
    groupAName: text('产品线', 'Product line'),
    sampleClassId: ref('样本类型', 'Sample class', 'sampleClass', { search: true }),
    testTubeNumber: code('采血管号', 'Tube no.', { search: true }),
    testTubeBatchNo: text('采血管批号', 'Tube lot'),
    testTubeExpireTime: date('采血管效期', 'Tube expiry'),
    contactNumber: text('联系电话', 'Mobile', { patient: true }),
    samplingTime: dateTime('采样时间', 'Sampling time', { search: true }),
    receiveTime: dateTime('收样时间', 'Receive time', { search: true }),
    receiveServerTime: dateTime('服务器收到时间', 'Server time'),
    entryPersonName: text('录入人', 'Entered by', { search: true }),
    entryTime: dateTime('录入时间', 'Entry time'),
    courierNumber: code('物流单号', 'Courier no.', { search: true }),
    resample: flag('补采', 'Resample', { isBoolean: true }),
    receiveRemark: text('收样备注', 'Remark'),
  },
  screens: [{ route: '/search/sampleReceive', title: ['样本接收查询', 'Sample receipts'] }],
});
