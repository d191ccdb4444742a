import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters, type QueryKey } from '@tanstack/react-query';
import type { PersistQueryClientOptions } from '@tanstack/react-query-persist-client';
import { CallError } from '#src/api/call.ts';
import { dropAllKept, textStorage } from '#src/ui/browserStorage.ts';

const cacheKey = 'accession-queries';
const keptForMs = 24 * 3_600_000;
/** localStorage holds 5 MB for everything: a query that is larger than this is not kept. */
const maxKeptLength = 60_000;

/**
 * A query whose first answer is still on its way cannot be asked again (TanStack Query hands out the same promise), and that answer may
 * have been read before the act it is invalidated for: it is asked once more as soon as it is there, so that no list misses an act.
 */
export class ConsoleQueries extends QueryClient {
  override async invalidateQueries<Key extends QueryKey>(filters?: InvalidateQueryFilters<Key>, options?: InvalidateOptions): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters as InvalidateQueryFilters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
    await super.invalidateQueries(filters, options);
    const late = new Set(first.map(({ queryHash }) => queryHash));
    if (late.size > 0) await super.invalidateQueries({ predicate: ({ queryHash }) => late.has(queryHash) }, options);
  }
}

/**
 * Server state of online screens. A transport failure is tried twice more; our server's own answer is final.
 * Queries run without `navigator.onLine`'s opinion: it is true with a dead server and false behind some proxies.
 */
export const queryClient = new ConsoleQueries({
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
