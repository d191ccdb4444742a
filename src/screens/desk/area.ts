/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/desk/devices': () => import('./DevicesScreen.tsx'),
  '/desk/outbox': () => import('./TrayScreen.tsx'),
  '/desk/import': () => import('./ImportScreen.tsx'),
};
