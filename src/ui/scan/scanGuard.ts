import { notify } from '../notify.tsx';
import { characterOf, fewestScanned, isTerminator, ScanBurst, scannerPace } from './scanBurst.ts';

const typed = 'input:not([type=button], [type=checkbox], [type=radio], [type=submit]), textarea, select, [contenteditable=true], [role=combobox]';

/**
 * Keeps a scan from pressing what happens to have the focus: the key behind a code would answer a question, or remove a row,
 * and nobody would know that the scan itself went nowhere. It is said instead. Answers the function that stops it.
 */
export function guardScans(): () => void {
  const burst = new ScanBurst();
  let lastAt = 0;
  const onKey = (event: KeyboardEvent): void => {
    const isTyped = event.target instanceof Element && event.target.closest(typed) !== null;
    // A person's keys: each begins anew.
    if (isTyped || event.timeStamp - lastAt > scannerPace) burst.take();
    lastAt = event.timeStamp;
    if (isTyped) return;
    if (isTerminator(event) && burst.isRunning) {
      const { text } = burst.take();
      if (text.length < fewestScanned) return;
      event.preventDefault();
      event.stopImmediatePropagation();
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
