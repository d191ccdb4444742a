import type { RefObject } from 'react';
import { isTyped } from '#src/ui/isTyped.ts';
import { useKeyDown } from '#src/ui/useKeyDown.ts';

/** The keys of the area's lists: `/` goes to the box for pasted codes, Ctrl+Enter does the list's main act; both wait while a drawer is open. */
export function useBillKeys({
  box,
  onMain,
}: {
  readonly box?: RefObject<HTMLTextAreaElement | null>;
  readonly onMain?: (() => void) | undefined;
}): void {
  useKeyDown((event) => {
    if (document.querySelector('[role=dialog]')) return;
    if (event.key === '/' && box?.current && !isTyped(event.target)) {
      event.preventDefault();
      box.current.focus();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && onMain && !isTyped(event.target)) {
      event.preventDefault();
      onMain();
    }
  });
}
