import { expect, it } from 'vitest';
import { phoneFault } from './phone.ts';
import { registrationFault } from './registration.ts';

it.each([
  ['', '手机号码不能为空'],
  ['1380013800', '手机号码长度不为11位'],
  ['010-1234567', '手机号码格式不正确'],
  ['02112345678', '手机号码格式不正确'],
  ['1380013800x', '手机号码格式不正确'],
  ['13800138000', undefined],
])('a phone number %j: %s', (phone, text) => {
  expect(phoneFault(phone)?.[0]).toBe(text);
});

it('finds faults of a registration in the order of the contract', () => {
  const empty = { tenantId: '', name: '', account: '', password: '', password2: '' };
  expect(registrationFault(empty)).toBe('tenantId');
  expect(registrationFault({ ...empty, tenantId: '000000', password: 'x' })).toBe('account');
  expect(registrationFault({ ...empty, tenantId: '000000', account: 'ann' })).toBe('password');
  expect(registrationFault({ ...empty, tenantId: '000000', account: 'ann', password: 'a' })).toBe('password');
  expect(registrationFault({ ...empty, tenantId: '000000', account: 'ann', password: 'a', password2: 'b' })).toBe('password2');
  expect(registrationFault({ ...empty, tenantId: '000000', account: 'ann', password: 'a', password2: 'a' })).toBeNull();
});
