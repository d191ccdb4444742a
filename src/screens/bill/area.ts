/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/bill/order': () => import('./orders/PoolScreen.tsx'),
  '/bill/orderManage': () => import('./orders/OrderScreen.tsx'),
  '/bill/recheckOrderManage': () => import('./orders/RecheckOrderScreen.tsx'),
  '/bill/forceRecord': () => import('./orders/ForcedOrderScreen.tsx'),
  '/search/searchOrderManage': () => import('./orders/SearchedOrderScreen.tsx'),
  '/search/reportedNoOrder': () => import('./orders/UnorderedScreen.tsx'),
  '/search/orderSynchronized': () => import('./erp/OrderSyncScreen.tsx'),
  '/search/billSyncPage': () => import('./erp/BillSyncScreen.tsx'),
};
