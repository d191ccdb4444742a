import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/** Whether the page fills the screen, and how to change it. */
export function useFullscreen(): { readonly isFull: boolean; readonly toggle: () => void } {
  const isFull = useSyncExternalStore(
    subscribe,
    () => Boolean(document.fullscreenElement),
    () => false,
  );
  // A browser that refuses says so itself.
  const toggle = (): void => void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined);
  return { isFull, toggle };
}
