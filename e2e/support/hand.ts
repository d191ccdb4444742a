import type { CDPSession, Page } from '@playwright/test';
import { strike } from './console.ts';

/** Seconds between two keys of a hand: keys as close as a test presses them are a scanner's. */
const handPace = 0.12;
/** Types as a hand does, without waiting as long. */
export class Hand {
  presses = 0;
  #at = 0;
  readonly #page: Page;
  readonly #keyboard: CDPSession;
  constructor(page: Page, keyboard: CDPSession) {
    this.#page = page;
    this.#keyboard = keyboard;
  }

  async press(text: string): Promise<void> {
    this.presses += [...text].length;
    for (const part of text.match(/[ -~\r]+|[^ -~\r]+/g) ?? []) {
      // Chinese comes whole out of an input method.
      if (!/^[ -~\r]/.test(part)) {
        await this.#page.keyboard.insertText(part);
        continue;
      }
      const from = Math.max(Date.now() / 1000, this.#at);
      this.#at = from + part.length * handPace;
      await strike(this.#keyboard, part, { from, apart: handPace });
    }
  }
}

/** Where the focus is: a field, a cell of its rows, or `save`. */
export const stopOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (focused?.matches('[data-enter-end]')) return 'save';
    const [field, row, column] = ['field', 'row', 'column'].map((name) => focused?.closest<HTMLElement>(`[data-${name}]`)?.dataset[name]);
    return field === undefined ? '' : `${field}${Number(row ?? 0) > 0 ? `[${row}]` : ''}${column ? `.${column}` : ''}`;
  });
