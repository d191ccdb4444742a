import type { Label } from '#domain/kernel/label.ts';
import type { ComparisonState, EntryState, PassNo } from './entryState.ts';
import type { Explained } from './findings.ts';
import type { HandoverStatus } from './handoverState.ts';
import type { FormKey, Values } from './rules/entryForm.ts';
import type { LabStatus } from './sampleStatus.ts';

/**
 * Rows that the calls of reception, entry and handover answer. Ids are strings, times `yyyy-MM-dd HH:mm:ss`,
 * flags 1 or 0. Pages are `{ records, total, current, size }`.
 */

/** A desk keeps this much of a queue, oldest first: some days of work for one person. The rest moves up as these are done. */
export const mostKeptRows = 2_000;

/** enter-info/today-list: a tube taken in (or rejected) today by the asking user's laboratories; newest first. */
export interface TodayRow {
  readonly sampleId: string;
  readonly requisitionId: string;
  readonly requisitionCode: string;
  readonly sampleCode: string;
  readonly labStatus: LabStatus;
  readonly personName: string | null;
  readonly sendSampleClientName: string | null;
  readonly commodityNames: string;
  readonly sampleClassName: string | null;
  readonly receiveTime: string;
  /** When the server received it; a desk's copy of earlier versions has none. */
  readonly receiveServerTime?: string;
  readonly entryPersonId: string;
  readonly entryPersonName: string;
  readonly rejectCode: string | null;
  readonly rejectReason: string | null;
  readonly isUrgent: number;
  /** The code stands for a tube that was never scanned: the requisition was rejected without one. */
  readonly isCodeInvented: number;
  readonly entryState: EntryState;
  readonly commodityIds: readonly string[];
  /** Who made the passes that stand; names only. */
  readonly firstBy: string | null;
  readonly secondBy: string | null;
  /** All tubes of the requisition, as the rules of its acts read them. */
  readonly tubes: readonly { readonly sampleCode: string; readonly labStatus: LabStatus; readonly isInHandover: boolean }[];
}

/** Answers of summary.enter, summary.reject and summary.amendItems. */
export interface SummaryAnswer {
  readonly requisitionId: string;
  readonly requisitionCode: string;
  readonly sampleCodes: readonly string[];
  readonly labStatus: LabStatus;
  readonly receiveTime: string;
  readonly by: string;
}

export interface TubeRow {
  readonly sampleId: string;
  readonly sampleCode: string;
  readonly testTubeNumber: string | null;
  readonly testTubeBatchNo: string | null;
  readonly testTubeExpireTime: string | null;
  readonly sampleClassId: string | null;
  readonly sampleClassName: string | null;
  readonly sampleQuantity: number | null;
  readonly sampleVolume: number | null;
  readonly sampleCondition: readonly number[];
  readonly labStatus: LabStatus;
  readonly rejectCode: string | null;
  readonly rejectReason: string | null;
}

/** enter-info/get-summary-info: what reception entered (never a pass of detail entry). */
export interface SummaryRow {
  readonly requisitionId: string;
  readonly requisitionCode: string;
  /** Fields of `requisitionFields` as reception typed them. */
  readonly values: Values;
  readonly commodityIds: readonly string[];
  readonly commodityNames: string;
  readonly sendSampleClientName: string | null;
  readonly contractLaboratoryName: string | null;
  /** `isInHandover`: it stands on a handover, signed or not. */
  readonly tubes: readonly (TubeRow & { readonly isInHandover: boolean })[];
  /** Who made the passes that stand; names only. */
  readonly firstBy: string | null;
  readonly secondBy: string | null;
  readonly explained: readonly Explained[];
  readonly entryState: EntryState;
  readonly entryForm: FormKey;
  readonly isDoubleEntry: number;
  readonly receiveTime: string;
  /** When the server received it; a desk's copy of earlier versions has none. */
  readonly receiveServerTime?: string;
  readonly entryPersonName: string;
}

