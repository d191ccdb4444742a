import { z } from 'zod';
import { anyJson, anyRecord, labelShape, oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { suspectedAgentsShape } from './biosafety.ts';
import { comparisonState, entryState } from './entryState.ts';
import { handoverStatus } from './handoverState.ts';
import { formKeys, type FormKey } from './rules/entryForm.ts';
import { labStatusShape } from './sampleStatus.ts';

/**
 * Rows that the calls of reception, entry and handover answer. Ids are strings, times `yyyy-MM-dd HH:mm:ss`,
 * flags 1 or 0. Pages are `{ records, total, current, size }`.
 */

const formKeyShape = z.enum(formKeys as [FormKey]);
const passNoShape = z.literal([1, 2]);
/** A warning somebody took upon himself (`Explained`). */
const explainedShape = shape({
  rule: z.string(),
  text: labelShape,
  reason: z.string(),
  isPrinted: z.boolean(),
  reportText: labelShape.nullable(),
});

/** All tubes of a requisition, as the rules of its acts read them. */
const actedTubes = z.array(shape({ sampleCode: z.string(), labStatus: labStatusShape, isInHandover: z.boolean() }));

/** enter-info/today-list: a tube taken in (or rejected) today by the asking user's laboratories; newest first. */
export const todayRow = shape({
  sampleId: z.string(),
  requisitionId: z.string(),
  requisitionCode: z.string(),
  sampleCode: z.string(),
  labStatus: labStatusShape,
  personName: z.string().nullable(),
  sendSampleClientName: z.string().nullable(),
  commodityNames: z.string(),
  sampleClassName: z.string().nullable(),
  receiveTime: z.string(),
  /** When the server received it; a desk's copy of earlier versions has none. */
  receiveServerTime: z.string().optional(),
  entryPersonId: z.string(),
  entryPersonName: z.string(),
  rejectCode: z.string().nullable(),
  rejectReason: z.string().nullable(),
  isUrgent: z.int(),
  /** The code stands for a tube that was never scanned: the requisition was rejected without one. */
  isCodeInvented: z.int(),
  entryState: oneOf(entryState),
  commodityIds: z.array(z.string()),
  /** Who made the passes that stand; names only. */
  firstBy: z.string().nullable(),
  secondBy: z.string().nullable(),
  tubes: actedTubes,
});
export type TodayRow = RowOf<typeof todayRow>;

/** Answers of summary.enter, summary.reject and summary.amendItems. */
export const summaryAnswer = shape({
  requisitionId: z.string(),
  requisitionCode: z.string(),
  sampleCodes: z.array(z.string()),
  labStatus: labStatusShape,
  receiveTime: z.string(),
  by: z.string(),
});
export type SummaryAnswer = RowOf<typeof summaryAnswer>;

export const tubeRow = shape({
  sampleId: z.string(),
  sampleCode: z.string(),
  testTubeNumber: z.string().nullable(),
  testTubeBatchNo: z.string().nullable(),
  testTubeExpireTime: z.string().nullable(),
  sampleClassId: z.string().nullable(),
  sampleClassName: z.string().nullable(),
  sampleQuantity: z.int().nullable(),
  sampleVolume: z.number().nullable(),
  sampleCondition: z.array(z.int()),
  labStatus: labStatusShape,
  rejectCode: z.string().nullable(),
  rejectReason: z.string().nullable(),
  /** 1: the code stands for a tube that was never scanned; a desk's copy of earlier versions has none. */
  isCodeInvented: z.int().optional(),
});
export type TubeRow = RowOf<typeof tubeRow>;

/** enter-info/get-summary-info: what reception entered (never a pass of detail entry). */
export const summaryRow = shape({
  requisitionId: z.string(),
  requisitionCode: z.string(),
  /** Fields of `requisitionFields` as reception typed them. */
  values: anyRecord,
  commodityIds: z.array(z.string()),
  commodityNames: z.string(),
  sendSampleClientName: z.string().nullable(),
  contractLaboratoryName: z.string().nullable(),
  /** `isInHandover`: it stands on a handover, signed or not. */
  tubes: z.array(
    tubeRow.extend({
      isInHandover: z.boolean(),
    }),
  ),
  /** Who made the passes that stand; names only. */
  firstBy: z.string().nullable(),
  secondBy: z.string().nullable(),
  explained: z.array(explainedShape),
  entryState: oneOf(entryState),
  entryForm: formKeyShape,
  isDoubleEntry: z.int(),
  receiveTime: z.string(),
  /** When the server received it; a desk's copy of earlier versions has none. */
  receiveServerTime: z.string().optional(),
  entryPersonName: z.string(),
});
export type SummaryRow = RowOf<typeof summaryRow>;

/** enter-info/single-enter-page and double-enter-page: a requisition that waits for a pass. */
export const entryQueueRow = shape({
  requisitionId: z.string(),
  requisitionCode: z.string(),
  entryForm: formKeyShape,
  isDoubleEntry: z.int(),
  entryState: oneOf(entryState),
  /** Passes that are still missing. */
  missing: z.array(passNoShape),
  /** Who did the passes that stand; names only. */
  firstBy: z.string().nullable(),
  firstTime: z.string().nullable(),
  secondBy: z.string().nullable(),
  secondTime: z.string().nullable(),
  /** 1: the asking user did a pass themselves. */
  isMine: z.int(),
  /** Soft lock: who has it open, until when; null where nobody does. */
  lockedBy: z.string().nullable(),
  lockedUntil: z.string().nullable(),
  lockedPass: passNoShape.nullable(),
  sendSampleClientName: z.string().nullable(),
  commodityNames: z.string(),
  receiveTime: z.string(),
  /** When the server received it; a desk's copy of earlier versions has none. */
  receiveServerTime: z.string().optional(),
  isUrgent: z.int(),
});
export type EntryQueueRow = RowOf<typeof entryQueueRow>;

/** enter-info/get-detail-info (requisitionCode, enterStandard, pass). */
export const detailRow = shape({
  requisitionId: z.string(),
  requisitionCode: z.string(),
  entryForm: formKeyShape,
  isDoubleEntry: z.int(),
  entryState: oneOf(entryState),
  pass: passNoShape,
  /** Reception's facts, shown beside the form: fields of the form's `carried`. */
  carried: anyRecord,
  /** What the form starts with (decision 005); for double entry only what identifies the requisition. */
  prefill: anyRecord,
  commodityIds: z.array(z.string()),
  commodityNames: z.string(),
  sendSampleClientId: z.string().nullable(),
  sendSampleClientName: z.string().nullable(),
  contractLaboratoryName: z.string().nullable(),
  sampleClassNames: z.string(),
  receiveServerTime: z.string(),
  tubes: z.array(tubeRow),
  /** The asking user's own pass, when they made it: their values alone. */
  own: shape({
    values: anyRecord,
    unclear: z.array(z.string()),
    explained: z.array(explainedShape),
    enterTime: z.string(),
    revision: z.int(),
  }).nullable(),
  /** Fields that the second clerk must look at once more; null unless they are asking and it is their turn. */
  differing: z.array(z.string()).nullable(),
  /** Its client asks for a picture of it, and there is none. */
  isImageMissing: z.boolean(),
  /** Somebody else made this pass. */
  madeBy: z.string().nullable(),
  madeTime: z.string().nullable(),
  lockedBy: z.string().nullable(),
  lockedUntil: z.string().nullable(),
});
export type DetailRow = RowOf<typeof detailRow>;

/** Answer of detail.enter and detail.correct. */
export const detailAnswer = shape({
  requisitionCode: z.string(),
  pass: passNoShape,
  revision: z.int(),
  entryState: oneOf(entryState),
  labStatus: labStatusShape,
  /** For the second clerk alone: which fields differ; never what the first one wrote. */
  differing: z.array(z.string()).nullable(),
});
export type DetailAnswer = RowOf<typeof detailAnswer>;

/** enter-info/arbitration-page (ours): requisitions whose passes differ, for the person who decides. */
export const arbitrationRow = shape({
  requisitionId: z.string(),
  requisitionCode: z.string(),
  entryForm: formKeyShape,
  round: z.int(),
  state: oneOf(comparisonState),
  fieldCount: z.int(),
  firstBy: z.string(),
  secondBy: z.string(),
  compareTime: z.string(),
  /** As reception typed it. */
  personName: z.string().nullable(),
  sendSampleClientName: z.string().nullable(),
  commodityNames: z.string(),
  /** 1: the asking user made one of the passes and may not decide. */
  isMine: z.int(),
  tubes: actedTubes,
});
export type ArbitrationRow = RowOf<typeof arbitrationRow>;
/** With the fields that differ, as they were compared. */
export const comparedRow = arbitrationRow.extend({ differences: z.array(shape({ field: z.string(), value1: anyJson, value2: anyJson })) });
/** enter-info/arbitration-detail (ours): refused for the authors of the passes. */
export const arbitrationDetail = arbitrationRow.extend({
  differences: z.array(
    shape({
      field: z.string(),
      label: labelShape,
      value1: anyJson,
      value2: anyJson,
    }),
  ),
  carried: anyRecord,
  first: anyRecord,
  second: anyRecord,
});
export type ArbitrationDetail = RowOf<typeof arbitrationDetail>;

/** sample-handover/commodity-list: commodities with the number of tubes that wait. */
export const handoverCommodityRow = shape({
  commodityId: z.string(),
  commodityCode: z.string(),
  commodityName: z.string(),
  count: z.int(),
});
export type HandoverCommodityRow = RowOf<typeof handoverCommodityRow>;
/** sample-handover/no-handover-page, and the tubes of detail and print-detail. */
export const noHandoverRow = shape({
  sampleItemId: z.string(),
  sampleId: z.string(),
  sampleCode: z.string(),
  testTubeNumber: z.string().nullable(),
  requisitionCode: z.string(),
  personName: z.string().nullable(),
  sampleClassName: z.string().nullable(),
  sendSampleClientName: z.string().nullable(),
  commodityId: z.string(),
  commodityName: z.string(),
  labStatus: labStatusShape,
  receiveTime: z.string(),
  /** When the server received it; a desk's copy of earlier versions has none. */
  receiveServerTime: z.string().optional(),
  enterTime: z.string().nullable(),
  receiveRemark: z.string().nullable(),
  isUrgent: z.int(),
  suspectedAgents: suspectedAgentsShape,
});
export type NoHandoverRow = RowOf<typeof noHandoverRow>;
/** sample-handover/page. */
export const handoverRow = shape({
  handoverId: z.string(),
  handoverKey: z.string(),
  commodityId: z.string(),
  commodityName: z.string(),
  commodityCode: z.string(),
  handoverStatus: oneOf(handoverStatus),
  handoverTotal: z.int(),
  actionUserId: z.string(),
  actionUserName: z.string(),
  createTime: z.string(),
  createServerTime: z.string().nullable(),
  signUserId: z.string().nullable(),
  signUserName: z.string().nullable(),
  signTime: z.string().nullable(),
  signServerTime: z.string().nullable(),
});
export type HandoverRow = RowOf<typeof handoverRow>;
/** sample-handover/detail and print-detail (handoverId or handoverKey). */
export const handoverDetail = handoverRow.extend({
  items: z.array(noHandoverRow),
});
export type HandoverDetail = RowOf<typeof handoverDetail>;

/** offline/worklist?name=entry1|entry2: what a desk needs to enter a requisition without network; nothing of any pass. Of a double entry also nothing reception typed of the person. */
export const entryWorkRow = shape({
  id: z.string(),
  requisitionCode: z.string(),
  entryForm: formKeyShape,
  isDoubleEntry: z.int(),
  pass: passNoShape,
  carried: anyRecord,
  /** What the form starts with (decision 005); for double entry only what identifies the requisition. */
  prefill: anyRecord,
  commodityIds: z.array(z.string()),
  commodityNames: z.string(),
  sendSampleClientId: z.string().nullable(),
  sendSampleClientName: z.string().nullable(),
  sampleClassNames: z.string(),
  receiveTime: z.string(),
  /** When the server received it; a desk's copy of earlier versions has none. */
  receiveServerTime: z.string().optional(),
  isUrgent: z.int(),
  /** Warnings that reception has explained, of a single entry; absent in a list that an older release kept. */
  explained: z.array(explainedShape.pick({ rule: true, text: true })).optional(),
  /** Its client asks for a picture of it, and there was none when the list was fetched. */
  isImageMissing: z.boolean().optional(),
});
export type EntryWorkRow = RowOf<typeof entryWorkRow>;
/** offline/worklist?name=handover: tubes that wait for a handover, one row a tube and commodity. `id` is the sample item's. */
export const handoverWorkRow = noHandoverRow.extend({
  id: z.string(),
});
export type HandoverWorkRow = RowOf<typeof handoverWorkRow>;
/** sample-handover/why-not (ours): why a scanned tube does not wait for a handover, in the user's language, else what waits of it. */
export const handoverWhyRow = shape({
  isWaiting: z.boolean(),
  text: z.string(),
  /** Its commodities that wait, also of a tube behind the oldest that a desk keeps. */
  waiting: z.array(handoverWorkRow),
});
export type HandoverWhyRow = RowOf<typeof handoverWhyRow>;
/** offline/worklist?name=labReceive: handed-over tubes that the user's laboratories wait for, and those received today. */
export const labReceiveWorkRow = shape({
  id: z.string(),
  sampleCode: z.string(),
  testTubeNumber: z.string().nullable(),
  requisitionCode: z.string(),
  labStatus: labStatusShape,
  personName: z.string().nullable(),
  commodityNames: z.string(),
  labCode: z.string().nullable(),
  receivedBy: z.string().nullable(),
  labReceiveTime: z.string().nullable(),
  /** What the rule of a receipt asks; absent in a list that an older release kept. */
  executeLaboratoryId: z.string().optional(),
  executeLaboratoryName: z.string().optional(),
  notHandedOver: z.array(z.string()).optional(),
  suspectedAgents: suspectedAgentsShape,
});
export type LabReceiveWorkRow = RowOf<typeof labReceiveWorkRow>;
