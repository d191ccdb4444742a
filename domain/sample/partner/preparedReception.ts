import type { z } from 'zod';
import { check } from '#domain/kernel/check.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { refuse, type Refusal } from '#domain/kernel/outcome.ts';
import { expectedState } from '#domain/op/expected.ts';
import { ageUnit, credentialType } from '../rules/formChoices.ts';
import { requisitionFields } from '../rules/summaryFields.ts';
import { summaryInput, type SummaryInput } from '../summaryInput.ts';
import type { ExpectedLine, PartnerReceiveInput } from './partnerInput.ts';

/** A told value that the desk replaced. */
export interface Replaced {
  readonly field: string;
  readonly told: unknown;
  readonly given: unknown;
  readonly reason: string;
}
export interface PreparedReception {
  /** Ours: of the requisition and of its only tube. */
  readonly barCode: string;
  readonly summary: SummaryInput;
  readonly replaced: readonly Replaced[];
}

const fields: Readonly<Record<string, Field>> = requisitionFields;
/** What partners tell under our own names; the rest of an announcement is about itself. */
const toldFields = [
  'personName',
  'sex',
  'age',
  'birthDate',
  'telephone',
  'credentialNo',
  'patientNo',
  'department',
  'doctorName',
  'samplingTime',
  'hospitalCode',
] as const;
const isIdCard = (no: unknown): boolean => typeof no === 'string' && /^\d{17}[\dX]$/.test(no);
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** What was told of a line under the fields of reception. */
export function toldOf({ values, courierNumber, commodityIds }: ExpectedLine): Readonly<Record<string, unknown>> {
  const told = Object.fromEntries(toldFields.flatMap((name) => (isGiven(values[name]) ? [[name, values[name]]] : [])));
  return {
    ...told,
    ...(isGiven(told['age']) ? { ageUnit: ageUnit.years } : {}),
    ...(isIdCard(told['credentialNo']) ? { credentialType: credentialType.idCard } : {}),
    ...(courierNumber ? { courierNumber } : {}),
    commodityIds,
  };
}

/** Our code for what is received, or why there is none. */
function ownCode({ barCode: announced, boundCode, thirdpartyBarCode }: ExpectedLine, { barCode: scanned }: PartnerReceiveInput): string | Refusal {
  const known = announced ?? boundCode;
  if (scanned && announced && scanned !== announced) return refuse('partner.otherCode', { code: thirdpartyBarCode, announced });
  return scanned ?? known ?? refuse('partner.codeNeeded', { code: thirdpartyBarCode });
}

/** A told value that none of ours stands for, and that nobody replaced; null: all are good. */
function unmapped(told: Readonly<Record<string, unknown>>, overrides: Readonly<Record<string, unknown>>): Refusal | null {
  for (const [name, value] of Object.entries(told)) {
    const field = fields[name];
    if (!field || isGiven(overrides[name]) || !isGiven(value)) continue;
    if (check({ [name]: field }, { [name]: value }).problems.length > 0)
      return refuse('partner.unmapped', { field: field.label, value: String(value) });
  }
  return null;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The reception a line of the list stands for: what was told, with what the desk replaced. The desk and the server make it alike; a refusal
 * where something is missing that nobody told.
 */
export function preparedReception(line: ExpectedLine, input: PartnerReceiveInput): PreparedReception | Refusal {
  const { overrides, reasons, thirdpartyBarCode: code } = input;
  if (line.state === expectedState.cancelled && !reasons['state']) return refuse('partner.cancelled', { code, why: line.closeReason ?? '-' });
  const barCode = ownCode(line, input);
  if (typeof barCode !== 'string') return barCode;
  const told = toldOf(line);
  const wrong = unmapped(told, overrides);
  if (wrong) return wrong;
  const replaced: Replaced[] = [];
  for (const [field, given] of Object.entries(overrides)) {
    if (!isGiven(given) || !isGiven(told[field]) || isSame(given, told[field])) continue;
    const reason = reasons[field] ?? '';
    if (reason === '') return refuse('partner.overrideReason', { field: fields[field]?.label ?? field });
    replaced.push({ field, told: told[field], given, reason });
  }
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => isGiven(value)));
  const whole = { ...told, ...given };
  if (!line.sendSampleClientId) return refuse('partner.clientUnknown', { code });
  if (!isGiven(whole['commodityIds'])) return refuse('partner.commodityNeeded', { code });
  const parsed = summaryInput.safeParse({
    ...whole,
    requisitionCode: barCode,
    contractLaboratoryId: line.laboratoryId,
    sendSampleClientId: line.sendSampleClientId,
    tubes: [{ ...input.tube, sampleCode: barCode }],
    reasons: Object.fromEntries(Object.entries(reasons).filter(([rule]) => rule.length <= 16 && !(rule in fields) && rule !== 'state')),
    inputMode: 'scan',
    isCodeJudged: true,
  });
  return parsed.success ? { barCode, summary: parsed.data, replaced } : malformed(parsed.error);
}

const malformed = ({ issues: [issue] }: z.ZodError): Refusal => {
  const name = String(issue?.path[0] ?? '');
  return refuse('partner.unmapped', { field: fields[name]?.label ?? name, value: '-' });
};
