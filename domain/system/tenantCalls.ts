import { z } from 'zod';
import { callsUnder, declareCalls, inQueryOrBody, isDone, parameters, shape } from '#domain/kernel/contract.ts';
import { rowShape, savedRecord } from '#domain/kernel/resourceShapes.ts';
import { treeShape } from '#domain/kernel/treeShapes.ts';
import { ownListCalls } from './ownListCalls.ts';
import { tenant } from './tenant.ts';
import { tenantPackage } from './tenantPackage.ts';

export const tenantChoice = shape({ id: z.string(), tenantId: z.string(), tenantName: z.string() });
const asked = { ...inQueryOrBody('ids', 'id', 'tenantId'), answer: isDone };

export const tenantReads = ownListCalls(tenant);
export const tenantContracts = declareCalls({
  // A new one is furnished; the answer tells its administrator's password, once and nowhere else.
  'POST system/tenant/submit': {
    ...savedRecord(tenant),
    answer: shape({ id: z.string(), tenantId: z.string(), account: z.string().optional(), oneTimePassword: z.string().optional() }),
  },
  'POST system/tenant/remove': { title: ['删除租户', 'Remove tenants'], permission: 'tenant_remove', ...asked },
  'POST system/tenant/enable': { title: ['启用租户', 'Enable tenants'], permission: 'tenant_enable', ...asked },
  'POST system/tenant/disable': { title: ['停用租户', 'Disable tenants'], permission: 'tenant_disable', ...asked },
  // Accounts and expiry of several tenants at once; what is not named stays.
  'POST system/tenant/setting': {
    title: ['租户授权', 'Limits of tenants'],
    permission: 'tenant_save',
    ...inQueryOrBody('ids', 'id', 'tenantId', 'accountNumber', 'expireTime'),
    answer: isDone,
  },
  // All tenants lie in one database: another data source than it is refused, by name.
  'POST system/tenant/datasource': {
    title: ['租户数据源', 'Data source of a tenant'],
    permission: 'tenant_save',
    ...inQueryOrBody('ids', 'id', 'tenantId', 'datasourceId'),
    answer: isDone,
  },
  'POST system/tenant/package-setting': {
    title: ['租户产品包', 'Package of a tenant'],
    permission: 'tenant_save',
    ...inQueryOrBody('ids', 'id', 'tenantId', 'packageId'),
    answer: isDone,
  },
  // Every house, for who may look at them; forms of the public flavour are filled for the caller's own alone.
  'GET system/tenant/select': {
    byHand: 'picker',
    title: ['租户选择', 'Tenant choices'],
    permission: null,
    everybody: 'clients of the public flavour see their own house; all others need the right to look at tenants',
    answer: z.array(tenantChoice),
  },
  // An empty record where it has every menu.
  'GET system/tenant/package-detail': {
    title: ['租户产品包', 'Package of a tenant'],
    permission: 'tenant_view',
    query: parameters('tenantId'),
    answer: z.union([rowShape(tenantPackage), shape({})]),
  },
  // The data sources a tenant may lie in.
  'GET system/tenant/datasource-select': {
    byHand: 'picker',
    title: ['数据源选择', 'Data source choices'],
    permission: 'tenant_view',
    answer: z.array(shape({ id: z.string(), name: z.string() })),
  },
});
export const allTenantContracts = { ...callsUnder('system/tenant', tenantReads), ...tenantContracts };

export const tenantPackageContracts = declareCalls({
  // Tenants that have it get its menus at once.
  'POST system/tenant-package/submit': savedRecord(tenantPackage),
  // The menus and buttons a package may hold.
  'GET system/tenant-package/menu-tree': {
    byHand: 'tree',
    title: ['产品包菜单', 'Menus of packages'],
    permission: 'tenantPackage_view',
    answer: treeShape,
  },
});
