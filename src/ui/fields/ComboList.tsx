import { chakra } from '@chakra-ui/react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { placeFloating } from '../floating.ts';
import { useSay } from '../language.ts';
import type { PickerItem } from '../picker.ts';
import type { ComboState } from './useCombo.ts';

export interface ComboListProps {
  readonly id: string;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly items: readonly PickerItem[];
  readonly state: ComboState;
  readonly active: number;
  readonly isChosen: (item: PickerItem) => boolean;
  readonly isMultiple: boolean;
  /** Changes when the anchor may have grown. */
  readonly count: number;
  readonly onActive: (index: number) => void;
  readonly onPick: (item: PickerItem) => void;
}

const List = chakra('ul', {
  base: {
    position: 'fixed',
    inset: 'auto',
    m: 0,
    p: 1,
    maxH: '280px',
    maxW: 'min(520px, 96vw)',
    overflowY: 'auto',
    bg: 'bg.panel',
    color: 'fg',
    border: 'hairline',
    borderRadius: 'md',
    boxShadow: 'float',
    textStyle: 'dense',
    zIndex: 'popover',
  },
});
const Line = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'baseline',
    gap: 2,
    minH: '28px',
    px: 2,
    py: 1,
    borderRadius: 'sm',
    cursor: 'pointer',
    '& > code': { fontFamily: 'mono', color: 'fg.muted', fontVariantNumeric: 'tabular-nums', flexShrink: 0 },
    '& > small': { ml: 'auto', pl: 2, fontSize: '12px', color: 'fg.muted', whiteSpace: 'nowrap' },
    '&[data-active]': { bg: 'bg.muted' },
    '&[aria-selected=true]': { color: 'accent.text', fontWeight: 'medium' },
    '&[aria-disabled=true]': { color: 'fg.disabled', cursor: 'not-allowed' },
  },
});

/** The list under a combo, in the top layer: neither a drawer nor a table can clip it. */
export function ComboList({ id, anchor, items, state, active, isChosen, isMultiple, count, onActive, onPick }: ComboListProps) {
  const say = useSay();
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || !anchor.current) return;
    if (!element.matches(':popover-open')) element.showPopover?.();
    const place = (): void => {
      if (anchor.current) placeFloating(element, anchor.current, { matchWidth: true });
    };
    place();
    element.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' });
    window.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
    };
  }, [anchor, items, active, state, count]);
  return (
    <List
      ref={list}
      id={id}
      role="listbox"
      popover="manual"
      aria-multiselectable={isMultiple || undefined}
      aria-label={say(['可选项', 'Options'])}
      onPointerDown={(event) => event.preventDefault()}
    >
      {items.map((item, index) => (
        <Line
          key={item.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={isChosen(item)}
          aria-disabled={item.isDisabled || undefined}
          data-active={index === active || undefined}
          onPointerMove={() => index === active || onActive(index)}
          onClick={() => onPick(item)}
        >
          {item.code ? <code>{item.code}</code> : null}
          <span>{item.name}</span>
          {item.note ? <small>{item.note}</small> : null}
        </Line>
      ))}
      {items.length === 0 ? (
        <Line as="li" role="presentation" cursor="default" color="fg.muted">
          {say(
            state === 'loading'
              ? ['搜索中…', 'Searching…']
              : state === 'failed'
                ? ['搜索失败,请检查网络后重试', 'The search failed; check the network and try again']
                : ['没有匹配的结果', 'Nothing matches'],
          )}
        </Line>
      ) : null}
    </List>
  );
}
