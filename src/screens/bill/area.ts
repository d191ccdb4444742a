/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/bill/getNoPrice': () => import('./lines/NoPriceScreen.tsx'),
  '/bill/estimate': () => import('./lines/EstimateScreen.tsx'),
  '/bill/order': () => import('./orders/PoolScreen.tsx'),
  '/bill/orderManage': () => import('./orders/OrderScreen.tsx'),
  '/bill/recheckOrderManage': () => import('./orders/RecheckOrderScreen.tsx'),
  '/bill/forceRecord': () => import('./orders/ForcedOrderScreen.tsx'),
  '/search/searchOrderManage': () => import('./orders/SearchedOrderScreen.tsx'),
  '/search/reportedNoOrder': () => import('./orders/UnorderedScreen.tsx'),
};
