import type { Label } from '#domain/kernel/label.ts';

/** What somebody whom a third party vouched for asks an account with (docs/contract.md#sign-in-calls, register-guest). */
export interface Registration {
  readonly tenantId: string;
  readonly name: string;
  readonly account: string;
  readonly password: string;
  readonly password2: string;
}
export const registrationTexts = {
  tenantId: ['请先输入租户编号', 'Enter the tenant id first'],
  account: ['请先输入账号名称', 'Enter the account first'],
  password: ['请先输入密码', 'Enter the password first'],
  password2: ['两次密码输入不一致', 'The two passwords differ'],
} as const satisfies Partial<Record<keyof Registration, Label>>;

/** The first fault in the order of docs/contract.md#validation, and the field it belongs to; null where there is none. */
export function registrationFault(asked: Registration): keyof typeof registrationTexts | null {
  if (!asked.tenantId.trim()) return 'tenantId';
  if (!asked.account.trim()) return 'account';
  if (!asked.password || !asked.password2) return 'password';
  return asked.password === asked.password2 ? null : 'password2';
}
