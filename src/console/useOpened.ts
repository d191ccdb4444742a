import { useEffect, useState } from 'react';
import { onKeysChange } from '#src/offline/keys/deskKeys.ts';
import { type Opened, openPayload } from '#src/offline/store/openPayload.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';

/** What an act says, for who works here now; undefined while it is being opened. Follows lock and unlock. */
export function useOpened(operation: OutboxOperation): Opened | undefined {
  const [read, setRead] = useState<{ readonly opId: string; readonly opened: Opened } | undefined>();
  const { opId } = operation;
  useEffect(() => {
    let isGone = false;
    const open = (): void =>
      void openPayload(operation).then((opened) => {
        if (!isGone) setRead({ opId, opened });
      });
    open();
    const stop = onKeysChange(open);
    return () => {
      isGone = true;
      stop();
    };
    // What an act says is frozen: its other changes do not matter.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [opId]);
  return read?.opId === opId ? read.opened : undefined;
}
