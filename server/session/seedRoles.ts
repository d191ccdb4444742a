import { rights } from '#domain/menu.ts';
import { roleAliases } from '#domain/kernel/roles.ts';
import { shippedRoles } from '#domain/system/shippedRoles.ts';

/** A role of a fresh installation; what it may do stands where it can be done (`roles` of resources, commands and rights). */
export interface SeedRole {
  readonly alias: string;
  readonly roleName: string;
}

/** The administrator needs no grants: they hold all. */
export const seedRoles: readonly SeedRole[] = (['administrator', ...roleAliases] as const).map((alias) => ({
  alias,
  roleName: shippedRoles[alias][0],
}));

const holders = new Map<string, Set<string>>();
for (const { code, roles } of rights) holders.set(code, new Set([...(holders.get(code) ?? []), ...roles]));

/** True where a role is given a permission code. */
export function isGranted({ alias }: Pick<SeedRole, 'alias'>, code: string): boolean {
  return holders.get(code)?.has(alias) ?? false;
}
