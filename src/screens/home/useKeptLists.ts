import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState } from 'react';
import { refreshWorklist, worklist, type WorklistName } from '#src/offline/master/worklists.ts';

export interface KeptList {
  /** undefined: this desk never got it. */
  readonly rows: readonly unknown[] | undefined;
  /** Desk clock, ms. */
  readonly fetchedAt: number | null;
  /** Why the last try to renew it failed; null: it did not. */
  readonly error: unknown;
}

const renewMs = 5 * 60_000;

/**
 * The work lists of this person, as kept on this desk and renewed while the home page is seen. Fetching them here also
 * means that a desk whose network fails a minute after the login has something to go on with.
 */
export function useKeptLists(names: readonly WorklistName[]): {
  readonly lists: Readonly<Partial<Record<WorklistName, KeptList>>>;
  readonly refresh: () => void;
  readonly isBusy: boolean;
} {
  const wanted = names.join(',');
  const [failed, setFailed] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const refresh = useCallback(async () => {
    const asked = wanted === '' ? [] : wanted.split(',');
    const outcomes = await Promise.allSettled(asked.map((name) => refreshWorklist(name)));
    setFailed(
      new Map(
        asked.flatMap((name, index) => {
          const outcome = outcomes[index];
          return outcome?.status === 'rejected' ? [[name, outcome.reason] as const] : [];
        }),
      ),
    );
    setBusy(false);
  }, [wanted]);
  useEffect(() => {
    const renew = (): void => void refresh();
    renew();
    const timer = setInterval(renew, renewMs);
    window.addEventListener('online', renew);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', renew);
    };
  }, [refresh]);
  const kept = useLiveQuery(
    async () =>
      Promise.all(
        wanted
          .split(',')
          .filter(Boolean)
          .map(async (name) => [name, await worklist(name)] as const),
      ),
    [wanted],
  );
  const lists = Object.fromEntries(
    (kept ?? []).map(([name, list]) => [name, { rows: list?.rows, fetchedAt: list?.fetchedAt ?? null, error: failed.get(name) ?? null }]),
  );
  const refreshNow = useCallback(() => {
    setBusy(true);
    void refresh();
  }, [refresh]);
  return { lists, refresh: refreshNow, isBusy };
}
