import { readFileSync } from 'node:fs';
import { isGoodPassword } from '#domain/user/userAccount.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { Account } from './accounts.ts';
import { hashPassword } from './passwordHash.ts';

/** Words and whole passwords of public lists of what people choose most, in lower case. */
const common: ReadonlySet<string> = new Set(
  (JSON.parse(readFileSync(new URL('./commonPasswords.json', import.meta.url), 'utf8')) as { words: string }).words.split(' '),
);
const productNames = ['accession', 'jieyangtai', '接样台'];

/** What stands for a letter in passwords that only look uncommon. */
const lookAlikes: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
const spelledOut = (text: string): string => [...text].map((sign) => lookAlikes[sign] ?? sign).join('');
/** Without the digits and signs that people put around a word. */
const coreOf = (text: string): string => text.replace(/^[^a-z]+|[^a-z]+$/g, '');
/** `abcabc` is `abc`. */
const onceOf = (text: string): string => /^(.+?)\1+$/.exec(text)?.[1] ?? text;

/** A row of neighbours or of one sign: 12345, 98765, 00000. */
function isRun(digits: string): boolean {
  const steps = [...digits].slice(1).map((digit, at) => Number(digit) - Number(digits[at]));
  return digits.length >= 4 && steps.every((step) => step === steps[0] && Math.abs(step) <= 1);
}

function isCommon(password: string): boolean {
  const core = coreOf(password);
  if ([password, core, onceOf(core), spelledOut(core), coreOf(spelledOut(password))].some((text) => common.has(text))) return true;
  // A letter or three and a row of digits: a123456789, abc12345, qq888888.
  const digits = password.replace(/\D/g, '');
  return (
    password.replace(/[^a-z]/g, '').length <= 3 && (isRun(digits) || isRun(onceOf(digits)) || isRun(digits.slice(0, -1)) || isRun(digits.slice(1)))
  );
}

/** Texts about a person, as they may stand in a password: whole, and word by word. */
function tracesOf(about: readonly (string | null | undefined)[]): string[] {
  const texts = [...about, ...productNames].flatMap((text) => {
    const plain = (text ?? '').normalize('NFKC').trim().toLowerCase();
    return [plain, ...plain.split(/[^\p{L}\p{N}]+/u)];
  });
  // A name of two Chinese characters is long enough to be meant; three Latin letters are found in any word.
  return texts.filter((text) => text.length >= (/^[\p{ASCII}]*$/u.test(text) ? 4 : 2));
}

/** What a password of this person must not contain. */
export const tracesInPassword = ({ account, realName, nickName, phone, email }: Account): readonly string[] => [
  account,
  realName,
  nickName,
  phone,
  nameOfMail(email),
];
/** A mail's own part: its domain is no secret of one person. */
export const nameOfMail = (email: string): string => email.split('@', 1)[0] ?? '';

/** The same of an account that is about to be saved. */
export const tracesInRecord = (record: Readonly<Record<string, unknown>>): readonly string[] =>
  ['account', 'realName', 'name', 'phone', 'email']
    .map((name) => record[name])
    .filter((value): value is string => typeof value === 'string')
    .map(nameOfMail);

/** Why nobody should have this password; null where it will do. `about`: account, names, phone and mail's name of who gets it. */
export function passwordFault(password: string, about: readonly (string | null | undefined)[]): 'weak' | 'common' | 'own' | null {
  if (!isGoodPassword(password)) return 'weak';
  const plain = password.normalize('NFKC').toLowerCase();
  if (tracesOf(about).some((text) => plain.includes(text) || spelledOut(plain).includes(text))) return 'own';
  return isCommon(plain) ? 'common' : null;
}

const faults = {
  weak: ['密码须为8至64位,且包含字母和数字', 'A password needs 8 to 64 characters with a letter and a digit'],
  common: ['密码过于常见,容易被猜到,请换一个', 'This password is too common to be safe, choose another'],
  own: [
    '密码不能包含账号、姓名、手机号、邮箱或产品名称',
    'A password must not contain the account, the name, the phone, the mail or the name of the product',
  ],
} as const;

/** The hash of a new password: every way to set one leads here. Throws UserError 400 where nobody should have it. */
export async function hashNewPassword(password: string, about: readonly (string | null | undefined)[]): Promise<string> {
  const fault = passwordFault(password, about);
  if (fault) throw new UserError(400, faults[fault], { refusal: `password.${fault}` });
  return hashPassword(password);
}
