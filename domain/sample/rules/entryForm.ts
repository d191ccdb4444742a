import type { CodePattern } from '#domain/code/codeMatch.ts';
import type { CodeState } from '#domain/code/codeOwner.ts';
import type { Fields } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';

/** The form keys of the contract, letter for letter (`nomal` and `CCID` are the wire's own). */
export type FormKey = 'nomal' | 'nipt' | 'eclampsia' | 'deaf' | 'CCID' | 'monogenic' | 'monogenicCarrier';
export const formKeys: readonly FormKey[] = ['nomal', 'nipt', 'eclampsia', 'deaf', 'CCID', 'monogenic', 'monogenicCarrier'];

/** Values of a form keyed by field name; an empty one is null, undefined or ''. */
export type Values = Readonly<Record<string, unknown>>;

/** A block of a form as it is laid out, in the order of typing. */
export interface FieldGroup {
  readonly key: string;
  readonly title: Label;
  readonly fields: readonly string[];
}

/**
 * These fields must be given when `field` holds one of `is` (codes compared as text; a list field: holds any of them),
 * or is empty where `isEmpty`, or holds anything where neither is said; never while `unless` holds.
 */
export interface RequiredWhen {
  readonly fields: readonly string[];
  readonly field: string;
  readonly is?: readonly (string | number)[];
  readonly isEmpty?: boolean;
  readonly unless?: { readonly field: string; readonly is: readonly (string | number)[] };
}

/** These fields have no answer while `field` holds one of `is` (codes compared as text; a list field: holds any of them). */
export interface ImpossibleWhen {
  readonly fields: readonly string[];
  readonly field: string;
  readonly is: readonly (string | number)[];
}

/** forms.md 3 (R) and 4 (N); C: ranges and consistencies that forms.md 1, 2 and 4 state beside a field. `required` stands for a field that a condition makes mandatory. */
export type RuleCode =
  | 'R-01'
  | 'R-02'
  | 'R-03'
  | 'R-04'
  | 'R-05'
  | 'R-06'
  | 'R-07'
  | 'R-08'
  | 'R-09'
  | 'R-10'
  | 'R-11'
  | 'R-13'
  | 'R-14'
  | 'R-15'
  | 'N-1'
  | 'N-2'
  | 'N-3'
  | 'N-4'
  | 'N-5'
  | 'N-6'
  | 'N-7'
  | 'N-8'
  | 'N-9'
  | 'C-CODE'
  | 'C-BMI'
  | 'C-GA'
  | 'C-LOT'
  | 'C-NAME'
  | 'C-AGE'
  | 'C-OBS'
  | 'C-RATIO'
  | 'C-CONSENT'
  | 'required';

/** One detail form: what is asked, compared, judged and calculated. Data only; the rules live in judge.ts. */
export interface EntryForm {
  readonly key: FormKey;
  readonly title: Label;
  readonly fields: Fields;
  readonly groups: readonly FieldGroup[];
  /** What reception has settled (summary entry): shown beside the form, not typed again. */
  readonly carried: readonly string[];
  /** Compared in double entry (DE = Y). */
  readonly compared: readonly string[];
  /** Calculated by `derive`; shown, and sent with the pass. */
  readonly derived: readonly string[];
  readonly requiredWhen: readonly RequiredWhen[];
  readonly impossibleWhen: readonly ImpossibleWhen[];
  readonly rules: readonly RuleCode[];
  /** Text fields in which 无 and 否 mean the same when two passes are compared. */
  readonly noneIsNo: readonly string[];
  /** Sexes the form admits; absent: all. */
  readonly sexes?: readonly number[];
  /** False: the generic block stands in until this form's own fields are described. */
  readonly isOwn: boolean;
}

/** block: cannot be saved. warn: saving needs a reason, which is stored. inform: shown only. */
export type Severity = 'block' | 'warn' | 'inform';

export interface Finding {
  readonly rule: RuleCode;
  readonly severity: Severity;
  /** The fields it is shown at; empty for the whole form. */
  readonly fields: readonly string[];
  /** Filled in both languages. */
  readonly text: Label;
  /** The reason (or this text) becomes a comment of the report (the dagger of forms.md). */
  readonly isPrinted?: boolean;
  /** Fixed wording for the report, where the rule has one. */
  readonly reportText?: Label;
}

/** What a rule may know of a commodity. Ids are strings. */
export interface JudgedCommodity {
  readonly commodityId: string;
  readonly commodityName: string;
  readonly isDisable?: number;
  /** Form key of its detail entry; NIPT and deafness need a tube or card number. */
  readonly entryForm?: string;
  /** Empty or absent: any. */
  readonly sampleClassIds?: readonly string[];
  /** Laboratories that have it; absent: not known, not judged. */
  readonly laboratoryIds?: readonly string[];
  /** 1 self, 2 entrusted. */
  readonly executeType?: number;
  /** Hours a tube may wait between sampling and receipt: for any class, or by sample class id with '*' for the rest. */
  readonly holdingHours?: number | Readonly<Record<string, number>> | null;
  /** mL. */
  readonly minimumVolume?: number | null;
  /** Highest fetusCount code the product allows (N-5); absent: 2. */
  readonly maxFetusCount?: number;
}

/** An earlier requisition of the same person. */
export interface EarlierRequisition {
  /** '' on a desk, which knows the day alone. */
  readonly requisitionCode: string;
  readonly personName: string;
  readonly commodityNames?: string;
  /** yyyy-MM-dd HH:mm:ss. */
  readonly entryTime: string;
}

/** What only a look-up can tell; an absent key was not looked up and is not judged. */
export interface Existing {
  /** the requisition's code. */
  readonly requisitionState?: CodeState | 'used';
  /** R-07: the tubes' own codes. */
  readonly tubeStates?: Readonly<Record<string, CodeState>>;
  /** C-CODE: the enabled code styles of the house. */
  readonly codeStyles?: readonly CodePattern[];
  /** */
  readonly isRejected?: boolean;
  /** */
  readonly earlier?: readonly EarlierRequisition[];
  /** R-13; null: looked for and not found. */
  readonly original?: { readonly sampleCode: string; readonly personName: string } | null;
}

export interface JudgeContext {
  /** Server time (on a desk the estimate of it), yyyy-MM-dd HH:mm:ss. */
  readonly now: string;
  readonly receiveTime?: string;
  readonly commodities?: readonly JudgedCommodity[];
  /** Sample class of the tube, where the values carry none. */
  readonly sampleClass?: { readonly sampleClassId: string; readonly sampleClassName: string };
  readonly sampleClassName?: (sampleClassId: string) => string | undefined;
  readonly existing?: Existing;
  /** R-07 may be overruled, with a reason, by who holds the right. */
  readonly mayOverrule?: boolean;
  /** Fields marked 字迹不清 in this pass. */
  readonly unclear?: readonly string[];
}

export interface Derived {
  /** The values with calculated fields filled in. */
  readonly values: Record<string, unknown>;
  /** Which fields were calculated, and from what. */
  readonly derived: Readonly<Record<string, Label>>;
}

/** One field on which two passes differ, as it was typed. */
export interface Difference {
  readonly field: string;
  readonly value1: unknown;
  readonly value2: unknown;
}
