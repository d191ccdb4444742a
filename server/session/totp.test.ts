import { expect, it } from 'vitest';
import { base32, hotp, newTotpSecret, stepAt, stepOfCode, totpAddress } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B.
it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('says at %i s what the standard says', (seconds, code) => {
  expect(hotp(secret, stepAt(seconds * 1000), 8)).toBe(code);
  expect(stepOfCode(secret, code.slice(2), seconds * 1000)).toBe(stepAt(seconds * 1000));
});

// RFC 4226, appendix D.
it('counts as the standard counts', () => {
  expect(Array.from({ length: 5 }, (_, at) => hotp(secret, at))).toEqual(['755224', '287082', '359152', '969429', '338314']);
});

it('takes the neighbouring half minutes, and nothing further away', () => {
  const now = 1_234_567_890_000;
  for (const off of [-1, 0, 1]) expect(stepOfCode(secret, hotp(secret, stepAt(now) + off), now)).toBe(stepAt(now) + off);
  for (const off of [-2, 2]) expect(stepOfCode(secret, hotp(secret, stepAt(now) + off), now)).toBeNull();
});

// RFC 4648.
it('writes a secret as it is typed', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(base32(newTotpSecret())).toMatch(/^[A-Z2-7]{32}$/);
  expect(totpAddress(secret, '接样台 A', 'a b')).toBe(
    'otpauth://totp/%E6%8E%A5%E6%A0%B7%E5%8F%B0%20A:a%20b?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=%E6%8E%A5%E6%A0%B7%E5%8F%B0%20A&algorithm=SHA1&digits=6&period=30',
  );
});
