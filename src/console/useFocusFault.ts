import { type RefObject, useEffect } from 'react';

/** Puts the focus into the first field at fault each time `tries` grows: after a submit that went nowhere nobody has to look for it. */
export function useFocusFault(form: RefObject<HTMLElement | null>, tries: number): void {
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [form, tries]);
}
