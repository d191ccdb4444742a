import { z } from 'zod';
import { executeType } from '#domain/base/executeType.ts';
import { choices } from '#domain/kernel/choices.ts';
import { declareCalls, oneOf, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { labStatusShape } from '#domain/sample/sampleStatus.ts';
import { viewSamples } from '#domain/sample/viewSamples.ts';
import { itemProgress } from './itemProgress.ts';
import { revealPatients, viewTimeline } from './sampleRights.ts';

const word = z.string().nullable();
/** A commodity of a requisition's tube and how far it is. */
export const orderedCommodity = shape({
  sampleItemId: z.string(),
  sampleCode: z.string(),
  commodityId: z.string(),
  commodityName: word,
  commodityCode: word,
  commodityErpCode: word,
  executeType: oneOf(executeType).nullable(),
  panelNames: z.string(),
  executeLaboratoryName: word,
  itemState: oneOf(itemState),
  labStatus: labStatusShape,
  progress: oneOf(itemProgress),
  dueTime: word,
  reportTime: word,
  ifReported: z.int(),
});
export type OrderedCommodity = RowOf<typeof orderedCommodity>;

/** A value of a tube. Without its first audit nobody is told what it is. */
export const resultItem = shape({
  taskId: z.string(),
  itemId: z.string(),
  sampleCode: z.string(),
  labCode: word,
  panelGroupName: word,
  panelName: z.string(),
  itemName: z.string(),
  itemShortName: word,
  unit: word,
  values: word,
  resultStatus: z.enum(['high', 'low', 'normal']).nullable(),
  referenceRange: word,
  checkTimeOne: word,
  checkTimeTwo: word,
});
export type ResultItem = RowOf<typeof resultItem>;

/** What stands on a timeline and is no act of the product's own name. */
export const timelineAct = choices({
  label: ['label.printed', '打印条码', 'Label printed'],
  told: ['expected.told', '登记应到', 'Announced'],
  cancelled: ['expected.cancelled', '对方取消', 'Cancelled by the partner'],
  bound: ['code.bound', '绑定第三方条码', 'Partner’s code bound'],
  reportMade: ['report.made', '生成报告', 'Report made'],
  autoRelease: ['report.autoRelease', '自动发布报告', 'Report released by a criterion'],
  resultEntry: ['result.enter', '录入结果', 'Results entered'],
  resultImport: ['result.import', '导入结果', 'Results imported'],
  resultGate: ['result.gate', '批次质控重新判定', 'Controls of the run judged anew'],
  sms: ['sms.sent', '发送短信', 'Text message sent'],
  mail: ['mail.sent', '发送报告邮件', 'Report mailed'],
  parcel: ['parcel.event', '物流', 'Parcel'],
  notice: ['notice.sent', '通知', 'Told of it'],
  push: ['result.pushed', '推送结果', 'Result pushed'],
  orderMade: ['order.made', '生成订单', 'Order made'],
  orderSent: ['order.sent', '发送订单', 'Order sent'],
  billMade: ['bill.made', '生成账单', 'Bill made'],
  billSent: ['bill.sent', '发送账单', 'Bill sent'],
  charge: ['charge.changed', '费用变更', 'Charge changed'],
});

/** A tube that a code leads to. Whose it is, only to who sees samples or reports, and masked as everywhere. */
export const timelineTube = shape({
  sampleId: z.string(),
  sampleCode: z.string(),
  requisitionCode: z.string(),
  hospitalCode: word,
  labCode: word,
  testTubeNumber: word,
  labStatus: labStatusShape,
  personName: word,
  commodityNames: z.string(),
  sendSampleClientName: word,
  contractLaboratoryName: word,
  executeLaboratoryName: word,
  receiveTime: z.string(),
  receiveServerTime: z.string(),
});
export type TimelineTube = RowOf<typeof timelineTube>;
/** A photograph behind an act: of the requisition's paper, of a rejection or of an abnormal case. */
export const timelinePicture = shape({
  pictureId: z.string(),
  of: z.enum(['requisition', 'rejection', 'abnormal']),
  /** The requisition's code, or the id of the rejection or the case. */
  ownerId: z.string(),
  mime: z.string(),
});
export type TimelinePicture = RowOf<typeof timelinePicture>;
/** Something that happened. `why`, `content`, `no` and `pictures` only to who sees what it is about. */
export const timelineEvent = shape({
  /** Of an act on the tube's own line: what it changed is asked for by this. */
  actId: word,
  at: z.string(),
  /** When the server heard of it, where a desk did it before. */
  serverTime: word,
  /** The command's name, or one of `timelineAct`. */
  what: z.string(),
  /** Whose lane; null: of the whole requisition. */
  sampleCode: word,
  by: word,
  desk: word,
  why: word,
  content: word,
  /** The number of the document that it is about. */
  no: word,
  pictures: z.array(timelinePicture),
  fromStatus: labStatusShape.nullable(),
  toStatus: labStatusShape.nullable(),
});
export type TimelineEvent = RowOf<typeof timelineEvent>;
/** How another tube has to do with those that a code leads to. */
export const tubeRelation = choices({
  sibling: [1, '同申请单', 'Same requisition'],
  original: [2, '原样本', 'Original'],
  resample: [3, '补采样本', 'New sample'],
  samePerson: [4, '同一受检者', 'Same person'],
});
/** A tube that has to do with those found. Of the same person only who sees samples or reports is told. */
export const relatedTube = shape({
  relation: oneOf(tubeRelation),
  sampleCode: z.string(),
  requisitionCode: z.string(),
  labStatus: labStatusShape,
  commodityNames: z.string(),
  receiveTime: z.string(),
  receiveServerTime: z.string(),
});
export type RelatedTube = RowOf<typeof relatedTube>;
/** Tubes that one look tells of; the newest. */
export const mostTubes = 50;
/** The same of those that have to do with them. */
export const mostRelated = 40;
export const timeline = shape({
  tubes: z.array(timelineTube),
  isCut: z.boolean(),
  related: z.array(relatedTube),
  /** There are more than these. */
  isRelatedCut: z.boolean(),
  events: z.array(timelineEvent),
});
export type Timeline = RowOf<typeof timeline>;

/** Who a tube is of, in clear. */
export const revealedPerson = shape({ personName: word, telephone: word, credentialNo: word, patientNo: word });
export type RevealedPerson = RowOf<typeof revealedPerson>;

/** A requisition of an order, once however many of its commodities stand there; codes and names of several are joined by 、. */
export const orderedRequisition = shape({
  requisitionId: z.string(),
  requisitionCode: z.string(),
  hospitalCode: word,
  sampleCode: z.string(),
  /** Masked as everywhere. */
  personName: word,
  commodityName: word,
  /** Of the tube that is least far; null where none is left. */
  labStatus: labStatusShape.nullable(),
  /** The latest of its reports; null where none stands. */
  reportTime: word,
  originalSampleCode: word,
});
export type OrderedRequisition = RowOf<typeof orderedRequisition>;

export const sampleDetailContracts = declareCalls({
  'GET search/comprehensive-query/commodity-detail': {
    title: ['申请单的产品', 'Commodities of a requisition'],
    permission: viewSamples.code,
    query: parameters('requisitionCode'),
    answer: z.array(orderedCommodity),
  },
  'GET search/comprehensive-query/item-detail': {
    title: ['样本的结果', 'Results of a sample'],
    permission: viewSamples.code,
    query: parameters('sampleCode', 'labCode'),
    answer: z.array(resultItem),
  },
  'GET search/comprehensive-query/barcode-detail': {
    title: ['样本的流转', 'What happened to a sample'],
    permission: viewSamples.code,
    query: parameters('sampleCode'),
    answer: shape({ tube: timelineTube, steps: z.array(timelineEvent) }),
  },
  'POST search/comprehensive-query/reveal': {
    title: ['显示受检者明文', 'Reveal a patient'],
    permission: revealPatients.code,
    body: z.object({ sampleCode: z.string().trim().min(1).max(64), reason: z.string().trim().min(1).max(200) }),
    repeats: ['每次查看都记入审计', 'each look is noted'],
    answer: revealedPerson,
  },
  'GET sample/requisition-related/list': {
    title: ['订单的申请单', 'Requisitions of an order'],
    permission: viewSamples.code,
    query: parameters('orderId'),
    answer: z.array(orderedRequisition),
  },
  'GET sample/timeline': {
    title: ['时间轴', 'Timeline of a code'],
    permission: viewTimeline.code,
    query: parameters('code'),
    answer: timeline,
  },
});
