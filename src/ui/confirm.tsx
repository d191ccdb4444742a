import { Dialog, Portal } from '@chakra-ui/react';
import { useRef, useSyncExternalStore } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { Button } from './Button.tsx';
import { useSay } from './language.ts';

export interface Question {
  readonly title?: Label;
  /** What will happen; with `params` for its places. */
  readonly text: Label;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly confirmLabel?: Label;
  readonly cancelLabel?: Label;
  /** The act cannot be undone: red button, and the focus rests on cancel. */
  readonly isDanger?: boolean;
}
interface Asked extends Question {
  readonly answer: (isYes: boolean) => void;
}

let asked: readonly Asked[] = [];
const listeners = new Set<() => void>();
function change(next: readonly Asked[]): void {
  asked = next;
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Asks in a dialog and resolves with the answer; Esc and a click outside mean no. Questions wait for one another. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    change([...asked, { ...question, answer: resolve }]);
  });
}

/** Shows the questions of `confirm()`; stands once, in UiProvider. */
export function ConfirmHost() {
  const say = useSay();
  const question = useSyncExternalStore(subscribe, () => asked[0]);
  const first = useRef<HTMLButtonElement>(null);
  if (!question) return null;
  const answer = (isYes: boolean): void => {
    change(asked.slice(1));
    question.answer(isYes);
  };
  const cancel = (
    <Button ref={question.isDanger ? first : undefined} onClick={() => answer(false)}>
      {say(question.cancelLabel ?? ['取消', 'Cancel'])}
    </Button>
  );
  return (
    <Dialog.Root open role="alertdialog" initialFocusEl={() => first.current} onOpenChange={({ open }) => open || answer(false)}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{say(question.title ?? ['提示', 'Please confirm'])}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body whiteSpace="pre-wrap">{say(question.text, question.params)}</Dialog.Body>
            <Dialog.Footer>
              {cancel}
              <Button ref={question.isDanger ? undefined : first} variant={question.isDanger ? 'danger' : 'primary'} onClick={() => answer(true)}>
                {say(question.confirmLabel ?? ['确定', 'OK'])}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
