import { Activity, type ReactNode, useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { useLock } from '#src/console/lockState.ts';
import { useSession } from '#src/console/useSession.ts';
import { addressOf, wantedIn } from '#src/console/wantedPlace.ts';
import { LockScreen } from '#src/screens/session/LockScreen.tsx';
import { StateView } from '#src/ui/StateView.tsx';

interface Props {
  readonly children: ReactNode;
}

/**
 * Signed-in pages (docs/contract.md#route-guard): nobody signed in goes to /login, a locked desk shows /lock under every address.
 * The pages of a locked desk stay as they were, out of sight and out of work: after the unlock everything is where it was.
 */
export function Guard({ children }: Props) {
  const { status, endedBy, user } = useSession();
  const { status: lock } = useLock();
  const location = useLocation();
  const from = wantedIn(location.state);
  const isAtLock = location.pathname === '/lock';
  const [place, setPlace] = useState(location);
  if (!isAtLock && place !== location) setPlace(location);
  const [openedFor, setOpenedFor] = useState<string | null>(null);
  const openFor = lock === 'open' && user ? user.id : null;
  if (openFor !== null && openedFor !== openFor) setOpenedFor(openFor);
  if (status === 'starting') return null;
  // After a login the person comes back to where the session ended; after a logout they start at home.
  if (!user) return <Navigate to="/login" replace state={endedBy === 'logout' ? null : { from: isAtLock ? from : addressOf(location) }} />;
  // Between a login and its keys, a moment.
  if (lock === 'opening' || lock === 'out') return <StateView state="loading" />;
  return (
    <>
      {lock === 'open' && isAtLock ? <Navigate to={from} replace /> : null}
      {lock === 'locked' && !isAtLock ? <Navigate to="/lock" replace state={{ from: addressOf(location) }} /> : null}
      {lock === 'locked' ? <LockScreen /> : null}
      {openedFor === user.id && place.pathname !== '/lock' ? (
        <Activity key={user.id} mode={lock === 'open' ? 'visible' : 'hidden'}>
          <Routes location={place}>
            <Route path="*" element={children} />
          </Routes>
        </Activity>
      ) : null}
    </>
  );
}

/**
 * The pages outside the shell: open to everybody, but for a locked desk, which shows its lock under every address. Where the server
 * asks for another password first it gives no keys either: then only the new password opens the desk, and its form is not locked away.
 */
export function UnlockedOnly({ children }: Props) {
  const { status, user } = useSession();
  const { status: lock, because } = useLock();
  const location = useLocation();
  if (status === 'starting') return null;
  const isAskedFirst = because === 'start' && Boolean((location.state as { reason?: unknown } | null)?.reason);
  return user && lock === 'locked' && !isAskedFirst ? <Navigate to="/lock" replace state={{ from: addressOf(location) }} /> : children;
}

/** /login: who is signed in already goes on. */
export function GuestOnly({ children }: Props) {
  const { status, user } = useSession();
  const { state } = useLocation() as { state: unknown };
  if (status === 'starting') return null;
  return user ? <Navigate to={wantedIn(state)} replace /> : children;
}
