import { isTyped } from '../isTyped.ts';
import { notify } from '../notify.tsx';
import { isTaken } from './strayScans.ts';
import { characterOf, fewestScanned, isTerminator, ScanBurst, scannerPace } from './scanBurst.ts';

/**
 * Keeps a scan from pressing what happens to have the focus: the key behind a code would answer a question, or remove a row,
 * and nobody would know that the scan itself went nowhere. Where no question stands open, the scan opens what it names; else it is said. Answers the function that stops it.
 */
export function guardScans(): () => void {
  const burst = new ScanBurst();
  let lastAt = 0;
  const onKey = (event: KeyboardEvent): void => {
    const isText = isTyped(event.target);
    // A person's keys: each begins anew.
    if (isText || event.timeStamp - lastAt > scannerPace) burst.take();
    lastAt = event.timeStamp;
    if (isText) return;
    if (isTerminator(event) && burst.isRunning) {
      const { text } = burst.take();
      if (text.length < fewestScanned) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (isTaken(text)) return;
      notify.warn(['未接收扫描 {code}: 请先回到扫描框再扫', 'The scan {code} was not taken: go back to the scan box first'], {
        params: { code: text },
      });
      return;
    }
    const character = event.ctrlKey || event.metaKey || event.altKey ? null : characterOf(event);
    if (character !== null) burst.add(character, event.timeStamp);
  };
  document.addEventListener('keydown', onKey, true);
  return () => document.removeEventListener('keydown', onKey, true);
}
