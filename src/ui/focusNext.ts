/** What Enter stops at: fields, one stop a group, and what asks for it by `data-enter-stop`. */
const stops = 'input:not([type=hidden]):not([type=checkbox]), textarea, select, [data-enter-stop]';

/** What says that something must stand in a field; inside of it the next row of a list that has rows need not be filled. */
const wanted = '[data-required], [data-enter-optional]';

/** Passed over while something stands there: a field that was carried over or calculated. Any other value: always passed over. */
export const skippedFilled = 'filled';

/** True where something stands already; what was typed into a picker and chooses nothing is nothing yet. */
function isFilled(element: HTMLElement): boolean {
  if (element.matches('[aria-invalid=true]')) return false;
  if (element.matches('[role=radio], [role=checkbox]')) return element.parentElement?.querySelector('[aria-checked=true]') !== null;
  if (element.matches('[role=combobox]')) return element.closest('[data-chosen]') !== null;
  return !('value' in element) || String(element.value).trim() !== '';
}

/** True where a person may put something in: in sight, not greyed, not read-only, not skipped (`data-enter-skip`). */
function isOpen(element: HTMLElement): boolean {
  const { disabled, readOnly } = element as HTMLInputElement;
  if (disabled || readOnly || element.tabIndex < 0 || element.closest('[hidden], [inert]') !== null || element.checkVisibility?.() === false)
    return false;
  const skip = element.closest<HTMLElement>('[data-enter-skip]')?.dataset['enterSkip'];
  return skip === undefined || (skip === skippedFilled && !isFilled(element));
}

const stopsOf = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(stops)];

/** The first field of all, whatever stands in it. */
export const firstField = (root: ParentNode): HTMLElement | undefined => stopsOf(root)[0];

/** The first field that wants something; where the typing begins. */
export function firstEmpty(root: ParentNode): HTMLElement | undefined {
  return stopsOf(root).find((element) => isOpen(element) && !isFilled(element));
}

/** Puts the focus on a field and selects what stands in it, so that typing replaces it. */
export function enterField(element: HTMLElement): void {
  element.focus();
  if (element instanceof HTMLInputElement) element.select();
  element.scrollIntoView?.({ block: 'nearest' });
}

/**
 * Moves from one field to the next (1) or the one before (-1) inside `root`.
 * At the end it goes back to what is required and still empty, then to the element marked `data-enter-end` (the save button).
 * False where there is nowhere to go.
 */
export function focusNext(from: Element, step: 1 | -1, root: ParentNode = from.closest('form') ?? document): boolean {
  const fields = stopsOf(root).filter((element) => element === from || element.contains(from) || isOpen(element));
  const at = fields.findIndex((element) => element === from || element.contains(from));
  const missing = (element: HTMLElement): boolean =>
    element !== fields[at] && element.closest<HTMLElement>(wanted)?.dataset['required'] !== undefined && !isFilled(element);
  const next =
    at < 0
      ? step === -1 && from.matches('[data-enter-end]')
        ? fields.at(-1)
        : undefined
      : (fields[at + step] ?? (step === 1 ? fields.find(missing) : undefined));
  if (next) {
    enterField(next);
    return true;
  }
  const end = step === 1 ? root.querySelector<HTMLElement>('[data-enter-end]') : null;
  end?.focus();
  return end !== null;
}
