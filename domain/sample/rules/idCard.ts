import { isDate } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { sex } from './formChoices.ts';

export type IdCardFault = 'shape' | 'date' | 'future' | 'checksum';
export interface IdCard {
  /** Half-width, `x` as `X`, without blanks. */
  readonly number: string;
  /** Absent: nothing to object. */
  readonly fault?: IdCardFault;
  /** A 15-digit card of before 1999: no checksum, so it is accepted with a warning. */
  readonly isOld: boolean;
  /** yyyy-MM-dd; known where the digits hold a real date. */
  readonly birthDate?: string;
  /** Code of the choice set `sex`. */
  readonly sex?: 1 | 2;
}

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checkCharacters = '10X98765432';

/** The last character GB 11643 demands for the first 17 digits. */
export function idCardCheck(first17: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(first17[index]), 0);
  return checkCharacters[sum % 11] as string;
}

/**
 * Reads a Chinese ID card (GB 11643; docs/forms.md#calculators). `today` is yyyy-MM-dd: a birth after it is a fault.
 * The date is judged before the checksum: an impossible date with a right checksum is still wrong.
 */
export function readIdCard(typed: string, today: string): IdCard {
  const number = typed.normalize('NFKC').replace(/\s/g, '').toUpperCase();
  const isOld = /^\d{15}$/.test(number);
  if (!isOld && !/^\d{17}[\dX]$/.test(number)) return { number, isOld: false, fault: 'shape' };
  const digits = isOld ? `19${number.slice(6, 12)}` : number.slice(6, 14);
  const birthDate = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`;
  if (!isDate(birthDate)) return { number, isOld, fault: 'date' };
  const isMale = Number(isOld ? number[14] : number[16]) % 2 === 1;
  const found = { number, isOld, birthDate, sex: isMale ? sex.male : sex.female };
  if (birthDate > today) return { ...found, fault: 'future' };
  if (!isOld && idCardCheck(number.slice(0, 17)) !== number[17]) return { ...found, fault: 'checksum' };
  return found;
}

/** What to say about a card: a fault, or that an old card cannot be checked; undefined where all is well. */
export function idCardRemark(card: IdCard): Label | undefined {
  if (card.fault) return idCardTexts[card.fault];
  return card.isOld ? ['15位旧身份证,无校验位', 'Old 15-digit ID card, no check digit'] : undefined;
}

const idCardTexts: Readonly<Record<IdCardFault, Label>> = {
  shape: ['身份证号应为18位', 'An ID card number has 18 characters'],
  date: ['身份证号中的出生日期不存在', 'The birth date in the ID card number does not exist'],
  future: ['身份证号中的出生日期晚于今天', 'The birth date in the ID card number lies in the future'],
  checksum: ['身份证号校验位不正确', 'The check digit of the ID card number is wrong'],
};
