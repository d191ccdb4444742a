import { chakra } from '@chakra-ui/react';
import { ArrowDown, ArrowLeftToLine, ArrowRightToLine, ArrowUp, Columns3 } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { Button } from '../Button.tsx';
import { placeFloating } from '../floating.ts';
import { IconButton } from '../IconButton.tsx';
import { useSay } from '../language.ts';
import type { TableView } from './tableView.ts';

export interface ColumnSettingsProps {
  readonly view: TableView;
  readonly titles: ReadonlyMap<string, Label>;
}

const Panel = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    m: 0,
    p: 0,
    w: '320px',
    bg: 'bg.panel',
    color: 'fg',
    border: 'hairline',
    borderRadius: 'md',
    boxShadow: 'float',
    textStyle: 'dense',
    zIndex: 'popover',
    '&:popover-open': { display: 'flex', flexDirection: 'column' },
  },
});
const Line = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    px: 2,
    borderRadius: 'sm',
    _hover: { bg: 'bg.subtle' },
    '& label': { display: 'flex', alignItems: 'center', gap: 2, flex: 1, minW: 0, minH: '28px', cursor: 'pointer' },
    '& label span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
});

/** Which columns are shown, where, and what is pinned; remembered as it is changed. */
export function ColumnSettings({ view, titles }: ColumnSettingsProps) {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isOpen || !panel.current || !button.current) return;
    panel.current.showPopover?.();
    placeFloating(panel.current, button.current, { align: 'end' });
    panel.current.querySelector('input')?.focus();
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    const onOutside = (event: PointerEvent): void => {
      if (event.target instanceof Node && !panel.current?.contains(event.target) && !button.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onOutside, true);
    return () => document.removeEventListener('pointerdown', onOutside, true);
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const shownCount = view.order.filter((key) => !view.isHidden(key)).length;
  return (
    <>
      <IconButton
        ref={button}
        size="sm"
        icon={Columns3}
        label={say(['列设置', 'Columns'])}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen ? (
        <Panel
          ref={panel}
          popover="manual"
          role="dialog"
          aria-label={say(['列设置', 'Columns'])}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            close();
          }}
        >
          <chakra.ul flex={1} minH={0} overflowY="auto" p={1}>
            {view.order.map((key, index) => {
              const title = say(titles.get(key) ?? [key, key]);
              const pin = view.pinOf(key);
              const before = view.order[index - 1];
              const afterNext = view.order[index + 2] ?? null;
              return (
                <Line key={key}>
                  <label>
                    <input
                      type="checkbox"
                      checked={!view.isHidden(key)}
                      disabled={!view.isHidden(key) && shownCount === 1}
                      onChange={(event) => view.hide(key, !event.target.checked)}
                    />
                    <span>{title}</span>
                  </label>
                  <IconButton
                    size="sm"
                    icon={ArrowUp}
                    label={say(['{title} 上移', 'Move {title} up'], { title })}
                    disabled={before === undefined}
                    onClick={() => before !== undefined && view.move(key, before)}
                  />
                  <IconButton
                    size="sm"
                    icon={ArrowDown}
                    label={say(['{title} 下移', 'Move {title} down'], { title })}
                    disabled={index === view.order.length - 1}
                    onClick={() => view.move(key, afterNext)}
                  />
                  <IconButton
                    size="sm"
                    icon={ArrowLeftToLine}
                    label={say(['{title} 固定在左侧', 'Pin {title} left'], { title })}
                    isPressed={pin === 'start'}
                    onClick={() => view.pin(key, pin === 'start' ? 'none' : 'start')}
                  />
                  <IconButton
                    size="sm"
                    icon={ArrowRightToLine}
                    label={say(['{title} 固定在右侧', 'Pin {title} right'], { title })}
                    isPressed={pin === 'end'}
                    onClick={() => view.pin(key, pin === 'end' ? 'none' : 'end')}
                  />
                </Line>
              );
            })}
          </chakra.ul>
          <chakra.div display="flex" justifyContent="space-between" p={2} borderTop="hairline">
            <Button size="sm" variant="ghost" disabled={!view.isChanged} onClick={view.reset}>
              {say(['恢复默认', 'Reset'])}
            </Button>
            <Button size="sm" onClick={close}>
              {say(['完成', 'Done'])}
            </Button>
          </chakra.div>
        </Panel>
      ) : null}
    </>
  );
}
