import { entryForm } from '#domain/base/entryForm.ts';
import type { CodePattern } from '#domain/code/codeMatch.ts';
import type { CodeState } from '#domain/code/codeOwner.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import type { Fields } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';

/** One person of a drawn family; places are counted in people from left to right and in generations from above. */
export interface PedigreePerson {
  readonly x: number;
  readonly y: number;
  readonly name: string;
  readonly sampleCode: string;
  readonly shape: 'square' | 'circle' | 'diamond';
  readonly mark: 'affected' | 'healthy' | 'unknown';
  readonly isProband: boolean;
  /** All that is drawn of them, in words. */
  readonly text: Label;
}
/** A family as it is drawn. */
export interface Pedigree {
  readonly people: readonly PedigreePerson[];
  readonly lines: readonly { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number }[];
  /** Who has no place in it. */
  readonly others: readonly PedigreePerson[];
}

/** The wire keys of requisition forms. */
export type FormKey = CodeOf<typeof entryForm>;
export const formKeys = entryForm.options.map(({ code }) => code) as readonly FormKey[];

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

/** `R-05`: docs/forms.md#common-rules; `N-3`: a form's own, beside it; `C-…`: ranges and consistencies; `required`: what a condition makes mandatory. */
export type RuleCode = string;

/** Sets a calculated field and says from what; one that a person typed stays unless `always`. */
export type SetField = (field: string, value: unknown, from: Label, always?: boolean) => void;

/**
 * One requisition form: all that menu, screens, tasks, rules and texts know of it. Its title stands with its key (domain/base/entryForm.ts).
 * Pure: `judge` and `derive` read nothing but what they are given.
 */
export interface EntryForm {
  readonly key: FormKey;
  readonly title: Label;
  /** Its menu entries and screens, one for each pass: `/sample/nipt` is opened as `/sample/nipt/1`. Absent: entered with the generic form. */
  readonly screen?: { readonly route: string; readonly icon: string };
  /** Reception asks for the number of each tube or card already. */
  readonly isTubeNumberAsked?: boolean;
  /** Its requisition must be photographed or filed before it is entered, whatever the client asks. */
  readonly isImageRequired?: boolean;
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
  /** Text fields in which 无 and 否 mean the same when two passes are compared. */
  readonly noneIsNo: readonly string[];
  /** What its results are worked out with: changed after them, they are audited anew (docs/orderChange.md#results); absent: nothing. */
  readonly resultInputs?: readonly string[];
  /** Whether the sample was taken when the programme of its risks reads none, so that a risk says nothing; absent: never. */
  readonly isOutOfModel?: (values: Values, samplingTime: string | null) => boolean;
  /** Codes of other persons' tubes that its values name; they are looked up for its rules (`sampleNamed`). */
  readonly namesSamples?: (values: Values) => readonly string[];
  /** Numbers of abnormal cases that its values name; they are looked up for its rules (`caseNamed`). */
  readonly namesCases?: (values: Values) => readonly string[];
  /** Sexes the form admits; absent: all. */
  readonly sexes?: readonly number[];
  /** The values by which the rules of the person and the document judge and reckon; absent: all as they stand. */
  readonly personOf?: (values: Values) => Values;
  /** Common rules that say nothing of this form. */
  readonly withoutRules?: readonly RuleCode[];
  /** Hours a tube of a class (by its name) usually may wait, where the product says nothing. */
  readonly usualHours?: Readonly<Record<string, number>>;
  /** What its own rules are about, by code; it is judged by them and by the common ones. */
  readonly ownRules?: Readonly<Record<RuleCode, Label>>;
  /** The family its values tell of, which is drawn beside it; null: nobody but the person. Absent: it tells of none. */
  readonly pedigree?: (values: Values) => Pedigree | null;
  /** Its own rules over a filled form. */
  readonly judge?: (values: Values, context: JudgeContext) => readonly Finding[];
  /** Fills what is calculated of its own fields. */
  readonly derive?: (values: Record<string, unknown>, set: SetField) => void;
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
  /** The reason (or this text) becomes a comment of the report. */
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
  /** C-CODE: the enabled code styles of the tenant. */
  readonly codeStyles?: readonly CodePattern[];
  /** */
  readonly isRejected?: boolean;
  /** */
  readonly earlier?: readonly EarlierRequisition[];
  /** R-13; null: looked for and not found. */
  readonly original?: { readonly sampleCode: string; readonly personName: string } | null;
}

/** A tube of somebody else, as far as the house has it. */
export interface NamedSample {
  /** As reception or the settled entry has it. */
  readonly sex: number | null;
  readonly birthDate: string | null;
  readonly sampleClassName: string;
  /** The laboratory has received it. */
  readonly isReceived: boolean;
  /** Its requisition's settled entry; null before. */
  readonly entry: Values | null;
}

/** An abnormal case, as far as a rule needs it. */
export interface NamedCase {
  /** `rejectMeasure`; null: nothing is decided. */
  readonly measure: number | null;
  readonly sampleCodes: readonly string[];
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
  /** What the house has of a tube that the values name; null: nothing, or it is out of sight; undefined: it was not looked up. */
  readonly sampleNamed?: (sampleCode: string) => NamedSample | null | undefined;
  /** The abnormal case of a number that the values name; null: there is none; undefined: it was not looked up. */
  readonly caseNamed?: (caseNo: string) => NamedCase | null | undefined;
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
