import { useQuery } from '@tanstack/react-query';
import { dashboardPath, type DashboardFigures } from '#domain/search/dashboard.ts';
import { call, servicePath } from '#src/api/call.ts';
import { useSession } from '#src/console/useSession.ts';

const renewMs = 60_000;

/** The figures of the day; where the server cannot be asked, the last ones this desk got. */
export function useFigures() {
  const { user } = useSession();
  return useQuery({
    queryKey: ['home', 'figures', user?.id],
    queryFn: ({ signal }) => call<DashboardFigures>('GET', servicePath('search', dashboardPath), { quiet: true, signal, timeoutMs: 20_000 }),
    refetchInterval: renewMs,
    retry: false,
    meta: { isKept: true },
  });
}
