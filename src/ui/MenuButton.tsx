import { Menu, Portal } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { cloneElement, type ReactElement, useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { Kbd } from './Kbd.tsx';
import { useSay } from './language.ts';

export interface MenuAct {
  readonly key: string;
  readonly label: Label;
  readonly icon?: LucideIcon;
  readonly isDanger?: boolean;
  /** false or a reason greys it. */
  readonly mayAct?: boolean | Label;
  readonly keyHint?: string;
  readonly isChosen?: boolean;
  /** A line above it. */
  readonly isNewGroup?: boolean;
  readonly onAct: () => void;
}

export interface MenuButtonProps {
  /** A button; it opens the menu by click, Enter, Space or arrow down. */
  readonly trigger: ReactElement<any>;
  readonly acts: readonly MenuAct[];
  readonly label?: Label;
}

/** A button with a menu that exists only while it is open: a table of two hundred rows carries no two hundred menus. */
export function MenuButton({ trigger, acts, label }: MenuButtonProps) {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const close = (): void => {
    setOpen(false);
    anchor.current?.focus();
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => setOpen(!isOpen),
        onKeyDown: (event: React.KeyboardEvent) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          event.stopPropagation();
          setOpen(true);
        },
      })}
      {isOpen ? (
        <Menu.Root
          defaultOpen
          onOpenChange={({ open }) => open || close()}
          onSelect={({ value }) => acts.find((act) => act.key === value)?.onAct()}
          positioning={{ getAnchorRect: () => anchor.current?.getBoundingClientRect() ?? null, placement: 'bottom-end', offset: { mainAxis: 4 } }}
          onInteractOutside={(event) => {
            // The button itself closes what it opened.
            if (event.detail.originalEvent.target instanceof Node && anchor.current?.contains(event.detail.originalEvent.target))
              event.preventDefault();
          }}
        >
          <Portal>
            <Menu.Positioner>
              <Menu.Content aria-label={label ? say(label) : undefined}>
                {acts.map((act) => {
                  const Icon = act.icon;
                  const reason = Array.isArray(act.mayAct) ? say(act.mayAct as unknown as Label) : undefined;
                  return [
                    act.isNewGroup ? <Menu.Separator key={`${act.key}-line`} /> : null,
                    <Menu.Item
                      key={act.key}
                      value={act.key}
                      disabled={act.mayAct === false || reason !== undefined}
                      data-danger={act.isDanger || undefined}
                      data-tip={reason}
                      aria-current={act.isChosen || undefined}
                      fontWeight={act.isChosen ? 'semibold' : undefined}
                    >
                      {Icon ? <Icon size={14} aria-hidden /> : null}
                      <span>{say(act.label)}</span>
                      {act.keyHint ? (
                        <Menu.ItemCommand>
                          <Kbd>{act.keyHint}</Kbd>
                        </Menu.ItemCommand>
                      ) : null}
                    </Menu.Item>,
                  ];
                })}
              </Menu.Content>
            </Menu.Positioner>
          </Portal>
        </Menu.Root>
      ) : null}
    </>
  );
}
