import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { exportState, type MyExport } from '#domain/kernel/listExport.ts';
import { call, servicePath } from '#src/api/call.ts';
import { download } from '#src/api/download.ts';
import { saveBlob } from '#src/api/saveBlob.ts';

const key = ['myExports'] as const;
const path = (verb: string): string => servicePath('system', `my-export/${verb}`);
const askedAgainMs = 1_500;

/** Waiting or being made. */
export const isOpen = ({ state }: MyExport): boolean => state === exportState.waiting || state === exportState.running;

/** One's own files. Asked again while one is being made; a list asks at all only once one was started or looked for. */
export function useMyExports(isAsked: boolean) {
  const client = useQueryClient();
  const isKnown = client.getQueryData(key) !== undefined;
  const answer = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call<readonly MyExport[]>('GET', path('list'), { quiet: true, signal }),
    enabled: isAsked || isKnown,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? askedAgainMs : false),
    retry: false,
  });
  const { refetch } = answer;
  const act = useCallback(
    async (verb: 'cancel' | 'remove', id: string): Promise<void> => {
      await call('POST', path(verb), { body: { id }, quiet: true });
      await refetch();
    },
    [refetch],
  );
  return { exports: answer.data, error: answer.error, reload: refetch, act };
}

/** Asks for a list as a file, made behind the screen. Throws CallError. */
export function useStartExport(): (resource: string, query: Readonly<Record<string, string | number>>) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (resource, query) => {
      await call('POST', path('start'), { body: { resource, query }, headers: { 'Idempotency-Key': crypto.randomUUID() }, quiet: true });
      await client.fetchQuery({ queryKey: key, queryFn: () => call<readonly MyExport[]>('GET', path('list'), { quiet: true }), staleTime: 0 });
    },
    [client],
  );
}

/** Fetches a finished file; the browser saves it. Throws CallError. */
export async function fetchExport({ id, title }: MyExport): Promise<void> {
  const { blob, name } = await download(path('download'), { id }, `${title}.xlsx`);
  saveBlob(blob, name);
}