/** enter-info/single-enter-page and double-enter-page: a requisition that waits for a pass. */
export interface EntryQueueRow {
  readonly requisitionId: string;
  readonly requisitionCode: string;
  readonly entryForm: FormKey;
  readonly isDoubleEntry: number;
  readonly entryState: EntryState;
  /** Passes that are still missing. */
  readonly missing: readonly PassNo[];
  /** Who did the passes that stand; names only. */
  readonly firstBy: string | null;
  readonly firstTime: string | null;
  readonly secondBy: string | null;
  readonly secondTime: string | null;
  /** 1: the asking user did a pass himself. */
  readonly isMine: number;
  /** Soft lock: who has it open, until when; null where nobody does. */
  readonly lockedBy: string | null;
  readonly lockedUntil: string | null;
  readonly lockedPass: PassNo | null;
  readonly sendSampleClientName: string | null;
  readonly commodityNames: string;
  readonly receiveTime: string;
  /** When the server received it; a desk's copy of earlier versions has none. */
  readonly receiveServerTime?: string;
  readonly isUrgent: number;
}

/** enter-info/get-detail-info (requisitionCode, enterStandard, pass). */
export interface DetailRow {
  readonly requisitionId: string;
  readonly requisitionCode: string;
  readonly entryForm: FormKey;
  readonly isDoubleEntry: number;
  readonly entryState: EntryState;
  readonly pass: PassNo;
  /** Reception's facts, shown beside the form: fields of the form's `carried`. */
  readonly carried: Values;
  /** What the form starts with (decision 005); for double entry only what identifies the requisition. */
  readonly prefill: Values;
  readonly commodityIds: readonly string[];
  readonly commodityNames: string;
  readonly sendSampleClientId: string | null;
  readonly sendSampleClientName: string | null;
  readonly contractLaboratoryName: string | null;
  readonly sampleClassNames: string;
  readonly receiveServerTime: string;
  readonly tubes: readonly TubeRow[];
  /** The asking user's own pass, when he made it: his values alone. */
  readonly own: {
    readonly values: Values;
    readonly unclear: readonly string[];
    readonly explained: readonly Explained[];
    readonly enterTime: string;
    readonly revision: number;
  } | null;
  /** Fields that the second clerk must look at once more; null unless he is asking and it is his turn. */
  readonly differing: readonly string[] | null;
  /** Its client asks for a picture of it, and there is none. */
  readonly isImageMissing: boolean;
  /** Somebody else made this pass. */
  readonly madeBy: string | null;
  readonly madeTime: string | null;
  readonly lockedBy: string | null;
  readonly lockedUntil: string | null;
}

/** Answer of detail.enter and detail.correct. */
export interface DetailAnswer {
  readonly requisitionCode: string;
  readonly pass: PassNo;
  readonly revision: number;
  readonly entryState: EntryState;
  readonly labStatus: LabStatus;
  /** For the second clerk alone: which fields differ; never what the first one wrote. */
  readonly differing: readonly string[] | null;
}

/** enter-info/arbitration-page (ours): requisitions whose passes differ, for the person who decides. */
export interface ArbitrationRow {
  readonly requisitionId: string;
  readonly requisitionCode: string;
  readonly entryForm: FormKey;
  readonly round: number;
  readonly state: ComparisonState;
  readonly fieldCount: number;
  readonly firstBy: string;
  readonly secondBy: string;
  readonly compareTime: string;
  /** As reception typed it. */
  readonly personName: string | null;
  readonly sendSampleClientName: string | null;
  readonly commodityNames: string;
  /** 1: the asking user made one of the passes and may not decide. */
  readonly isMine: number;
}
/** enter-info/arbitration-detail (ours): refused for the authors of the passes. */
export interface ArbitrationDetail extends ArbitrationRow {
  readonly differences: readonly { readonly field: string; readonly label: Label; readonly value1: unknown; readonly value2: unknown }[];
  readonly carried: Values;
  readonly first: Values;
  readonly second: Values;
}

