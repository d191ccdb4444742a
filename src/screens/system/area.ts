/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/system/role': () => import('./RoleScreen.tsx'),
  '/dict-horizontal/index': () => import('./SystemDictScreen.tsx'),
  '/dict-vertical/index': () => import('./BusinessDictScreen.tsx'),
  '/system/tenant': () => import('./TenantScreen.tsx'),
  '/system/tenant-package': () => import('./TenantPackageScreen.tsx'),
  '/system/param': () => import('./ParamScreen.tsx'),
  '/system/client': () => import('./ClientScreen.tsx'),
  '/system/dept': () => import('./DepartmentScreen.tsx'),
  '/system/menu': () => import('./MenuScreen.tsx'),
  '/system/operations': () => import('./operations/OperationsScreen.tsx'),
  '/system/region': () => import('./RegionScreen.tsx'),
};
