import { useQuery } from '@tanstack/react-query';
import { ask } from '#src/api/ask.ts';
import { useSession } from './useSession.ts';

const renewMs = 60_000;

/** How many desks stand in alarm, for whom it concerns; null: not theirs, or not known. */
export function useDeskAlarms(): number | null {
  const { can, user } = useSession();
  const { data } = useQuery({
    queryKey: ['deskAlarms', user?.id],
    queryFn: ({ signal }) => ask('GET sample/offline/alarm-count', { quiet: true, signal, timeoutMs: 20_000 }),
    enabled: can('device_view') && user?.isOffline === false,
    refetchInterval: renewMs,
    retry: false,
  });
  return data?.count ?? null;
}
