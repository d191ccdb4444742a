import { useCallback, useMemo, useState } from 'react';
import { useOperations } from '#src/console/useOutbox.ts';
import { needsPerson } from '#src/offline/store/operation.ts';
import type { ShownState } from './importTexts.ts';

export interface SavedActs {
  readonly waiting: number;
  readonly sent: number;
  /** Refused by the server: they stand in the tray. */
  readonly refused: number;
  /** What has become of a line that was saved; null where it was not. */
  readonly stateOf: (line: number) => Extract<ShownState, 'saved' | 'sent' | 'refused'> | null;
}

/** What has become of the rows of this import, from the outbox itself. */
export function useSavedActs(saved: ReadonlyMap<number, string>): SavedActs {
  const [since] = useState(() => Date.now() - 24 * 3_600_000);
  const operations = useOperations({ types: ['summary.enter'], since });
  const stateByOpId = useMemo(
    () =>
      new Map(
        operations.map(
          (operation) => [operation.opId, needsPerson(operation) ? 'refused' : operation.resolvedAt === null ? 'saved' : 'sent'] as const,
        ),
      ),
    [operations],
  );
  const stateOf = useCallback(
    (line: number) => {
      const opId = saved.get(line);
      return opId === undefined ? null : (stateByOpId.get(opId) ?? 'saved');
    },
    [saved, stateByOpId],
  );
  const states = [...saved.keys()].map(stateOf);
  const count = (wanted: ShownState): number => states.filter((state) => state === wanted).length;
  return { waiting: count('saved'), sent: count('sent'), refused: count('refused'), stateOf };
}
