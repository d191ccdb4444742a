import { useSyncExternalStore } from 'react';

/** docs/contract.md#limits: width of at least 1200 is 3, 992 is 2, 768 is 1, else 0. */
export type ScreenLevel = 0 | 1 | 2 | 3;
const widths = [768, 992, 1200] as const;
const queries = typeof window === 'undefined' ? [] : widths.map((width) => window.matchMedia(`(min-width: ${width}px)`));

function level(): ScreenLevel {
  return queries.filter((query) => query.matches).length as ScreenLevel;
}
function subscribe(listener: () => void): () => void {
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}

/** How wide the window is, in the contract's four levels. */
export function useScreenLevel(): ScreenLevel {
  return useSyncExternalStore(subscribe, level, () => 3);
}
