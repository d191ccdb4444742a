import type { Label } from './label.ts';

/** Roles a fresh installation brings, by alias, beside the administrator, who may everything and is not asked. */
export const roleAliases = [
  'reception',
  'entry',
  'lab',
  'audit1',
  'audit2',
  'report',
  'service',
  'quality',
  'billing',
  'finance',
  'sales',
  'ops',
] as const;
export type RoleAlias = (typeof roleAliases)[number];

/** What a role may do with a resource; `all` with its own commands, too. */
type Granted = 'all' | readonly ('view' | 'save' | 'enable' | 'disable' | 'remove')[];
/** Which of the roles may what with a resource: said where the resource is described, given when the installation is made. */
export type RoleGrants = Readonly<Partial<Record<RoleAlias, Granted>>>;

/** Read by every desk to work, also offline, and by every picker. */
export const atDesks: RoleGrants = {
  reception: ['view'],
  entry: ['view'],
  lab: ['view'],
  audit1: ['view'],
  audit2: ['view'],
  report: ['view'],
  service: ['view'],
  quality: ['view'],
};
/** Read at the benches, by the first auditor and where reports are made. */
export const atBenches: RoleGrants = { lab: ['view'], audit1: ['view'], report: ['view'] };

/** A right that neither a resource nor a command brings: to look at a screen, or calls that are made there. */
export interface Right {
  readonly code: string;
  readonly label: Label;
  /** Seeded roles that hold it, by alias. */
  readonly roles: readonly RoleAlias[];
}
