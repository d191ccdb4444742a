import { expect, it } from 'vitest';
import { policies, policyNames, policyOf, policyProblems, policyValuesOf } from './policies.ts';

const usual = policyValuesOf(new Map());

it('has a usual value that stands its own check, and a key of its own, for each policy', () => {
  for (const name of policyNames) expect(policyProblems(policies[name], policies[name].usual), name).toEqual([]);
  expect(new Set(policyNames.map((name) => policies[name].key.toLowerCase())).size).toBe(policyNames.length);
  expect(usual).toMatchObject({ isCaptchaOn: true, allowedFailures: 5, grantHours: 12, workingHours: '08:00-20:00', passwordDays: 0 });
});

it('is found by its key in any case, and is no other parameter', () => {
  expect(policyOf(' Offline.GRANTHours ')).toBe(policies.grantHours);
  expect(policyOf('desk.phone')).toBeUndefined();
});

it('takes what is set, and what is malformed as if it were not', () => {
  const given = new Map([
    ['login.captcha', '0'],
    ['offline.granthours', '2.5'],
    ['offline.workinghours', '07:30-24:00'],
    ['account.failcount', 'many'],
    ['log.logindays', '-3'],
  ]);
  expect(policyValuesOf(given)).toEqual({ ...usual, isCaptchaOn: false, grantHours: 2.5, workingHours: '07:30-24:00' });
});

it.each([
  ['isCaptchaOn', '2', 'notChoice'],
  ['allowedFailures', '2', 'tooSmall'],
  ['allowedFailures', '5.5', 'notInteger'],
  ['tokenSeconds', '3601', 'tooBig'],
  ['grantHours', 'x', 'notNumber'],
  ['passwordDays', '', 'required'],
  ['workingHours', '20:00-08:00', 'wrongShape'],
  ['workingHours', '8-20', 'wrongShape'],
  ['workingHours', '08:00-25:00', 'wrongShape'],
] as const)('refuses for %s the value "%s" as %s', (name, given, code) => {
  expect(policyProblems(policies[name], given)).toMatchObject([{ field: 'paramValue', code }]);
});
