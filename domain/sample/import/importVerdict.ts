import type { Label } from '#domain/kernel/label.ts';

/** Field names an import can fill, in the names of forms.md 1. Refs are given by name or code in the sheet. */
export type ImportField =
  | 'requisitionCode'
  | 'sampleCode'
  | 'testTubeNumber'
  | 'testTubeBatchNo'
  | 'testTubeExpireTime'
  | 'hospitalCode'
  | 'contractLaboratory'
  | 'sendSampleClient'
  | 'commodity'
  | 'sampleClass'
  | 'sampleQuantity'
  | 'sampleVolume'
  | 'personName'
  | 'sex'
  | 'age'
  | 'ageUnit'
  | 'birthDate'
  | 'credentialType'
  | 'credentialNo'
  | 'telephone'
  | 'patientNo'
  | 'department'
  | 'bedNo'
  | 'doctorName'
  | 'doctorPhone'
  | 'samplingTime'
  | 'courierNumber'
  | 'clinicalDiagnosis'
  | 'isUrgent'
  | 'receiveRemark';

/** A cell as a parser gave it. Dates come as `yyyy-MM-dd[ HH:mm:ss]` text with `isDate`; numbers stay numbers. */
export type SheetCell = string | number | boolean | null | { readonly text: string; readonly isDate: true };
export type SheetRow = readonly SheetCell[];

/** Column index of the sheet -> field, and the header as it stands in the file. */
export interface HeaderMap {
  readonly columns: readonly { readonly header: string; readonly field: ImportField | null }[];
}

/** The codes of samples/README.md, and ours beyond them (`number_as_text` and after). */
export type FaultCode =
  | 'name_missing'
  | 'unknown_client'
  | 'disabled_client'
  | 'unknown_product'
  | 'bad_date'
  | 'future'
  | 'phone_short'
  | 'landline'
  | 'bad_sex'
  | 'duplicate'
  | 'id_checksum'
  | 'age_mismatch'
  | 'class_not_allowed'
  | 'date_slash'
  | 'number_code'
  | 'ruined_number'
  | 'required_missing'
  | 'unknown_laboratory'
  | 'unknown_class'
  | 'disabled_product'
  | 'phone_format'
  | 'bad_number'
  | 'too_long'
  | 'duplicate_sample'
  | 'cell_error'
  | 'bad_choice';

export type RowState = 'ok' | 'warn' | 'error';

export interface CellVerdict {
  readonly field: ImportField;
  /** The header as it stands in the file. */
  readonly header: string;
  readonly fault: FaultCode;
  readonly verdict: 'warn' | 'error';
  readonly text: Label;
  /** The normalised value that will be used, where it differs from the cell. */
  readonly shown?: string;
}

/** One data row judged. `line` counts data rows from 0. */
export interface RowVerdict {
  readonly line: number;
  readonly verdict: RowState;
  readonly cells: readonly CellVerdict[];
  /** Ready for `summary.enter` where the verdict is not error: names resolved to ids. */
  readonly values: Readonly<Record<string, unknown>>;
}

export interface NamedRow {
  readonly id: string;
  readonly code?: string | null;
  readonly name: string;
  readonly isDisable?: number;
}
export interface ImportCommodity extends NamedRow {
  readonly sampleClassIds?: readonly string[];
}

/** The master data an import is judged against. */
export interface ImportContext {
  readonly clients: readonly NamedRow[];
  readonly commodities: readonly ImportCommodity[];
  readonly sampleClasses: readonly NamedRow[];
  /** Absent: the laboratory column is not resolved. */
  readonly laboratories?: readonly NamedRow[];
  /** Requisition codes the system already has. */
  readonly existingCodes: ReadonlySet<string>;
  /** Sample codes the system already has. */
  readonly existingSampleCodes?: ReadonlySet<string>;
  /** yyyy-MM-dd HH:mm:ss. */
  readonly now: string;
}
