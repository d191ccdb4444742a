import type { Existing, FormKey, JudgedCommodity } from './rules/entryForm.ts';

export interface EnteredCommodity extends JudgedCommodity {
  readonly commodityCode: string;
  readonly entryForm: FormKey;
  readonly isDoubleEntry: boolean;
  readonly isColdChain: boolean;
}
export interface SummaryState {
  /** The requisition of this code, when there is one. */
  readonly existing: { readonly by: string; readonly at: string; readonly isSame: boolean; readonly isRejected: boolean } | null;
  /** Tubes of this act that belong to another requisition. */
  readonly taken: readonly {
    readonly sampleCode: string;
    readonly requisitionCode: string;
    readonly by: string;
    readonly at: string;
    /** The label with this code was replaced by this one. */
    readonly newCode?: string;
  }[];
  readonly client: {
    readonly clientName: string;
    readonly isDisable: number;
    readonly isCredentialRequired: boolean;
    readonly isTelephoneRequired: boolean;
    readonly isDoubleEntry: boolean;
  } | null;
  /** isAllowed: among the acting user's own laboratories. */
  readonly laboratory: { readonly laboratoryName: string; readonly isAllowed: boolean } | null;
  /** Those of the act's commodities that exist. */
  readonly commodities: readonly EnteredCommodity[];
  readonly sampleClasses: readonly { readonly classId: string; readonly className: string; readonly isDisable: number }[];
  readonly looked: Existing;
}
