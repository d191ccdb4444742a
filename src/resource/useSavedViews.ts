import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { ListViewContent } from '#domain/system/savedView.ts';
import type { SavedView } from '#domain/system/savedViewCalls.ts';
import { ask } from '#src/api/ask.ts';

const noViews: readonly SavedView[] = [];

/** The views a person has of a screen, own ones and those offered to everybody; kept on this machine, so that they can be chosen without network. */
export function useSavedViews(screen: string) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['savedViews', screen],
    queryFn: ({ signal }) => ask('GET system/saved-view/list', { query: { screen }, quiet: true, signal }),
    staleTime: 60_000,
    retry: false,
    meta: { isKept: true },
  });
  const after = useCallback(async (asked: Promise<unknown>): Promise<void> => void (await asked, await refetch()), [refetch]);
  return {
    views: Array.isArray(data) ? data : noViews,
    /** Whether there are any is not known; null: it is. */
    retry: isError && !data ? () => void refetch() : null,
    save: (view: { id?: string; name: string; content: ListViewContent; isShared: boolean; isDefault?: boolean }) =>
      after(ask('POST system/saved-view/save', { body: { screen, ...view }, quiet: true })),
    setDefault: (id: string | null) => after(ask('POST system/saved-view/set-default', { body: { screen, id }, quiet: true })),
    remove: (id: string) => after(ask('POST system/saved-view/remove', { body: { id }, quiet: true })),
  };
}

/** Opens a list with its default view, once, where nothing else was asked for: a link says itself what it shows. */
export function useDefaultView(views: readonly SavedView[], isUntouched: boolean, apply: (view: SavedView) => void): void {
  const isDone = useRef(!isUntouched);
  useEffect(() => {
    if (isDone.current) return;
    if (!isUntouched) return void (isDone.current = true);
    const found = views.find(({ isDefault }) => isDefault);
    if (!found) return;
    isDone.current = true;
    apply(found);
  }, [views, isUntouched, apply]);
}
