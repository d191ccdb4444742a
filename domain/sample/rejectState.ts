import type { Existing } from './rules/entryForm.ts';
import type { LabStatus } from './sampleStatus.ts';

/** What a rejection at reception is judged by. */
export interface RejectState {
  readonly isKnown: boolean;
  /** The tubes meant: the named one, or all of the requisition. */
  readonly samples: readonly {
    readonly sampleCode: string;
    readonly labStatus: LabStatus;
    readonly isInHandover: boolean;
    /** The laboratory it is on its way to; null or absent: to none. */
    readonly entrustedTo?: string | null;
    readonly rejected: { readonly by: string; readonly at: string; readonly code: string } | null;
  }[];
  /** Nobody has taken it in, nothing told says whose it is, and its author sees some laboratories alone; absent: no. */
  readonly isNobodys?: boolean;
  /** The named tube belongs to another requisition. */
  readonly takenBy: string | null;
  /** The order it is charged in already (docs/bill.md#moves); null or absent: in none. */
  readonly settledIn?: string | null;
  /** What the codes of a requisition that is not known are otherwise; absent: nothing. */
  readonly codes?: {
    /** The requisition that has a tube of the requisition's code. */
    readonly tubeOf: string | null;
    /** The tube's code is that of a requisition. */
    readonly isRequisition: boolean;
    readonly codeStyles: Existing['codeStyles'];
  };
}
