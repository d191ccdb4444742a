import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useLock } from '#src/console/lockState.ts';
import { useSession } from '#src/console/useSession.ts';

interface Props {
  readonly children: ReactNode;
}
const current = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string => pathname + search + hash;

/** Signed-in pages (spec 2, route guard): nobody signed in goes to /login, a locked screen to /lock. */
export function Guard({ children }: Props) {
  const { status, endedBy, user } = useSession();
  const { isLocked } = useLock();
  const location = useLocation();
  if (status === 'starting') return null;
  // After a login the person comes back to where the session ended; after a logout he starts at home.
  if (!user) return <Navigate to="/login" replace state={endedBy === 'logout' ? null : { from: current(location) }} />;
  if (isLocked) return <Navigate to="/lock" replace state={{ from: current(location) }} />;
  return children;
}

/** /login: who is signed in already goes on. */
export function GuestOnly({ children }: Props) {
  const { status, user } = useSession();
  const from = useFrom();
  if (status === 'starting') return null;
  return user ? <Navigate to={from} replace /> : children;
}

/** /lock without a lock leads back. */
export function LockedOnly({ children }: Props) {
  const { status, user } = useSession();
  const { isLocked } = useLock();
  const from = useFrom();
  if (status === 'starting') return null;
  if (!user) return <Navigate to="/login" replace />;
  return isLocked ? children : <Navigate to={from} replace />;
}

/** Where the person came from; only our own paths. */
function useFrom(): string {
  const { state } = useLocation() as { state: { from?: unknown } | null };
  const from = state?.from;
  return typeof from === 'string' && /^\/(?!\/)/.test(from) && !from.startsWith('/lock') ? from : '/';
}
