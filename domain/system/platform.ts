/** The tenant that runs the installation, the platform (docs/contract.md#limits): it alone keeps tenants, packages, menus, regions, clients, parameters and what runs. */
export const platformTenantId = '000000';

/** Routes of menus no other tenant ever gets. */
export const platformRoutes: ReadonlySet<string> = new Set([
  '/system/tenant',
  '/system/tenant-package',
  '/system/menu',
  '/system/region',
  '/system/client',
  '/system/param',
  '/system/operations',
]);
