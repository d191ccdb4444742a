/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/op/interface': () => import('./InterfaceScreen.tsx'),
  '/op/parameterlLims': () => import('./ParameterScreen.tsx'),
  '/op/parameterMapping': () => import('./MappingScreen.tsx'),
  '/op/thirdInterfaceLog': () => import('./ThirdLogScreen.tsx'),
  '/op/limsInterfaceLog': () => import('./LimsLogScreen.tsx'),
  '/search/zhangJiaGangDeafnessResult': () => import('./results/ResultScreen.tsx'),
  '/search/aishenpuSyncResult': () => import('./results/ResultScreen.tsx'),
};
