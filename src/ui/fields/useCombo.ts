import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusNext } from '../focusNext.ts';
import type { PickerItem } from '../picker.ts';
import { useLatest } from '../useLatest.ts';
import { isComposing } from './control.ts';
import type { Holder, Unread } from './holder.ts';

export interface ComboOptions {
  readonly search: (query: string, signal: AbortSignal) => readonly PickerItem[] | Promise<readonly PickerItem[]>;
  /** `search` asks somebody far away: only when the typing rests. */
  readonly isFar?: boolean;
  readonly onPick: (item: PickerItem) => void;
  readonly isChosen: (item: PickerItem) => boolean;
  readonly onClear?: () => void;
  readonly onBackspace?: () => void;
  readonly onBlur?: () => void;
  /** Stays open after a pick, for several picks in a row. */
  readonly isMultiple?: boolean;
  readonly isFixed?: boolean;
  readonly input: RefObject<HTMLInputElement | null>;
}

const restMs = 120;

export type ComboState = 'idle' | 'loading' | 'ready' | 'failed';

const isExact = (item: PickerItem, query: string): boolean =>
  [item.code, item.name].some((text) => text?.toLowerCase() === query.trim().toLowerCase());

/** What a typed text means: what is called exactly so, else the only thing found. */
function meantBy(found: readonly PickerItem[], text: string): PickerItem | Unread {
  const open = found.filter((item) => !item.isDisabled);
  const exact = open.filter((item) => isExact(item, text));
  const [only, ...others] = exact.length > 0 ? exact : open;
  if (only && others.length === 0) return only;
  return { text: text.trim(), why: only ? 'severalRefs' : 'unknownRef' };
}

