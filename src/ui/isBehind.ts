/** Whether a drawer or a question is open that does not hold this part of the page: no key saves what nobody looks at. */
export const isBehind = (part: Element | null = null): boolean =>
  [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].some((open) => part === null || !open.contains(part));
