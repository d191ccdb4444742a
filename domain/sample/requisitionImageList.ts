import { choice, code, dateTime, flag, integer, ref, refList, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { imageKind } from './requisitionImage.ts';

/** The pictures of requisitions, one row each; over an SQL view. Those whose requisition nobody has received yet are among them. */
export const requisitionImage = defineResource({
  name: 'requisitionImage',
  title: ['申请单图片', 'Requisition images'],
  service: 'sample',
  path: 'requisition-image',
  verbs: { page: 'page' },
  id: 'requisitionImageId',
  roles: { reception: ['view', 'remove'], entry: ['view'], audit1: ['view'], audit2: ['view'] },
  display: { name: 'requisitionCode', code: 'requisitionCode' },
  order: 'createTime',
  laboratoryField: 'laboratoryId',
  view: true,
  fields: {
    requisitionCode: code('申请单条码', 'Requisition code', { search: true }),
    pageNo: integer('页', 'Page'),
    imageKind: choice('图片类型', 'Kind', imageKind, { search: true }),
    hasRequisition: flag('已收样', 'Received', { search: true }),
    sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', { search: true }),
    commodityIds: refList('产品', 'Commodities', 'commodity'),
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory'),
    uploadUserName: text('上传人', 'Uploaded by', { search: true }),
    createTime: dateTime('上传时间', 'Uploaded at', { search: true }),
    takenTime: dateTime('拍摄时间', 'Taken at'),
    imageSize: integer('大小', 'Size', { unit: 'B' }),
    note: text('备注', 'Remark'),
  },
  screens: [{ route: '/sample/requisition-image', title: ['申请单图片', 'Requisition images'] }],
});
