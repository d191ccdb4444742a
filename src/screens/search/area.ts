/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/search/customerSearch': () => import('./CustomerSearchScreen.tsx'),
};
