import type { ActingUser } from '#domain/kernel/command.ts';
import { maskedDocument, maskedMobile, maskedPerson } from '#domain/op/rules/maskPayload.ts';
import { seesPatients } from '#server/kernel/core/patients.ts';

type Values = Readonly<Record<string, unknown>>;
/** Numbers that are short are stars alone, as in lists. */
const number =
  (mask: (text: string) => string) =>
  (text: string): string =>
    text.length < 8 ? '*'.repeat(text.length) : mask(text);
/** Fields of requisitions that tell who a patient is, or their family. */
const masks: Readonly<Record<string, (text: string) => string>> = {
  personName: maskedPerson,
  guardianName: maskedPerson,
  motherName: maskedPerson,
  fatherName: maskedPerson,
  partnerName: maskedPerson,
  telephone: number(maskedMobile),
  guardianPhone: number(maskedMobile),
  fatherPhone: number(maskedMobile),
  telephone2: number(maskedMobile),
  partnerTelephone: number(maskedMobile),
  credentialNo: number(maskedDocument),
  motherCredentialNo: number(maskedDocument),
  partnerCredentialNo: number(maskedDocument),
  patientNo: (text) => '*'.repeat(Math.max(0, text.length - 2)) + text.slice(-2),
};

/** Fields of rows that tell who somebody of the family is. */
const rowMasks: Readonly<Record<string, Readonly<Record<string, (text: string) => string>>>> = { familyMembers: { name: maskedPerson } };

const masked = (values: Values, by: Readonly<Record<string, (text: string) => string>>): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const [mask, ofRows] = [by[key], rowMasks[key]];
      if (mask && typeof value === 'string') return [key, mask(value)];
      if (ofRows && Array.isArray(value)) return [key, value.map((row) => (isRow(row) ? masked(row, ofRows) : row))];
      return [key, value];
    }),
  );
const isRow = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** What was typed of a requisition: as it was typed to who may do one of these with it, for a mask would be saved with the rest; else as lists show it. */
export function shownValues<Some extends Values>(user: Pick<ActingUser, 'permissions'>, values: Some, acts: readonly string[]): Some {
  if (seesPatients({ user }) || acts.some((permission) => user.permissions.has(permission))) return values;
  return masked(values, masks) as Some;
}
