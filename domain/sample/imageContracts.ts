import { z } from 'zod';
import { declareCalls, fileAnswer, pageShape, paging, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';

/** requisition-image/page, today-list, and the pictures of detail. Ids are strings, times `yyyy-MM-dd HH:mm:ss`, flags 1 or 0. */
export const requisitionImageRow = shape({
  requisitionImageId: z.string(),
  imageKey: z.string(),
  requisitionCode: z.string(),
  pageNo: z.int(),
  imageKind: z.literal([1, 2, 3, 4, 5, 6, 9]),
  sha256: z.string(),
  /** Bytes. */
  size: z.int(),
  mime: z.string(),
  note: z.string().nullable(),
  uploadUserId: z.string(),
  uploadUserName: z.string(),
  /** When the server took it. */
  createTime: z.string(),
  /** The desk's own time of the picture; null where it came straight from a client. */
  takenTime: z.string().nullable(),
  /** 0: nobody has received this requisition yet. */
  hasRequisition: z.int(),
  sendSampleClientName: z.string().nullable(),
  commodityNames: z.string().nullable(),
});
export type RequisitionImageRow = RowOf<typeof requisitionImageRow>;
/** requisition-image/detail by id or by the requisition's code: one picture, and all of its requisition in order. */
export const requisitionImageDetail = shape({
  requisitionCode: z.string(),
  image: requisitionImageRow.nullable(),
  images: z.array(requisitionImageRow),
});
export type RequisitionImageDetail = RowOf<typeof requisitionImageDetail>;
/** Answer of `requisitionImage.upload`. */
export const uploadImageAnswer = shape({
  requisitionImageId: z.string(),
  imageKey: z.string(),
  requisitionCode: z.string(),
  pageNo: z.int(),
  by: z.string(),
  receiveTime: z.string(),
});
export type UploadImageAnswer = RowOf<typeof uploadImageAnswer>;

const one = parameters('requisitionImageId', 'id');

export const requisitionImageContracts = declareCalls({
  'GET sample/requisition-image/today-list': {
    byHand: 'images',
    title: ['今日申请单图片', 'Requisition images of today'],
    permission: 'requisitionImage_view',
    query: parameters(...paging, 'requisitionCode', 'mine'),
    answer: pageShape(requisitionImageRow),
  },
  'GET sample/requisition-image/detail': {
    title: ['申请单图片详情', 'Requisition image'],
    permission: 'requisitionImage_view',
    query: one.extend(parameters('requisitionCode').shape),
    answer: requisitionImageDetail,
  },
  'GET sample/requisition-image/download': {
    title: ['下载申请单图片', 'Download a requisition image'],
    permission: 'requisitionImage_view',
    query: one,
    answer: fileAnswer,
  },
  'POST sample/requisition-image/upload': {
    title: ['上传申请单图片', 'Upload a requisition image'],
    permission: 'requisitionImage_upload',
    isUpload: true,
    query: parameters('imageKey', 'requisitionCode', 'pageNo', 'imageKind', 'note'),
    repeats: [
      '没有自己编号的图片按内容识别; 有编号的是一次操作',
      'a picture without a key of its own is known by its content; with one it is an act under it',
    ],
    answer: uploadImageAnswer,
  },
});
