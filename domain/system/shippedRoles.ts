import type { Label, Language } from '#domain/kernel/label.ts';
import type { RoleAlias } from '#domain/kernel/roles.ts';

/** Roles a fresh installation brings; others are called as their administrators call them. */
export const shippedRoles: Readonly<Record<'administrator' | RoleAlias, Label>> = {
  administrator: ['超级管理员', 'Administrator'],
  reception: ['接样员', 'Reception'],
  entry: ['录入员', 'Entry clerk'],
  lab: ['检验员', 'Laboratory'],
  audit1: ['一审员', 'First auditor'],
  audit2: ['二审员', 'Second auditor'],
  report: ['报告员', 'Report clerk'],
  service: ['客服', 'Customer service'],
  quality: ['质量', 'Quality'],
  billing: ['结算员', 'Billing'],
  finance: ['财务', 'Finance'],
  sales: ['销售', 'Sales'],
  ops: ['运维', 'Operations'],
};
const english = new Map(Object.values(shippedRoles));

/** A role's name in the user's language, where the product brought it. */
export function roleWord(name: string, language: Language): string {
  return language === 'zh' ? name : (english.get(name) ?? name);
}
