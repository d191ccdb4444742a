/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/basic/clientAccount': () => import('./ClientAccountScreen.tsx'),
  '/info/index': () => import('./InfoScreen.tsx'),
  '/system/user': () => import('./UserScreen.tsx'),
  '/system/user-third': () => import('./UserThirdScreen.tsx'),
};
