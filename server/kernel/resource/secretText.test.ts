import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { openText, sealText } from '#server/kernel/seal/sealedText.ts';

it('opens under its key and in its place alone, and never seals alike twice', () => {
  const key = randomBytes(32);
  const sealed = sealText(key, ' 口令 p@ss ', '000000/smsPlatform/1/password');
  expect(sealed).not.toContain('p@ss');
  expect(sealText(key, ' 口令 p@ss ', '000000/smsPlatform/1/password')).not.toBe(sealed);
  expect(openText(key, sealed, '000000/smsPlatform/1/password')).toBe(' 口令 p@ss ');
  expect(() => openText(key, sealed, '000000/smsPlatform/2/password')).toThrow();
  expect(() => openText(randomBytes(32), sealed, '000000/smsPlatform/1/password')).toThrow();
  expect(() => openText(key, `${sealed.slice(0, -4)}AAAA`, '000000/smsPlatform/1/password')).toThrow();
  expect(() => openText(key, 'plain', 'x')).toThrow();
});
