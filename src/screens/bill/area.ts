/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/bill/getNoPrice': () => import('./lines/NoPriceScreen.tsx'),
  '/bill/estimate': () => import('./lines/EstimateScreen.tsx'),
};
