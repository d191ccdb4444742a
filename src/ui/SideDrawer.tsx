import { Drawer, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import type { DescribedForm } from './form/useDescribedForm.ts';
import { IconButton } from './IconButton.tsx';
import { useSay } from './language.ts';

export interface SideDrawerProps {
  /** In the user's language. */
  readonly title: ReactNode;
  /** Beside the title at the right: tags, acts. */
  readonly aside?: ReactNode;
  /** sm 480, md 880, lg 1200 px. */
  readonly size?: 'sm' | 'md' | 'lg';
  readonly onClose: () => void;
  /** A form inside: the drawer's whole body becomes its `<form>`, and closing asks only if something would be lost. */
  readonly form?: DescribedForm;
  /** Always in sight at the bottom; the save button carries `data-enter-end`. Beside a form that takes something stands a cancel button, which asks as Esc does. */
  readonly footer?: ReactNode;
  /** Where giving up the form does not close the drawer. */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/** True where Esc belongs to an open list or calendar inside, not to the drawer. */
function isInnerOpen(): boolean {
  return document.activeElement?.getAttribute('aria-expanded') === 'true' || document.querySelector('[role=dialog] [popover]:popover-open') !== null;
}

/** The first field that takes something, else the scan box, else the button that ends the form, else nothing special. */
function firstStop(content: HTMLElement | null): HTMLElement | null {
  return (
    content?.querySelector<HTMLElement>(
      'form input:enabled:not([readonly]):not([tabindex="-1"]), form textarea:enabled:not([readonly]), form [data-enter-stop]:enabled',
    ) ??
    content?.querySelector<HTMLElement>('[data-scan-box]:not([disabled])') ??
    content?.querySelector<HTMLElement>('[data-enter-end]') ??
    content
  );
}

/** A panel from the right over the page. Mounted means open; `onClose` unmounts it. */
export function SideDrawer({ title, aside, size = 'md', onClose, form, footer, onCancel, children }: SideDrawerProps) {
  const say = useSay();
  const content = useRef<HTMLDivElement>(null);
  const leave = async (): Promise<void> => {
    if (!form || (await form.mayLeave())) onClose();
  };
  const inside = (
    <>
      <Drawer.Body>{children}</Drawer.Body>
      {footer ? (
        <Drawer.Footer>
          {form && !form.isReadOnly ? <Button onClick={onCancel ?? (() => void leave())}>{say(['取消', 'Cancel'])}</Button> : null}
          {footer}
        </Drawer.Footer>
      ) : null}
    </>
  );
  return (
    <Drawer.Root
      open
      size={size}
      initialFocusEl={() => firstStop(content.current)}
      onOpenChange={({ open }) => open || void leave()}
      onEscapeKeyDown={(event) => isInnerOpen() && event.preventDefault()}
      // Only a press outside closes it: a drawer that goes (its record was being read) gives the focus back to the page.
      onFocusOutside={(event) => event.preventDefault()}
      // One that was opened out of another outlives it: what was made is shown while the drawer that made it is still going.
      onRequestDismiss={(event) => event.preventDefault()}
      onInteractOutside={(event) => form && !form.isReadOnly && event.preventDefault()}
    >
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content
            ref={content}
            onKeyDown={(event) => {
              // From the head of the drawer too, which is outside the form.
              if (!form || event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
              event.preventDefault();
              void form.save();
            }}
          >
            <Drawer.Header>
              <Drawer.Title>{title}</Drawer.Title>
              {aside}
              <IconButton label={say(['关闭', 'Close'])} keyHint="Esc" icon={X} onClick={() => void leave()} />
            </Drawer.Header>
            {form ? (
              <form {...form.formProps} style={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}>
                {inside}
              </form>
            ) : (
              inside
            )}
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
