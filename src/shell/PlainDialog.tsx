import { Dialog, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useText } from '#src/console/useText.ts';
import { IconButton } from '#src/ui/IconButton.tsx';

export interface PlainDialogProps {
  readonly title: string;
  /** CSS width at most. */
  readonly width: string;
  /** The page stays undimmed: what is chosen here shows upon it. */
  readonly isClear?: boolean;
  /** What the person came for: it has the focus at once. Else the first control of the body. */
  readonly focus?: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

/** A dialog that shows or chooses and is closed: x, Esc or a click beside it. */
export function PlainDialog({ title, width, isClear = false, focus, onClose, children, footer }: PlainDialogProps) {
  const { t } = useText();
  const body = useRef<HTMLDivElement>(null);
  const first = (): HTMLElement | null => focus?.current ?? body.current?.querySelector<HTMLElement>('input:checked, input, select, button') ?? null;
  return (
    <Dialog.Root
      open
      initialFocusEl={first}
      // Only a press outside closes it: a scan box of the page behind may call the focus back.
      onFocusOutside={(event) => event.preventDefault()}
      onOpenChange={({ open }) => open || onClose()}
    >
      <Portal>
        <Dialog.Backdrop {...(isClear ? { bg: 'transparent' } : {})} />
        <Dialog.Positioner>
          <Dialog.Content maxW={width}>
            <Dialog.Header>
              <Dialog.Title>{title}</Dialog.Title>
              <IconButton label={t('act.close')} icon={X} size="sm" onClick={onClose} style={{ marginLeft: 'auto' }} />
            </Dialog.Header>
            <Dialog.Body ref={body} pb={footer ? 2 : 4}>
              {children}
            </Dialog.Body>
            {footer ? <Dialog.Footer>{footer}</Dialog.Footer> : null}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
