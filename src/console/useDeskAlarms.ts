import { useQuery } from '@tanstack/react-query';
import { ask } from '#src/api/ask.ts';
import { useSession } from './useSession.ts';

const renewMs = 60_000;

export interface DeskAlarms {
  /** Of those who do not look after desks, and before the first answer: 0. */
  readonly count: number;
  /** Why the last question had no answer; the count is then old. */
  readonly error: Error | null;
  /** ms since 1970; 0 before the first answer. */
  readonly updatedAt: number;
}

/** How many desks stand in alarm, for whom it concerns. */
export function useDeskAlarms(): DeskAlarms {
  const { can, user } = useSession();
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['deskAlarms', user?.id],
    queryFn: ({ signal }) => ask('GET sample/offline/alarm-count', { quiet: true, signal, timeoutMs: 20_000 }),
    enabled: can('device_view') && user?.isOffline === false,
    refetchInterval: renewMs,
    retry: false,
  });
  return { count: data?.count ?? 0, error, updatedAt: dataUpdatedAt };
}