/** The behaviour of a searching select: typing, arrows, Enter (picks and goes on), Esc, blur. No markup. */
export function useCombo({
  search,
  isFar = false,
  onPick,
  isChosen,
  onClear,
  onBackspace,
  onBlur,
  isMultiple = false,
  isFixed = false,
  input,
}: ComboOptions) {
  /** What is being typed; null while the chosen value is shown. */
  const [query, setQuery] = useState<string | null>(null);
  /** The typed text was left, and means nothing here: it stays and says so. */
  const [unread, setUnread] = useState<Unread['why'] | null>(null);
  const current = useLatest({ query, onPick, isChosen, search });
  const [isOpen, setOpen] = useState(false);
  const [items, setItems] = useState<readonly PickerItem[]>([]);
  const [state, setState] = useState<ComboState>('idle');
  const [active, setActive] = useState(0);
  /** Enter was pressed before the answer came: the first match is picked when it does. */
  const isEnterOwed = useRef(false);
  /** That Enter is pressed again for whatever stands around the field; here it has been heard. */
  const isGoingOn = useRef(false);
  /** What was found for what stands there, known before it is drawn: an Enter in between must not wait for an answer that has come. */
  const answered = useRef<readonly PickerItem[] | null>(null);
  /** A row was picked for what stood there, within the same key as the field is left by: the text means nothing any more. */
  const isPicked = useRef(false);
  const isOpenNow = isOpen && !isFixed;

  const close = (): void => {
    setOpen(false);
    setQuery(null);
    setUnread(null);
    isEnterOwed.current = false;
  };
  const pick = (item: PickerItem | undefined): boolean => {
    if (!item || item.isDisabled) return false;
    isPicked.current = true;
    onPick(item);
    if (isMultiple) setQuery(null);
    else close();
    return true;
  };
  /** The Enter that waited goes on as one that need not: the form around it first works out what follows from the choice. */
  const goOn = (field: HTMLInputElement): void => {
    isGoingOn.current = true;
    if (field.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))) focusNext(field, 1);
    isGoingOn.current = false;
  };
  const settle = (found: readonly PickerItem[]): void => {
    answered.current = found;
    setItems(found);
    setState('ready');
    setActive(
      Math.max(
        0,
        found.findIndex((item) => !item.isDisabled),
      ),
    );
    if (!isEnterOwed.current) return;
    isEnterOwed.current = false;
    const hasFocus = document.activeElement === input.current;
    // What the choice leaves nothing to say to is closed before the next field is looked for.
    const isTaken = flushSync(() => pick(found.find((item) => !item.isDisabled)));
    if (isTaken && input.current && hasFocus) goOn(input.current);
    if (hasFocus) return;
    setOpen(false);
    // Nothing was found and nobody looks any more: the text stays and says so.
    if (!isTaken) void commit();
  };

  useEffect(() => {
    answered.current = null;
    if (!isOpenNow) return;
    const abort = new AbortController();
    const fail = (): void => {
      if (abort.signal.aborted) return;
      isEnterOwed.current = false;
      // Nothing was found out: who leaves or saves asks once more, and the text stays.
      answered.current = null;
      setItems([]);
      setState('failed');
      if (document.activeElement === input.current) return;
      setOpen(false);
      if (query?.trim()) setUnread('unsearchedRef');
    };
    const run = (): void => {
      let found: ReturnType<typeof search>;
      try {
        found = search((query ?? '').trim(), abort.signal);
      } catch {
        return fail();
      }
      if (!(found instanceof Promise)) return settle(found);
      setState('loading');
      found.then((answer) => abort.signal.aborted || settle(answer), fail);
    };
    // Keys come faster than answers from afar: one search for what stands there after a short rest.
    const timer = setTimeout(run, query && isFar ? restMs : 0);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
    // A new `search` function on each render must not search again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpenNow, query]);

  const open = (): void => {
    if (isFixed || isOpen) return;
    setState('loading');
    setOpen(true);
  };
  const type = (text: string): void => {
    if (isFixed) return;
    answered.current = null;
    isPicked.current = false;
    setQuery(text);
    setUnread(null);
    setState('loading');
    setOpen(true);
    if (text === '' && !isMultiple) onClear?.();
  };
  const move = (step: number): void => {
    if (items.length === 0) return;
    let next = active;
    do next = (next + step + items.length) % items.length;
    while (items[next]?.isDisabled && next !== active);
    setActive(next);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event) || isGoingOn.current) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (isOpenNow) move(event.key === 'ArrowDown' ? 1 : -1);
      else open();
    } else if (event.key === 'Escape' && (isOpenNow || query !== null)) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if ((event.key === 'Enter' || event.key === 'Tab') && isOpenNow && !event.shiftKey) {
      // Tab over an untouched list changes nothing; Enter takes the marked row. Both then go on.
      if (query === null && event.key === 'Tab') return close();
      // What is marked belongs to an earlier query until the answer is here.
      if (state === 'loading' && answered.current === null) {
        isEnterOwed.current = true;
        event.preventDefault();
        event.stopPropagation();
      } else if (!pick(state === 'loading' ? answered.current?.find((item) => !item.isDisabled) : items[active]) && event.key === 'Enter' && query) {
        event.preventDefault();
        event.stopPropagation();
      }
    } else if (event.key === 'Enter' && query?.trim() && !event.shiftKey) {
      // Left before and come back to: what it means is chosen now.
      event.preventDefault();
      event.stopPropagation();
      open();
    } else if (event.key === 'Backspace' && !query) onBackspace?.();
  };
  /** null: the search failed. */
  const lookedUp = async (text: string): Promise<readonly PickerItem[] | null> => {
    try {
      return await current.current.search(text, new AbortController().signal);
    } catch {
      return null;
    }
  };
  /** Chooses what the typed text means, asking once more where the answer is not here yet. */
  const commit = async (): Promise<Unread | null> => {
    const asked = current.current.query;
    if (isFixed || asked === null || isPicked.current) return null;
    if (asked.trim() === '') {
      close();
      return null;
    }
    const found = answered.current ?? (await lookedUp(asked.trim()));
    // Somebody typed on, or Enter got its answer meanwhile.
    if (current.current.query !== asked) return current.current.query === null ? null : commit();
    const meant: PickerItem | Unread = found ? meantBy(found, asked) : { text: asked.trim(), why: 'unsearchedRef' };
    if ('why' in meant) {
      setUnread(meant.why);
      setOpen(false);
      return meant;
    }
    if (!isMultiple || !current.current.isChosen(meant)) current.current.onPick(meant);
    close();
    return null;
  };
  const leave = (): void => {
    // Enter was pressed and the eyes are elsewhere already: what it asked for still comes.
    if (!isEnterOwed.current) {
      setOpen(false);
      void commit();
    }
    onBlur?.();
  };
  const holder: Holder = {
    commit,
    drop: close,
    note: () => () => {
      close();
      isPicked.current = false;
      setQuery(query);
      setUnread(unread);
    },
  };

  return { query, unread, isOpen: isOpenNow, items, state, active, open, close, type, pick, setActive, onKeyDown, leave, holder };
}