/** sample-handover/commodity-list: commodities with the number of tubes that wait. */
export interface HandoverCommodityRow {
  readonly commodityId: string;
  readonly commodityCode: string;
  readonly commodityName: string;
  readonly count: number;
}
/** sample-handover/no-handover-page, and the tubes of detail and print-detail. */
export interface NoHandoverRow {
  readonly sampleItemId: string;
  readonly sampleId: string;
  readonly sampleCode: string;
  readonly testTubeNumber: string | null;
  readonly requisitionCode: string;
  readonly personName: string | null;
  readonly sampleClassName: string | null;
  readonly sendSampleClientName: string | null;
  readonly commodityId: string;
  readonly commodityName: string;
  readonly labStatus: LabStatus;
  readonly receiveTime: string;
  /** When the server received it; a desk's copy of earlier versions has none. */
  readonly receiveServerTime?: string;
  readonly enterTime: string | null;
  readonly receiveRemark: string | null;
  readonly isUrgent: number;
}
/** sample-handover/why-not (ours): why a scanned tube does not wait for a handover, in the user's language. */
export interface HandoverWhyRow {
  readonly isWaiting: boolean;
  readonly text: string;
}
/** sample-handover/page. */
export interface HandoverRow {
  readonly handoverId: string;
  readonly handoverKey: string;
  readonly commodityId: string;
  readonly commodityName: string;
  readonly commodityCode: string;
  readonly handoverStatus: HandoverStatus;
  readonly handoverTotal: number;
  readonly actionUserId: string;
  readonly actionUserName: string;
  readonly createTime: string;
  readonly createServerTime: string | null;
  readonly signUserId: string | null;
  readonly signUserName: string | null;
  readonly signTime: string | null;
  readonly signServerTime: string | null;
}
/** sample-handover/detail and print-detail (handoverId or handoverKey). */
export interface HandoverDetail extends HandoverRow {
  readonly items: readonly NoHandoverRow[];
}

/** offline/worklist?name=entry1|entry2: what a desk needs to enter a requisition without network; nothing of any pass. Of a double entry also nothing reception typed of the person. */
export interface EntryWorkRow {
  readonly id: string;
  readonly requisitionCode: string;
  readonly entryForm: FormKey;
  readonly isDoubleEntry: number;
  readonly pass: PassNo;
  readonly carried: Values;
  /** What the form starts with (decision 005); for double entry only what identifies the requisition. */
  readonly prefill: Values;
  readonly commodityIds: readonly string[];
  readonly commodityNames: string;
  readonly sendSampleClientId: string | null;
  readonly sendSampleClientName: string | null;
  readonly sampleClassNames: string;
  readonly receiveTime: string;
  /** When the server received it; a desk's copy of earlier versions has none. */
  readonly receiveServerTime?: string;
  readonly isUrgent: number;
  /** Warnings that reception has explained, of a single entry; absent in a list that an older release kept. */
  readonly explained?: readonly Pick<Explained, 'rule' | 'text'>[];
  /** Its client asks for a picture of it, and there was none when the list was fetched. */
  readonly isImageMissing?: boolean;
}
/** offline/worklist?name=handover: tubes that wait for a handover, one row a tube and commodity. `id` is the sample item's. */
export interface HandoverWorkRow extends NoHandoverRow {
  readonly id: string;
}
/** offline/worklist?name=labReceive: handed-over tubes that the user's laboratories wait for, and those received today. */
export interface LabReceiveWorkRow {
  readonly id: string;
  readonly sampleCode: string;
  readonly testTubeNumber: string | null;
  readonly requisitionCode: string;
  readonly labStatus: LabStatus;
  readonly personName: string | null;
  readonly commodityNames: string;
  readonly labCode: string | null;
  readonly receivedBy: string | null;
  readonly labReceiveTime: string | null;
  /** What the rule of a receipt asks; absent in a list that an older release kept. */
  readonly executeLaboratoryId?: string;
  readonly executeLaboratoryName?: string;
  readonly notHandedOver?: readonly string[];
}
