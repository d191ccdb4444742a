import { useCallback, useSyncExternalStore } from 'react';

/** Imports under way, so that a toolbar can say how far one has come without loading what does it: 0 to 1. */
const shares = new Map<string, number>();
const listeners = new Set<() => void>();

export function noteShare(name: string, share: number | null): void {
  if (share === null) shares.delete(name);
  else shares.set(name, share);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How far the import of a list has come; null where none is under way. */
export function useImportShare(name: string): number | null {
  const current = useCallback(() => shares.get(name) ?? null, [name]);
  return useSyncExternalStore(subscribe, current, current);
}
