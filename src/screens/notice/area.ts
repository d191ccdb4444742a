/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/desk/notice': () => import('./NoticeScreen.tsx'),
  '/notice-log': () => import('./NoticeLogScreen.tsx'),
};
