import { resourceRights, type HandScreen, type Resource, type Screen } from '#domain/kernel/resource.ts';
import { authClient, authClientScreen } from './authClient.ts';
import { allClientContracts } from './clientCalls.ts';
import { department } from './department.ts';
import { departmentContracts } from './departmentCalls.ts';
import { dict, dictBiz } from './dict.ts';
import { dictContracts } from './dictCalls.ts';
import { menuContracts, madeListContracts } from './menuCalls.ts';
import { menuScreen } from './menuFields.ts';
import { param } from './param.ts';
import { paramContracts } from './paramCalls.ts';
import { post } from './post.ts';
import { region, regionScreen } from './region.ts';
import { allRegionContracts } from './regionCalls.ts';
import { role } from './role.ts';
import { roleContracts } from './roleCalls.ts';
import { savedViewContracts } from './savedViewCalls.ts';
import { operationContracts, operationRights, operationsScreen } from './running/operations.ts';
import { tenant, tenantScreen } from './tenant.ts';
import { allTenantContracts, tenantPackageContracts } from './tenantCalls.ts';
import { tenantPackage } from './tenantPackage.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [role, department, post, dict, dictBiz, param, tenantPackage];

/** The page loads their types alone. */
export const contracts = [
  menuContracts,
  madeListContracts,
  roleContracts,
  departmentContracts,
  dictContracts,
  allRegionContracts,
  paramContracts,
  allTenantContracts,
  tenantPackageContracts,
  allClientContracts,
  savedViewContracts,
  operationContracts,
] as const;

/** A described list whose calls are written by hand: its rights are those of its verbs. */
function listScreen(resource: Resource, { route, title }: Screen, icon: string): HandScreen {
  const [view, ...calls] = resourceRights(resource);
  return { route, title, icon, ...(view ? { view } : {}), calls };
}

export const screens: readonly HandScreen[] = [
  listScreen(tenant, tenantScreen, 'building'),
  {
    ...menuScreen,
    icon: 'list-tree',
    view: { code: 'menu_view', label: ['查看菜单', 'View menus'], roles: [] },
    calls: [
      { code: 'menu_save', label: ['新增/编辑菜单', 'Save menus'], roles: [] },
      { code: 'menu_remove', label: ['删除菜单', 'Delete menus'], roles: [] },
    ],
  },
  listScreen(region, regionScreen, 'map'),
  listScreen(authClient, authClientScreen, 'app-window'),
  { route: operationsScreen, title: ['系统运行', 'Operations'], icon: 'activity', view: operationRights.view, calls: [operationRights.save] },
];
