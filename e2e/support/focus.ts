import type { Page } from '@playwright/test';

/** The field that has the focus; what is written on the element where it belongs to none. */
export const focusedField = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? document.activeElement?.textContent ?? '');

/** What keeps the focused element from being seen whole: what lies over it (its own field does not count), or an edge of the window. */
export const hidden = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement;
    const box = focused.getBoundingClientRect();
    if (box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth) return 'outside of the window';
    const own = focused.closest('[data-field], [data-rule]') ?? focused;
    for (const y of [box.top + 2, box.top + box.height / 2, box.bottom - 2]) {
      const seen = document.elementFromPoint(box.left + Math.min(box.width / 2, 40), y);
      if (!seen || !(own.contains(seen) || seen.contains(own))) return seen?.outerHTML.slice(0, 80) ?? 'outside of the window';
    }
    return null;
  });
