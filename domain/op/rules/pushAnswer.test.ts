import { expect, it } from 'vitest';
import { pushOutcome, refusalIn } from './pushAnswer.ts';

it.each([
  [null, '', 'again'],
  [503, '{"success":true}', 'again'],
  [429, '', 'again'],
  [200, '', 'done'],
  [200, 'OK', 'done'],
  [201, '{"code":"0000"}', 'done'],
  [200, '{"code":1,"success":true}', 'done'],
  [200, '{"success":"false"}', 'refused'],
  [200, '{"code":500,"msg":"无此条码"}', 'refused'],
  [302, '', 'refused'],
  [404, '', 'refused'],
] as const)('takes %s %s for %s', (status, text, outcome) => {
  expect(pushOutcome(status, text)).toBe(outcome);
});

it('says why in their words, where they have some', () => {
  expect(refusalIn('{"code":500,"msg":" 无此条码 "}')).toBe('无此条码');
  expect(refusalIn('{"success":false,"message":"closed"}')).toBe('closed');
  expect(refusalIn('{"code":7}')).toBe('code 7');
  expect(refusalIn('{"success":false}')).toBe('success: false');
  expect(refusalIn('[{"code":7}]')).toBeNull();
});
