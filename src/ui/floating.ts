export interface FloatingOptions {
  /** Pixels between the anchor and the floating part. */
  readonly gap?: number;
  readonly align?: 'start' | 'center' | 'end';
  /** Never narrower than the anchor. */
  readonly matchWidth?: boolean;
}

/**
 * Puts a fixed element under its anchor, or above where there is more room, inside the window.
 * The element is expected in the top layer (`popover="manual"`), so nothing can clip or cover it.
 */
export function placeFloating(element: HTMLElement, anchor: Element, { gap = 4, align = 'start', matchWidth = false }: FloatingOptions = {}): void {
  const edge = 4;
  const box = anchor.getBoundingClientRect();
  if (matchWidth) element.style.minWidth = `${box.width}px`;
  element.style.maxHeight = '';
  const { width, height } = element.getBoundingClientRect();
  const below = window.innerHeight - box.bottom - gap - edge;
  const above = box.top - gap - edge;
  const isAbove = height > below && above > below;
  if (height > Math.max(below, above)) element.style.maxHeight = `${Math.max(below, above)}px`;
  const wanted = align === 'start' ? box.left : align === 'end' ? box.right - width : box.left + (box.width - width) / 2;
  const left = Math.max(edge, Math.min(wanted, window.innerWidth - width - edge));
  const top = isAbove ? box.top - gap - Math.min(height, above) : box.bottom + gap;
  element.style.left = `${Math.round(left)}px`;
  element.style.top = `${Math.round(top)}px`;
}
