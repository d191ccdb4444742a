/** What Enter stops at: fields, one stop a group, and what asks for it by `data-enter-stop`. */
const stops = 'input:not([type=hidden]):not([type=checkbox]), textarea, select, [data-enter-stop]';

/** True where a person may put something in: not greyed, not read-only, not skipped (`data-enter-skip`, e.g. carried-over fields). */
function isOpen(element: HTMLElement): boolean {
  const { disabled, readOnly } = element as HTMLInputElement;
  return !disabled && !readOnly && element.tabIndex >= 0 && element.closest('[hidden], [inert], [data-enter-skip]') === null;
}

/** Puts the focus on a field and selects what stands in it, so that typing replaces it. */
export function enterField(element: HTMLElement): void {
  element.focus();
  if (element instanceof HTMLInputElement) element.select();
  element.scrollIntoView?.({ block: 'nearest' });
}

/**
 * Moves from one field to the next (1) or the one before (-1) inside `root`.
 * At the end it stops at the element marked `data-enter-end` (the save button). False where there is nowhere to go.
 */
export function goOn(from: Element, step: 1 | -1, root: ParentNode = from.closest('form') ?? document): boolean {
  const fields = [...root.querySelectorAll<HTMLElement>(stops)].filter((element) => element === from || isOpen(element));
  const at = fields.findIndex((element) => element === from || element.contains(from));
  const next = at < 0 ? undefined : fields[at + step];
  if (next) {
    enterField(next);
    return true;
  }
  const end = step === 1 ? root.querySelector<HTMLElement>('[data-enter-end]') : null;
  end?.focus();
  return end !== null;
}
