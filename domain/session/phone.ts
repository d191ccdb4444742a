import type { Label } from '#domain/kernel/label.ts';

export const phoneTexts = {
  empty: ['手机号码不能为空', 'phone number cannot be empty'],
  length: ['手机号码长度不为11位', 'phone number length is not 11'],
  format: ['手机号码格式不正确', 'phone number format is incorrect'],
} as const satisfies Record<string, Label>;

/** What is wrong with a phone number, in the order of docs/contract.md#validation: empty, not 11 long, a landline; null where nothing is. */
export function phoneFault(phone: string): Label | null {
  if (phone === '') return phoneTexts.empty;
  if (phone.length !== 11) return phoneTexts.length;
  return /^0\d{2,3}-?\d{7,8}$/.test(phone) || !/^\d{11}$/.test(phone) ? phoneTexts.format : null;
}
