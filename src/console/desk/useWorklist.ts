import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState } from 'react';
import { mostKeptRows } from '#domain/sample/mostKept.ts';
import { refreshWorklist, worklist } from '#src/offline/master/worklists.ts';
import type { Failure } from '#src/ui/StateView.tsx';
import { useText } from '../useText.ts';
import { failureOfCall } from './useCall.ts';

export interface Worklist<Row> {
  readonly rows: readonly Row[];
  /** Desk clock, ms: when the server was asked for it; null: never. */
  readonly fetchedAt: number | null;
  /** False: this desk never got it, so that no rows say nothing. */
  readonly isKnown: boolean;
  /** Why the last try to renew it failed; the rows are the ones kept here. */
  readonly failure: Failure | null;
  /** More waits than a desk keeps: the rest moves up as these are done. */
  readonly isCut: boolean;
  /** How many there are in all, where they may be more than are kept and the server has said it. */
  readonly total: number | undefined;
  /** So many of them are not here. */
  readonly beyond: number;
  readonly isLoading: boolean;
  readonly refresh: () => Promise<void>;
}

const renewMs = 60_000;

/** A list this desk works from, also without network: kept per user, renewed when the screen opens and every minute. */
export function useWorklist<Row>(name: string): Worklist<Row> {
  const kept = useLiveQuery(() => worklist<Row>(name), [name]);
  const { label } = useText();
  const [error, setError] = useState<Error | null>(null);
  const [isLoading, setLoading] = useState(true);
  const refresh = useCallback(async () => {
    try {
      await refreshWorklist(name);
      setError(null);
    } catch (failed) {
      setError(failed as Error);
    } finally {
      setLoading(false);
    }
  }, [name]);
  useEffect(() => {
    const first = setTimeout(() => void refresh());
    const timer = setInterval(() => void refresh(), renewMs);
    const onBack = (): void => void refresh();
    window.addEventListener('online', onBack);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      window.removeEventListener('online', onBack);
    };
  }, [refresh]);
  return {
    rows: kept?.rows ?? [],
    isCut: (kept?.rows.length ?? 0) >= mostKeptRows,
    total: kept?.total,
    beyond: kept?.total === undefined ? 0 : Math.max(0, kept.total - kept.rows.length),
    fetchedAt: kept?.fetchedAt ?? null,
    isKnown: kept !== undefined,
    failure: failureOfCall(error, label),
    isLoading: isLoading && kept === undefined,
    refresh,
  };
}
