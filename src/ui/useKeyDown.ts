import { useLayoutEffect } from 'react';
import { useLatest } from './useLatest.ts';

/**
 * What keys do wherever the focus is, always as the page shows it: a listener that is renewed after painting hears the first key as it was
 * before, and what was on the page already is passed or saved in its place. `isFirst`: before the fields hear the key.
 */
export function useKeyDown(onKey: (event: KeyboardEvent) => void, { isFirst = false }: { readonly isFirst?: boolean } = {}): void {
  const latest = useLatest(onKey);
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent): void => latest.current(event);
    document.addEventListener('keydown', hear, isFirst);
    return () => document.removeEventListener('keydown', hear, isFirst);
  }, [latest, isFirst]);
}
