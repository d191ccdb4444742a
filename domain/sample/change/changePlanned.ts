import type { Label } from '#domain/kernel/label.ts';
import type { DeApprovalOperate } from '#domain/lab/reversal/deApprovalChoices.ts';
import type { TaskState } from '#domain/lab/rules/taskState.ts';
import type { LabStatus } from '../sampleStatus.ts';
import type { ChangedReport, FieldChange } from './changeFacts.ts';
import type { ChangedItems } from './changeItems.ts';

/** A result's way back to its first audit. */
export interface ResultBack {
  readonly taskId: string;
  readonly from: TaskState;
  readonly to: TaskState;
}
export interface ChangePlan {
  /** What is asked for and what follows from it, by field; only what differs. */
  readonly changes: readonly FieldChange[];
  /** null: what was ordered stays. */
  readonly items: ChangedItems | null;
  /** Another client sends it. */
  readonly isClientChanged: boolean;
  /** Issued reports that are withdrawn, and how far their results go back. */
  readonly withdrawn: readonly { readonly report: ChangedReport; readonly operate: DeApprovalOperate }[];
  /** Reports that are made anew before they were issued. */
  readonly redrawn: readonly ChangedReport[];
  /** Results that are audited anew although no report of theirs is withdrawn. */
  readonly back: readonly ResultBack[];
  /** Where tubes will stand. */
  readonly tubes: readonly { readonly sampleCode: string; readonly from: LabStatus; readonly to: LabStatus }[];
  readonly effects: readonly Label[];
}
