import type { TaskState } from '#domain/lab/rules/taskState.ts';
import type { ReportState } from '#domain/report/reportState.ts';
import type { EntryState } from '../entryState.ts';
import type { ItemState } from '../itemState.ts';
import type { FormKey, Values } from '../rules/entryForm.ts';
import type { LabStatus } from '../sampleStatus.ts';
import type { EnteredCommodity } from '../summaryState.ts';
import type { ChangeType } from './changeChoices.ts';

/** One field as it was when the change was asked for, and as it shall be. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}
/** What an application asks for. */
export interface AskedChange {
  readonly applyType: ChangeType;
  readonly changes: readonly FieldChange[];
  readonly addCommodityIds: readonly string[];
  readonly removeCommodityIds: readonly string[];
}

export interface ChangedTube {
  readonly sampleId: string;
  readonly sampleCode: string;
  readonly labStatus: LabStatus;
  /** Of a spare: the tube whose tasks it follows. */
  readonly primarySampleId: string | null;
  /** It is on its way to another laboratory, or was taken in there: where it is tested is that laboratory's. */
  readonly isEntrusted: boolean;
  /** An outside laboratory has taken it in. */
  readonly isSentOut: boolean;
  readonly items: readonly { readonly commodityId: string; readonly itemState: ItemState; readonly handoverId: string | null }[];
}
/** A task that is not void. */
export interface ChangedTask {
  readonly taskId: string;
  readonly sampleId: string;
  readonly panelGroupId: string;
  readonly panelGroupName: string;
  readonly taskState: TaskState;
  readonly commodityIds: readonly string[];
  readonly hasResult: boolean;
  /** It has a place on a run sheet. */
  readonly isPlaced: boolean;
}
export interface ChangedReport {
  readonly reportId: string;
  readonly reportNo: string;
  readonly state: ReportState;
  readonly taskIds: readonly string[];
  /** Facts that its issued version prints; null: not known, all that tell who the person is. */
  readonly printed: readonly string[] | null;
}
export interface ChangedCommodity extends EnteredCommodity {
  /** Panel groups it is tested in here. */
  readonly panelGroupIds: readonly string[];
}

/** All that decides what a change does to a requisition (docs/orderChange.md#effects). */
export interface ChangeFacts {
  readonly requisition: {
    readonly requisitionId: string;
    readonly requisitionCode: string;
    readonly contractLaboratoryId: string | null;
    readonly entryForm: FormKey;
    readonly isDoubleEntry: boolean;
    /** Its client wants two entries, whatever is ordered. */
    readonly isDoubleByClient: boolean;
    readonly entryState: EntryState;
    readonly receiveTime: string;
    readonly commodityIds: readonly string[];
    /** Somebody has made a pass of its detail entry. */
    readonly hasPass: boolean;
    /** Its detail entry is settled. */
    readonly isSettled: boolean;
    /** What stands of it now: settled values, and what reception settles. */
    readonly values: Values;
  };
  readonly tubes: readonly ChangedTube[];
  readonly tasks: readonly ChangedTask[];
  readonly reports: readonly ChangedReport[];
  /** Those ordered and those asked for, as far as they exist. */
  readonly commodities: readonly ChangedCommodity[];
  readonly settled: readonly { readonly commodityId: string; readonly orderNo: string; readonly billNo: string | null; readonly isSent: number }[];
  /** The client that is asked for; null: none, or unknown. */
  readonly client: { readonly clientName: string; readonly isDisable: number } | null;
  readonly sampleClassNames: Readonly<Record<string, string>>;
}
