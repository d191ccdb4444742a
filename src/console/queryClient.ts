import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { QueryClient } from '@tanstack/react-query';
import type { PersistQueryClientOptions } from '@tanstack/react-query-persist-client';
import { CallError } from '#src/api/call.ts';
import { dropAllKept, textStorage } from '#src/ui/browserStorage.ts';

const cacheKey = 'accession-queries';
const keptForMs = 24 * 3_600_000;
/** localStorage holds 5 MB for everything: a query that is larger than this is not kept. */
const maxKeptLength = 60_000;

/**
 * Server state of online screens. A transport failure is tried twice more; our server's own answer is final.
 * Queries run without `navigator.onLine`'s opinion: it is true with a dead server and false behind some proxies.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: keptForMs,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && error instanceof CallError && error.isTransport && error.kind !== 'aborted',
      retryDelay: (attempt) => 500 * 2 ** attempt,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Only queries that ask for it (`meta: { isKept: true }`) survive a reload, and only small ones: choices, counts, names. Never patient data. */
export function persistOptions(userId: string): Omit<PersistQueryClientOptions, 'queryClient'> {
  return {
    persister: createSyncStoragePersister({ storage: textStorage, key: `${cacheKey}:${userId}`, throttleTime: 2_000 }),
    maxAge: keptForMs,
    buster: __APP_VERSION__,
    dehydrateOptions: {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: (query) =>
        query.state.status === 'success' && query.meta?.isKept === true && JSON.stringify(query.state.data ?? null).length <= maxKeptLength,
    },
  };
}

/** Forgets every answer of the server, in memory and on this machine: at logout and when another person signs in. */
export function forgetQueries(): void {
  queryClient.clear();
  dropAllKept(cacheKey);
}
