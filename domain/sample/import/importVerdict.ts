import type { OwnedSegment } from '#domain/code/codeOwner.ts';
import type { CodePattern } from '#domain/code/codeMatch.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { SheetCell } from '#domain/sheet/sheetTypes.ts';
import type { Finding } from '../rules/entryForm.ts';
import type { DateReading } from './readDate.ts';

/** Fields an import can fill, in the names of docs/forms.md#summary-entry. Refs are given by name or code in the sheet. */
export const importFields = [
  'requisitionCode',
  'sampleCode',
  'testTubeNumber',
  'testTubeBatchNo',
  'testTubeExpireTime',
  'hospitalCode',
  'contractLaboratory',
  'sendSampleClient',
  'commodity',
  'sampleClass',
  'sampleQuantity',
  'sampleVolume',
  'personName',
  'sex',
  'age',
  'ageUnit',
  'birthDate',
  'credentialType',
  'credentialNo',
  'telephone',
  'patientNo',
  'department',
  'bedNo',
  'doctorName',
  'doctorPhone',
  'samplingTime',
  'courierNumber',
  'arrivalTemperature',
  'clinicalDiagnosis',
  'isUrgent',
  'receiveRemark',
  'duplicateAnswer',
] as const;
export type ImportField = (typeof importFields)[number];

/** Column index of the sheet -> field, and the header as it stands in the file. */
export interface HeaderMap {
  readonly columns: readonly { readonly header: string; readonly field: ImportField | null }[];
}

/** What is wrong with a cell of a sheet; from `required_missing` on, what a requisition cannot be entered with. */
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
  | 'required_missing'
  | 'unknown_laboratory'
  | 'unknown_class'
  | 'disabled_product'
  | 'phone_format'
  | 'bad_name'
  | 'bad_number'
  | 'bad_choice'
  | 'bad_code'
  | 'too_long'
  | 'duplicate_sample'
  | 'ruined_number'
  | 'number_code'
  | 'cell_error'
  | 'earlier_requisition'
  | 'foreign_code'
  | 'rule';

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

/** A data row by field: what the mapped columns hold. */
export interface ImportRow {
  readonly cells: Readonly<Partial<Record<ImportField, SheetCell>>>;
  /** The header of each mapped column as it stands in the file. */
  readonly headers: Readonly<Partial<Record<ImportField, string>>>;
}

/** One data row judged. `line` counts data rows from 0. */
export interface RowVerdict {
  readonly line: number;
  readonly verdict: RowState;
  readonly cells: readonly CellVerdict[];
  /** The payload of `summary.enter` but for its reasons, where the verdict is not error: names resolved to ids. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Rules that will ask for a reason when the row is entered; whoever confirms the import gives it. */
  readonly warnings: readonly Finding[];
  /** A cold-chain row without arrival temperature: it is measured at the desk, and whoever confirms the import gives it. */
  readonly isTemperatureNeeded: boolean;
}

export interface NamedRow {
  readonly id: string;
  readonly code?: string | null;
  readonly name: string;
  readonly isDisable?: number;
}
/** What a sending client demands of every requisition. */
export interface ImportClient extends NamedRow {
  readonly isTelephoneRequired?: boolean;
  readonly isCredentialRequired?: boolean;
}
export interface ImportCommodity extends NamedRow {
  readonly sampleClassIds?: readonly string[] | null;
  readonly entryForm?: string;
  readonly executeType?: number;
  readonly holdingHours?: number | null;
  readonly minimumVolume?: number | null;
  readonly isColdChain?: boolean;
}

export interface LaboratoryCommodity {
  readonly commodityId: string;
  readonly laboratoryId: string;
  readonly isDisable?: number;
}

/** The master data an import is judged against. */
export interface ImportContext {
  readonly clients: readonly ImportClient[];
  readonly commodities: readonly ImportCommodity[];
  readonly sampleClasses: readonly NamedRow[];
  /** Absent: the laboratory column is not judged and not resolved (a test or a preview without master data). */
  readonly laboratories?: readonly NamedRow[];
  /** Which laboratories have which commodities; a commodity that none claims is anybody's. */
  readonly laboratoryCommodities?: readonly LaboratoryCommodity[];
  /** Taken where the sheet has no such column or an empty cell. */
  readonly defaults?: { readonly contractLaboratoryId?: string; readonly sendSampleClientId?: string };
  /** Requisition codes the system already has. */
  readonly existingCodes: ReadonlySet<string>;
  /** Sample codes the system already has. */
  readonly existingSampleCodes?: ReadonlySet<string>;
  /** C-CODE; absent: not judged. */
  readonly codeStyles?: readonly CodePattern[];
  /** R-07; absent: not judged. */
  readonly segments?: readonly OwnedSegment[];
  /** Of whoever imports: who may overrule a rule is asked for a reason. */
  readonly permissions?: readonly string[];
  /** yyyy-MM-dd HH:mm:ss. */
  readonly now: string;
  /** Readings of date texts made beforehand (the date worker); others are read in place. */
  readonly dates?: ReadonlyMap<string, DateReading>;
}
