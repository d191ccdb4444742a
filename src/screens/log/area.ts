/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/basic/send-sample-clinet-log': () => import('./SendSampleClientLogScreen.tsx'),
  '/system/operate-log': () => import('./OperateLogScreen.tsx'),
  '/system/api': () => import('./MenuInterfaceScreen.tsx'),
};
