import { expect, it } from 'vitest';
import { oneTimePassword } from './passwordHash.ts';
import { passwordFault } from './newPassword.ts';

const about = ['wangmin', '王敏', 'Wang Min', '13800138000', 'min.wang@lab.example'];

it.each([
  ['password1', 'common'],
  ['Password123!', 'common'],
  ['p@ssw0rd2024', 'common'],
  ['qwerty123', 'common'],
  ['1qaz2wsx', 'common'],
  ['woaini1314', 'common'],
  ['a123456789', 'common'],
  ['abc12345', 'common'],
  ['qq888888', 'common'],
  ['dragondragon1', 'common'],
  ['summer2024', 'common'],
  ['wangmin-2024-x', 'own'],
  ['xX-WANGMIN-9', 'own'],
  ['w4ngm1n-river', 'own'],
  ['王敏river42', 'own'],
  ['river13800138000', 'own'],
  ['river-min.wang-7', 'own'],
  ['Accession-river-7', 'own'],
  ['接样台river42', 'own'],
  ['short1', 'weak'],
  ['onlyletters', 'weak'],
])('refuses %s as %s', (password, fault) => {
  expect(passwordFault(password, about)).toBe(fault);
});

it.each(['river-lamp-42', 'tKd7-voGel-2', 'correct1horse2battery', '水星river42x', 'test-password-1'])('takes %s', (password) => {
  expect(passwordFault(password, about)).toBeNull();
});

it('takes every password the programme makes itself', () => {
  for (let n = 0; n < 2_000; n++) expect(passwordFault(oneTimePassword(), [])).toBeNull();
});

it('does not take short accounts for a trace: they stand in any word', () => {
  expect(passwordFault('flabbergasted-9', ['lab', '孙悦'])).toBeNull();
});
