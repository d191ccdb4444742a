import { controlOf, noteContent } from '../fields/holder.ts';
import { characterOf, fewestScanned, isTerminator, ScanBurst, scannerPace } from './scanBurst.ts';

/** A field that stands for a barcode itself takes what is scanned into it. */
export const takesScan = 'data-takes-scan';

/**
 * Tells a scan from a person's typing where the focus is in a field: keys at a scanner's pace with the scanner's key behind them.
 * By then they stand in the field; the answer says how to bring back what stood there.
 */
export class FieldScan {
  readonly #burst = new ScanBurst();
  #at: Element | null = null;
  #lastAt = 0;
  #putBack: () => void = () => undefined;

  forget(): void {
    this.#burst.take();
    this.#at = null;
  }

  /** The scan that this key ends. */
  hear(event: KeyboardEvent, target: Element): { readonly text: string; readonly putBack: () => void } | null {
    const at = controlOf(target);
    // A person's keys: each begins anew. A key that is held down repeats as fast as a scanner.
    if (at !== this.#at || event.repeat || event.timeStamp - this.#lastAt > scannerPace) this.forget();
    this.#lastAt = event.timeStamp;
    if (target.closest(`[${takesScan}]`)) return null;
    if (isTerminator(event)) {
      const { text, inputMode } = this.#burst.take();
      return inputMode === 'scan' && text.length >= fewestScanned ? { text, putBack: this.#putBack } : null;
    }
    if (event.key === 'Shift') return null;
    const character = event.ctrlKey || event.metaKey || event.altKey ? null : characterOf(event);
    if (character === null) {
      this.forget();
      return null;
    }
    if (!this.#burst.isRunning) {
      this.#at = at;
      this.#putBack = noteContent(target);
    }
    this.#burst.add(character, event.timeStamp);
    return null;
  }
}
