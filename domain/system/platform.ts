/** The house that runs the installation (spec calls 9): it alone keeps tenants, packages, menus, regions, clients and parameters. */
export const platformTenantId = '000000';

/** Routes of menus no other tenant ever gets. */
export const platformRoutes: ReadonlySet<string> = new Set([
  '/system/tenant',
  '/system/tenant-package',
  '/system/menu',
  '/system/region',
  '/system/client',
  '/system/param',
]);
