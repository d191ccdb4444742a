/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/dashboard': () => import('./DashboardScreen.tsx'),
  '/wel/index': () => import('./HomeScreen.tsx'),
};
