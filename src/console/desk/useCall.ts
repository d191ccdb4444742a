import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, isTransportError, servicePath } from '#src/api/call.ts';
import type { Service } from '#domain/kernel/services.ts';
import type { Failure } from '#src/ui/StateView.tsx';
import { useText } from '../useText.ts';

export interface Called<T> {
  readonly data: T | undefined;
  readonly isStale: boolean;
  readonly failure: Failure | null;
  readonly retry: () => void;
}

/** What a screen says of a call that failed. */
export function failureOfCall(error: Error | null, label: ReturnType<typeof useText>['label']): Failure | null {
  return error
    ? {
        message: isTransportError(error) ? label(['连接不上服务器', 'The server cannot be reached']) : error.message,
        requestId: (error as { requestId?: string | null }).requestId ?? null,
        isOffline: isTransportError(error),
      }
    : null;
}

/** One GET with the three honest states; the old answer stays while it is asked again. */
export function useCall<T>(
  service: Service,
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
  isEnabled = true,
): Called<T> {
  const { label } = useText();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['call', service, path, query],
    queryFn: ({ signal }) => call<T>('GET', servicePath(service, path), { query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    retry: false,
  });
  return { data, isStale: isFetching && data !== undefined, failure: failureOfCall(error, label), retry: () => void refetch() };
}

export interface PageOf<Row> {
  readonly records: readonly Row[];
  readonly total: number;
}
