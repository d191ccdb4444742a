import { type RefObject, useEffect } from 'react';
import { useLatest } from '../useLatest.ts';

/** What a control holds besides the value its form knows: text that was typed and not read yet. */
export interface Holder {
  /** Reads what was typed, as leaving the control does; answers why it means nothing here. */
  readonly commit?: () => Unread | null | Promise<Unread | null>;
  /** Forgets what was typed: the form starts over. */
  readonly drop?: () => void;
  /** Notes what stands in the control; the answer brings it back. */
  readonly note: () => () => void;
}
/** A typed text that chooses nothing. */
export interface Unread {
  readonly text: string;
  readonly why: 'unknownRef' | 'severalRefs' | 'unsearchedRef';
}

const holders = new WeakMap<Element, () => Holder>();
const marked = 'data-holder';

/** Makes a control known by its element. */
export function useHolder(element: RefObject<HTMLElement | null>, holder: Holder): void {
  const latest = useLatest(holder);
  useEffect(() => {
    const own = element.current;
    if (!own) return undefined;
    own.setAttribute(marked, '');
    holders.set(own, () => latest.current);
    return () => void holders.delete(own);
  }, [element, latest]);
}

const within = (root: ParentNode): (readonly [HTMLElement, Holder])[] =>
  [...root.querySelectorAll<HTMLElement>(`[${marked}]`)].flatMap((element) => {
    const holder = holders.get(element)?.();
    return holder ? [[element, holder] as const] : [];
  });

/** What is visible is what is saved: every control reads what was typed into it. Answers the ones that could not. */
export async function commitTyped(root: ParentNode): Promise<readonly (Unread & { readonly element: HTMLElement })[]> {
  const read = await Promise.all(
    within(root).map(async ([element, holder]) => {
      const unread = (await holder.commit?.()) ?? null;
      return unread ? [{ ...unread, element }] : [];
    }),
  );
  return read.flat();
}

export function dropTyped(root: ParentNode): void {
  for (const [, holder] of within(root)) holder.drop?.();
}

/** React watches the property of the instance; the prototype's own setter goes past it. */
function setText(input: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (input.value === text) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Notes what stands where keys are about to go; the answer brings it back, whatever the keys did there. */
export function noteContent(target: Element): () => void {
  const own = target.closest(`[${marked}]`);
  const holder = own && holders.get(own)?.();
  if (holder) return holder.note();
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return () => undefined;
  const { value, selectionStart, selectionEnd } = target;
  return () => {
    setText(target, value);
    if (selectionStart !== null) target.setSelectionRange(selectionStart, selectionEnd);
  };
}

/** The element one control hears keys at: a group of buttons is one. */
export const controlOf = (target: Element): Element => target.closest(`[${marked}]`) ?? target;
