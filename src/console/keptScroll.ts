import { keep, readKept } from '#src/ui/browserStorage.ts';
import { onTabs, openTabs } from './tabStore.ts';

/** How far a part of a page is scrolled, by its place in the page: indexes of children from the page's own element on. */
type Positions = Readonly<Record<string, readonly [top: number, left: number]>>;

const key = 'accession-scroll';
/** Rows of a list may come late; after this the page stays where it is. */
const longestTryMs = 8_000;
const tryEveryMs = 120;

let kept: Map<string, Positions> | null = null;

function positions(): Map<string, Positions> {
  if (kept) return kept;
  kept = new Map(Object.entries((readKept(key, 'session') ?? {}) as Record<string, Positions>));
  // A closed page begins at its top when it is opened again.
  onTabs(() => {
    for (const id of positions().keys()) if (!isOpen(id)) positions().delete(id);
  });
  return kept;
}
const isOpen = (id: string): boolean => openTabs().tabs.some((tab) => tab.id === id);

function placeOf(root: Element, element: Element): string | null {
  const steps: number[] = [];
  for (let node = element; node !== root;) {
    const parent = node.parentElement;
    if (!parent) return null;
    steps.unshift(Array.prototype.indexOf.call(parent.children, node));
    node = parent;
  }
  return steps.join('.');
}
function elementAt(root: Element, place: string): Element | undefined {
  return place === '' ? root : place.split('.').reduce<Element | undefined>((node, step) => node?.children[Number(step)], root);
}

/**
 * Keeps where an open page and the lists in it are scrolled to, while it is out of sight, drawn anew, or the window is
 * loaded again; brings it back at once and goes on trying while rows come in, until the person moves.
 * Answers the function that stops it and notes the last state.
 */
export function keepScroll(id: string, root: Element): () => void {
  const seen = new Map<Element, readonly [number, number]>();
  const onScroll = ({ target }: Event): void => {
    if (target instanceof Element) seen.set(target, [target.scrollTop, target.scrollLeft]);
  };
  const note = (): void => {
    if (!isOpen(id)) return;
    const found: Record<string, readonly [number, number]> = { ...positions().get(id) };
    for (const [element, position] of seen) {
      const place = placeOf(root, element);
      if (place !== null) found[place] = position;
    }
    positions().set(id, found);
  };
  const onLeave = (): void => {
    note();
    keep(key, Object.fromEntries(positions()), 'session');
  };
  const stopRestoring = restore(root, positions().get(id) ?? {});
  root.addEventListener('scroll', onScroll, { capture: true, passive: true });
  window.addEventListener('pagehide', onLeave);
  return () => {
    stopRestoring();
    root.removeEventListener('scroll', onScroll, { capture: true });
    window.removeEventListener('pagehide', onLeave);
    note();
  };
}

function restore(root: Element, wanted: Positions): () => void {
  const left = new Map(Object.entries(wanted).filter(([, [top, side]]) => top > 0 || side > 0));
  const apply = (): void => {
    for (const [place, [top, side]] of left) {
      const element = elementAt(root, place);
      if (!element) continue;
      element.scrollTop = top;
      element.scrollLeft = side;
      if (Math.abs(element.scrollTop - top) < 2) left.delete(place);
    }
    if (left.size === 0) stop();
  };
  const until = Date.now() + longestTryMs;
  const timer = setInterval(() => (Date.now() > until ? stop() : apply()), tryEveryMs);
  const moves = ['wheel', 'keydown', 'pointerdown', 'touchstart'] as const;
  function stop(): void {
    clearInterval(timer);
    for (const move of moves) root.removeEventListener(move, stop);
  }
  for (const move of moves) root.addEventListener(move, stop, { passive: true });
  apply();
  return stop;
}
