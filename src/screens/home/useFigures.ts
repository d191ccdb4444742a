import { useQuery } from '@tanstack/react-query';
import { ask } from '#src/api/ask.ts';
import { useSession } from '#src/console/useSession.ts';

const renewMs = 60_000;

/** The figures of the day; where the server cannot be asked, the last ones this desk got. */
export function useFigures() {
  const { user } = useSession();
  return useQuery({
    queryKey: ['home', 'figures', user?.id],
    queryFn: ({ signal }) => ask('GET search/dashboard/figures', { quiet: true, signal, timeoutMs: 20_000 }),
    refetchInterval: renewMs,
    retry: false,
    meta: { isKept: true },
  });
}
