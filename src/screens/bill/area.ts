/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/search/orderSynchronized': () => import('./erp/OrderSyncScreen.tsx'),
  '/search/billSyncPage': () => import('./erp/BillSyncScreen.tsx'),
};
