import { Dialog, Portal } from '@chakra-ui/react';
import type { FormEvent, ReactNode } from 'react';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';

export interface FormDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly isBusy?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A small question with fields: 400 px, Enter submits, Esc closes, a press beside it does nothing. */
export function FormDialog({ title, submitLabel, isBusy = false, onSubmit, onClose, children }: FormDialogProps) {
  const { t } = useText();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog.Root
      open
      // What is typed is given up by Esc or the button, never by a press beside it or by a scan box that calls the focus back.
      closeOnInteractOutside={false}
      onOpenChange={({ open }) => open || onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content maxW="400px">
            <form onSubmit={submit} noValidate>
              <Dialog.Header>
                <Dialog.Title>{title}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body display="flex" flexDirection="column" gap={3}>
                {children}
              </Dialog.Body>
              <Dialog.Footer>
                <Button onClick={onClose}>{t('act.cancel')}</Button>
                <Button type="submit" variant="primary" isBusy={isBusy}>
                  {submitLabel}
                </Button>
              </Dialog.Footer>
            </form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
