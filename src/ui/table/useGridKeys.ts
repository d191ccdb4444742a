import { type KeyboardEvent, useState } from 'react';
import { isComposing } from '../fields/control.ts';

export interface GridKeysOptions {
  readonly rowCount: number;
  /** Keys of the visible columns, in order. */
  readonly columnKeys: readonly string[];
  /** Rows that fit at once, for PageUp and PageDown. */
  readonly pageRows: number;
  readonly onTick: (place: number) => void;
  readonly onTickTo: (from: number, to: number) => void;
  readonly onTickAll: () => void;
  readonly onOpen: (place: number) => void;
  readonly onCopy: (place: number, column: string) => void;
  readonly onMoved: (place: number) => void;
  /** The marked row where another part of the screen has a say in it, -1: none; absent: the keys alone say. */
  readonly chosen?: number | undefined;
  readonly onChoose: (place: number) => void;
}

export interface ActiveCell {
  readonly place: number;
  readonly column: string;
  /** Then it is scrolled into sight. */
  readonly isByKey: boolean;
}

/** Keys of a list: up/down move, left/right choose the cell, Space ticks (Shift: as far as here), Enter opens, Ctrl+A ticks all, Ctrl+C copies the cell. */
export function useGridKeys({
  rowCount,
  columnKeys,
  pageRows,
  onTick,
  onTickTo,
  onTickAll,
  onOpen,
  onCopy,
  onMoved,
  chosen,
  onChoose,
}: GridKeysOptions) {
  const [own, setActive] = useState<ActiveCell | null>(null);
  const firstColumn = columnKeys.find((key) => !key.startsWith('__')) ?? columnKeys[0] ?? '';
  const led = chosen === undefined || chosen === own?.place ? own : { place: chosen, column: own?.column ?? firstColumn, isByKey: true };
  const marked = led !== null && led.place < 0 ? null : led;
  // A shorter page must not leave the mark outside.
  const active = marked === null || rowCount === 0 ? null : marked.place < rowCount ? marked : { ...marked, place: rowCount - 1 };
  /** Where Shift reaches from: the last row ticked by itself. */
  const [anchor, setAnchor] = useState<number | null>(null);

  const moveTo = (place: number): void => {
    if (rowCount === 0) return;
    const next = Math.max(0, Math.min(rowCount - 1, place));
    setActive({ place: next, column: active?.column ?? firstColumn, isByKey: true });
    onMoved(next);
    onChoose(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement;
    if (isComposing(event) || rowCount === 0 || target.closest('input:not([type=checkbox]), textarea, [role=menu]')) return;
    // Buttons and links inside keep Enter and Space for themselves; arrows still move.
    const isInner = target.closest('button, a, input') !== null;
    const place = active?.place ?? -1;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === 'a' && !isInner) onTickAll();
    else if (isCommand && event.key.toLowerCase() === 'c') {
      if (!active || window.getSelection()?.toString()) return;
      onCopy(place, active.column);
    } else if (isCommand || event.altKey) return;
    else if (event.key === 'ArrowDown') moveTo(place + 1);
    else if (event.key === 'ArrowUp') moveTo(place < 0 ? 0 : place - 1);
    else if (event.key === 'PageDown') moveTo(place + pageRows);
    else if (event.key === 'PageUp') moveTo(place - pageRows);
    else if (event.key === 'Home') moveTo(0);
    else if (event.key === 'End') moveTo(rowCount - 1);
    else if ((event.key === 'ArrowLeft' || event.key === 'ArrowRight') && active) {
      const at = columnKeys.indexOf(active.column) + (event.key === 'ArrowRight' ? 1 : -1);
      const column = columnKeys[Math.max(0, Math.min(columnKeys.length - 1, at))];
      if (column) setActive({ place, column, isByKey: true });
    } else if (event.key === ' ' && !isInner && active) {
      if (event.shiftKey) onTickTo(anchor ?? place, place);
      else onTick(place);
      setAnchor(place);
    } else if (event.key === 'Enter' && !isInner && active) onOpen(place);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const mark = (place: number, column: string): void => {
    setActive({ place, column, isByKey: false });
    onChoose(place);
  };
  return { active, anchor, setAnchor, onKeyDown, mark, markFirst: () => active === null && moveTo(0) };
}
