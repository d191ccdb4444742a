import type { Label, Language } from '#domain/kernel/label.ts';

/** Roles a fresh installation brings; others are called as their administrators call them. */
const shipped: readonly Label[] = [
  ['超级管理员', 'Administrator'],
  ['接样员', 'Reception'],
  ['录入员', 'Entry clerk'],
  ['检验员', 'Laboratory'],
  ['一审员', 'First auditor'],
  ['二审员', 'Second auditor'],
  ['结算员', 'Billing'],
  ['销售', 'Sales'],
  ['运维', 'Operations'],
];
const english = new Map(shipped);

/** A role's name in the user's language, where the product brought it. */
export function roleWord(name: string, language: Language): string {
  return language === 'zh' ? name : (english.get(name) ?? name);
}
