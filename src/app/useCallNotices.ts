import { useEffect } from 'react';
import type { createBrowserRouter } from 'react-router-dom';
import { onCallEvent } from '#src/api/callEvents.ts';
import { wantedAt } from '#src/console/wantedPlace.ts';
import { notify } from '#src/ui/notify.tsx';

/** Shows what calls have to say (docs/contract.md#errors): error toasts, the end of a session, a password that must be changed. */
export function useCallNotices(router: ReturnType<typeof createBrowserRouter>): void {
  useEffect(
    () =>
      onCallEvent((event) => {
        if (event.type === 'failed') notify.error(event.message, event.code >= 500 ? { detail: event.requestId } : {});
        else if (event.type === 'waiting') notify.warn(event.message, { stayMs: event.seconds * 1000 });
        // The guard leads to the login page; the outbox keeps what it holds.
        else if (event.type === 'expired') notify.error(event.message, { stayMs: 0 });
        else if (event.type === 'passwordChange') {
          const { location } = router.state;
          const isTold = location.pathname === '/changepassword' && Boolean((location.state as { reason?: unknown } | null)?.reason);
          if (!isTold) void router.navigate('/changepassword', { replace: true, state: { reason: event.message, from: wantedAt(location) } });
        }
      }),
    [router],
  );
}
