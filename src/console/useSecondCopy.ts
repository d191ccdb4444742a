import { useSyncExternalStore } from 'react';
import { secondCopy, type SecondCopy } from '#src/offline/journal/secondCopy.ts';

const observe = (listener: () => void): (() => void) => secondCopy.observe(listener);
const current = (): SecondCopy => secondCopy.current;

/** How the second copy of this computer's queue stands, and whether the queue itself can be opened. */
export function useSecondCopy(): SecondCopy {
  return useSyncExternalStore(observe, current, current);
}
