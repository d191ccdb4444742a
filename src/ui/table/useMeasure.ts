import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** The inner width of an element in pixels, without its scroll bar; follows its changes. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(element.clientWidth);
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

let isPrinting = false;
/** True while the page is being printed: then every row has to be there. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const set = (now: boolean) => () => {
        isPrinting = now;
        // The browser takes its picture as soon as this returns.
        flushSync(listener);
      };
      const [start, end] = [set(true), set(false)];
      window.addEventListener('beforeprint', start);
      window.addEventListener('afterprint', end);
      return () => {
        window.removeEventListener('beforeprint', start);
        window.removeEventListener('afterprint', end);
      };
    },
    () => isPrinting,
  );
}

/** Scrolls a cell into what the head and the pinned columns leave free (the scroller's scroll padding); sideways only if asked. */
export function revealCell(scroller: HTMLElement, cell: Element, isRowOnly: boolean): void {
  const left = scroller.scrollLeft;
  cell.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  if (isRowOnly) scroller.scrollLeft = left;
}
