import { type RefObject, useEffect } from 'react';

/** What lies over the lower edge of a scrolling part: the line of buttons that stays in sight. */
export const saveBar = 'data-save-bar';

/**
 * What has the focus is never hidden: not behind the line of buttons, and not pushed away by a tip or a list of faults that opens above it.
 * Whoever scrolls away by hand is left there.
 */
export function useFocusInSight(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const part = scroller.current;
    if (!part) return undefined;
    let isFollowed = false;
    const show = (): void => {
      const { activeElement: focused } = document;
      if (!isFollowed || !focused || !part.contains(focused) || focused.closest(`[${saveBar}]`)) return;
      const bar = part.querySelector<HTMLElement>(`[${saveBar}]`);
      part.style.scrollPaddingBlock = `12px ${(bar?.offsetHeight ?? 0) + 12}px`;
      // The field with its name and what is said below it.
      (focused.closest('[data-field], [data-rule]') ?? focused).scrollIntoView?.({ block: 'nearest' });
    };
    const follow = (): void => {
      isFollowed = true;
      show();
    };
    const letGo = (): void => {
      isFollowed = false;
    };
    const grown = new MutationObserver(show);
    grown.observe(part, { childList: true, subtree: true });
    part.addEventListener('focusin', follow);
    part.addEventListener('keydown', follow);
    part.addEventListener('wheel', letGo, { passive: true });
    part.addEventListener('touchmove', letGo, { passive: true });
    return () => {
      grown.disconnect();
      part.removeEventListener('focusin', follow);
      part.removeEventListener('keydown', follow);
      part.removeEventListener('wheel', letGo);
      part.removeEventListener('touchmove', letGo);
    };
  }, [scroller]);
}
