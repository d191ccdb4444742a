import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, type CallError, isTransportError, servicePath } from '#src/api/call.ts';
import { ask, partsOfName, type ReadName } from '#src/api/ask.ts';
import type { Declared } from '#domain/contracts.ts';
import type { AnswerOf, QueryOf } from '#domain/kernel/contract.ts';
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
  if (!error) return null;
  const isOffline = isTransportError(error) && !(error as CallError).isSaid;
  return {
    message: isOffline ? label(['连接不上服务器', 'The server cannot be reached']) : error.message,
    requestId: (error as { requestId?: string | null }).requestId ?? null,
    isOffline,
  };
}

/** One GET with the three honest states; the old answer stays while it is asked again. Without a contract yet: declared calls have `useAsked`. */
export function useCall<T>(
  service: Service,
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
  isEnabled = true,
): Called<T> {
  return useAnswer(['call', service, path, query], (signal) => call<T>('GET', servicePath(service, path), { query, quiet: true, signal }), isEnabled);
}

/** The same for a declared call. */
export function useAsked<Name extends ReadName>(
  name: Name,
  query: Readonly<QueryOf<Declared[Name]>>,
  isEnabled = true,
): Called<AnswerOf<Declared[Name]>> {
  const { service, path } = partsOfName(name);
  return useAnswer(
    ['call', service, path, query],
    (signal) => ask(name, { query, quiet: true, signal } as Parameters<typeof ask<Name>>[1]),
    isEnabled,
  );
}

/** The declared calls that answer page by page, and their rows. */
export type PageName = { [Name in ReadName]: AnswerOf<Declared[Name]> extends PageOf<object> ? Name : never }[ReadName];
export type RowOfPage<Name extends PageName> = AnswerOf<Declared[Name]> extends PageOf<infer Row> ? Row : never;

/** One page of a declared list. */
export function useAskedPage<Name extends PageName>(name: Name, query: Readonly<QueryOf<Declared[Name]>>): Called<PageOf<RowOfPage<Name>>> {
  return useAsked(name, query) as Called<unknown> as Called<PageOf<RowOfPage<Name>>>;
}

function useAnswer<T>(queryKey: readonly unknown[], queryFn: (signal: AbortSignal) => Promise<T>, isEnabled: boolean): Called<T> {
  const { label } = useText();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => queryFn(signal),
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
