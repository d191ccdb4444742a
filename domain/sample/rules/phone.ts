import type { Label } from '#domain/kernel/label.ts';

export type PhoneFault = 'empty' | 'length' | 'landline' | 'format';

/** The contract's own messages (docs/contract.md#validation, phone check); it words a landline as a wrong format. */
export const phoneTexts: Readonly<Record<PhoneFault, Label>> = {
  empty: ['手机号码不能为空', 'phone number cannot be empty'],
  length: ['手机号码长度不为11位', 'phone number length is not 11'],
  landline: ['手机号码格式不正确', 'phone number format is incorrect'],
  format: ['手机号码格式不正确', 'phone number format is incorrect'],
};

const landline = /^0\d{2,3}-?\d{7,8}$/;
const mobile = /^1[3-9]\d{9}$/;

/** A mobile number of the mainland, already in its normal form. */
export const isMobile = (phone: string): boolean => mobile.test(phone);

/** Half-width, without blanks and without the country code +86 or 0086. Hyphens stay: they tell a landline. */
export function normalisePhone(typed: string): string {
  if (mobile.test(typed)) return typed;
  const bare = typed
    .normalize('NFKC')
    .replace(/[\s\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g, '')
    .replace(/^(?:\+|00)86-?/, '');
  return mobile.test(bare.replace(/-/g, '')) ? bare.replace(/-/g, '') : bare;
}

/** The fault of a mobile number, undefined where it is good; a landline passes only where the field takes one. */
export function phoneFault(typed: string, takesLandline = false): PhoneFault | undefined {
  const phone = normalisePhone(typed);
  if (phone === '') return 'empty';
  if (takesLandline && landline.test(phone)) return undefined;
  // A landline of any length is named as such before its length: 021-6543210 has eleven characters too.
  if (/^0\d{2,3}-\d{7,8}$/.test(phone)) return 'landline';
  if (phone.length !== 11) return 'length';
  if (landline.test(phone)) return 'landline';
  return mobile.test(phone) ? undefined : 'format';
}
