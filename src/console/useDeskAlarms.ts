import { useQuery } from '@tanstack/react-query';
import { devicePaths } from '#domain/desk/deviceRows.ts';
import { call, servicePath } from '#src/api/call.ts';
import { useSession } from './useSession.ts';

const renewMs = 60_000;

/** How many desks stand in alarm, for whom it concerns; null: not his, or not known. */
export function useDeskAlarms(): number | null {
  const { can, user } = useSession();
  const { data } = useQuery({
    queryKey: ['deskAlarms', user?.id],
    queryFn: ({ signal }) =>
      call<{ count: number }>('GET', servicePath('sample', devicePaths.alarmCount), { quiet: true, signal, timeoutMs: 20_000 }),
    enabled: can('device_view') && user?.isOffline === false,
    refetchInterval: renewMs,
    retry: false,
  });
  return data?.count ?? null;
}
