import { useQuery, useQueryClient } from '@tanstack/react-query';
import { noticePollMs } from '#domain/notice/notice.ts';
import type { OwnNotice } from '#domain/notice/noticeCalls.ts';
import { call, servicePath } from '#src/api/call.ts';
import type { PageOf } from '../desk/useCall.ts';
import { useSession } from '../useSession.ts';

/** The first key of every query about one's own notices. */
export const noticesKey = 'notices';

export interface Unread {
  /** How many wait; null: not known. */
  readonly count: number | null;
  /** The next one, what must be confirmed before the others; with its text. */
  readonly next: OwnNotice | null;
  /** When the server last answered, ms; 0: never. */
  readonly askedAt: number;
}

/** What this person has not read yet: asked once a minute and when the window is looked at again; quiet without network. */
export function useUnreadNotices(): Unread {
  const { user } = useSession();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: [noticesKey, user?.id, 'unread'],
    queryFn: ({ signal }) =>
      call<PageOf<OwnNotice>>('GET', servicePath('desk', 'notice/my-list'), {
        query: { current: 1, size: 1, mode: 2 },
        quiet: true,
        signal,
        timeoutMs: 20_000,
      }),
    enabled: user !== null && !user.isOffline,
    refetchInterval: noticePollMs,
    refetchOnWindowFocus: true,
    retry: false,
  });
  return { count: data ? Number(data.total) : null, next: data?.records[0] ?? null, askedAt: dataUpdatedAt };
}

/** Says that this person has read (and confirms) a notice; afterwards everything about their notices is asked anew. Throws CallError. */
export function useConfirmNotice(): (id: string) => Promise<void> {
  const queries = useQueryClient();
  return async (id) => {
    await call('POST', servicePath('desk', 'notice/confirm'), { body: { id }, quiet: true, timeoutMs: 20_000 });
    await queries.invalidateQueries({ queryKey: [noticesKey] });
    await queries.invalidateQueries({ queryKey: ['call', 'desk', 'notice/my-list'] });
  };
}
