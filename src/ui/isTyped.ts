const boxes = 'input:not([type=button], [type=checkbox], [type=radio], [type=submit]), textarea, select, [contenteditable=true], [role=combobox]';

/** True where keys write a text or choose from a list: a letter means itself there. */
export const isTyped = (target: EventTarget | null): boolean => target instanceof Element && target.closest(boxes) !== null;
