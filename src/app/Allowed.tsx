import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { mayOpen } from '#src/console/menuNames.ts';
import { useSession } from '#src/console/useSession.ts';
import { Forbidden } from '#src/screens/errors/ErrorScreens.tsx';
import { StateView } from '#src/ui/StateView.tsx';

/** Offers a page only to who may open it; before the rights are known it waits, it does not accuse. */
export function Allowed({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const { can, isProfileKnown, user } = useSession();
  if (!mayOpen(pathname, can)) return isProfileKnown || (user?.permissions.size ?? 0) > 0 ? <Forbidden /> : <StateView state="loading" />;
  return children;
}
