import type { Label } from '#domain/kernel/label.ts';
import { phoneFault as typedFault, phoneTexts } from '#domain/sample/rules/phone.ts';

/** What is wrong with a phone number, in the words and the order of docs/contract.md#validation: empty, not 11 long, a landline of whatever length; null where nothing is. */
export function phoneFault(phone: string): Label | null {
  if (phone === '') return phoneTexts.empty;
  // As where a patient's number is typed: 0571-88886666 is a landline here, too.
  if (typedFault(phone) === 'landline') return phoneTexts.landline;
  if (phone.length !== 11) return phoneTexts.length;
  return /^\d{11}$/.test(phone) ? null : phoneTexts.format;
}
