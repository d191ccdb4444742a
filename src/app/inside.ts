import type { ScreenLoader } from './loadScreen.ts';

/** What stands behind the login: the shell, the table of its screens, and the desk's queue, which begins to work as it arrives. */
export const inside: ScreenLoader = async () => {
  const { Screen, startOffline } = await import('./InsideScreen.tsx');
  startOffline();
  return { Screen };
};
