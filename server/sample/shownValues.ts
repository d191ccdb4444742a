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

/** What was typed of a requisition: as it was typed to who may do one of these with it, for a mask would be saved with the rest; else as lists show it. */
export function shownValues<Some extends Values>(user: Pick<ActingUser, 'permissions'>, values: Some, acts: readonly string[]): Some {
  if (seesPatients({ user }) || acts.some((permission) => user.permissions.has(permission))) return values;
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const mask = masks[key];
      return [key, mask && typeof value === 'string' ? mask(value) : value];
    }),
  ) as Some;
}
