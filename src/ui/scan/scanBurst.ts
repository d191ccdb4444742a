/** Scanner and typist look alike: told apart by the pace of the keys (docs/scanning.md#scanner-or-typist). */

/** The longest pause between two keys of one scan, ms; a fast typist stays above it. */
export const scannerPace = 50;
/**
 * Without a terminator a burst ends after this quiet time, ms (docs/scanning.md#terminators): soon where this desk's scanner is known to send nothing behind
 * its scans and keys are in time (`lagMs`). Else silence may mean that the computer stands still: half a code would be another code.
 */
export function quietTime(isEndedBySilence: boolean, lagMs: number): number {
  return isEndedBySilence ? Math.min(longestQuiet, Math.max(110, 4 * lagMs)) : longestQuiet;
}
const longestQuiet = 1500;
export const fewestScanned = 4;

/** A character by its physical key: with a Chinese input method on, `key` is "Process" but `code` still tells (docs/scanning.md#input-methods). */
export function characterOf(event: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'isComposing'>): string | null {
  if (event.key.length === 1 && !event.isComposing) return event.key;
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  if (letter) return letter;
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  if (digit) return event.shiftKey ? null : digit;
  return { Minus: event.shiftKey ? '_' : '-', NumpadSubtract: '-', Period: '.', NumpadDecimal: '.', Slash: '/', Space: ' ' }[event.code] ?? null;
}

/** Enter, Tab, line feed (Ctrl+J) and carriage return (Ctrl+M) end a scan. */
export function isTerminator(event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey'>): boolean {
  if (event.key === 'Enter' || event.key === 'Tab' || event.code === 'Enter' || event.code === 'NumpadEnter') return true;
  return event.ctrlKey && (event.code === 'KeyJ' || event.code === 'KeyM');
}

export type InputMode = 'scan' | 'manual';

/** Collects keys of one burst; times are ms. */
export class ScanBurst {
  #text = '';
  #lastAt = 0;
  #longestPause = 0;

  get text(): string {
    return this.#text;
  }
  get isRunning(): boolean {
    return this.#text.length > 0;
  }
  /** True while the pace is a scanner's: then browser shortcuts a scanner may send are kept from the browser. */
  get isScannerPace(): boolean {
    return this.#text.length >= 2 && this.#longestPause <= scannerPace;
  }
  add(character: string, at: number): void {
    if (this.#text.length > 0) this.#longestPause = Math.max(this.#longestPause, at - this.#lastAt);
    this.#text += character;
    this.#lastAt = at;
  }
  removeLast(): void {
    this.#text = this.#text.slice(0, -1);
    this.#longestPause = Number.POSITIVE_INFINITY;
  }
  /** The collected text and how it came; starts anew. */
  take(): { text: string; inputMode: InputMode } {
    const taken = {
      text: this.#text,
      inputMode: this.#text.length >= fewestScanned && this.#longestPause <= scannerPace ? ('scan' as const) : ('manual' as const),
    };
    this.#text = '';
    this.#longestPause = 0;
    return taken;
  }
}
