import { useSyncExternalStore } from 'react';

/** Whether the tour of the first day runs; the shell draws it, any screen may start it. */
let isRunning = false;
const listeners = new Set<() => void>();

function become(next: boolean): void {
  isRunning = next;
  for (const listener of listeners) listener();
}
export const startTour = (): void => become(true);
export const endTour = (): void => become(false);
export function useTourRuns(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isRunning,
  );
}
/** Remembered per person and machine: the tour was taken or declined. */
export const tourSeenKey = 'tour-seen';
