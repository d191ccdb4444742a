import { roleAlias } from '#domain/system/role.ts';

/** The role that holds every permission there is. */
export function isAdministratorName(alias: string): boolean {
  return alias === roleAlias.administrator;
}
