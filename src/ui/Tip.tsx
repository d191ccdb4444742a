import { chakra } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { placeFloating } from './floating.ts';

const Bubble = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    m: 0,
    maxW: '420px',
    px: 2,
    py: 1,
    border: 'none',
    borderRadius: 'sm',
    bg: 'bg.inverse',
    color: 'fg.inverse',
    textStyle: 'note',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    pointerEvents: 'none',
    zIndex: 'tooltip',
    boxShadow: 'float',
  },
});

/** What an element wants to say: `data-tip` always, `data-tip-cut` (its own text) only where it is cut off. */
function tipOf(element: HTMLElement): string {
  const always = element.dataset.tip;
  if (always) return always;
  return element.scrollWidth > element.clientWidth + 1 ? (element.textContent ?? '') : '';
}

/**
 * One tip for the whole page: any element with `data-tip` (or `data-tip-cut`) shows it on hover and focus.
 * A thousand table cells cost one listener, not a thousand components.
 */
export function TipHost() {
  const [shown, setShown] = useState<{ text: string; anchor: HTMLElement } | null>(null);
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const close = (): void => {
      clearTimeout(timer);
      setShown(null);
    };
    const open = (event: Event): void => {
      const anchor = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip],[data-tip-cut]') : null;
      clearTimeout(timer);
      const text = anchor ? tipOf(anchor) : '';
      if (!anchor || text === '') return setShown(null);
      if (event.type === 'focusin' && !anchor.matches(':focus-visible')) return;
      timer = setTimeout(() => setShown({ text, anchor }), 350);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' || event.key === 'Enter') close();
    };
    document.addEventListener('pointerover', open);
    document.addEventListener('focusin', open);
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusout', close);
    document.addEventListener('keydown', onKey);
    document.addEventListener('scroll', close, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', open);
      document.removeEventListener('focusin', open);
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusout', close);
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('scroll', close, true);
    };
  }, []);

  useEffect(() => {
    const element = bubble.current;
    if (!shown || !element || !shown.anchor.isConnected) return;
    element.showPopover?.();
    placeFloating(element, shown.anchor, { gap: 6, align: 'center' });
    return () => element.hidePopover?.();
  }, [shown]);

  return shown ? (
    <Bubble ref={bubble} role="tooltip" popover="manual">
      {shown.text}
    </Bubble>
  ) : null;
}
