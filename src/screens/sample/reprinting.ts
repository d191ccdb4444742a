import { lazy, useEffect } from 'react';
import { useNumbers } from '#domain/code/useNumbers.ts';
import { useSession } from '#src/console/useSession.ts';
import { readNumbers } from '#src/offline/numbers/numbersRow.ts';

const load = () => import('./ReprintDrawer.tsx').then((module) => ({ default: module.ReprintDrawer }));

/** The drawer with what draws labels, which no desk needs that prints none. */
export const ReprintDrawer = lazy(load);

/** Fetches the drawer where this desk printed labels of its own: it may have to print them again without network. */
export function useReprintAhead(): void {
  const mayUseNumbers = useSession().can(useNumbers.permission);
  useEffect(() => {
    if (!mayUseNumbers) return;
    void readNumbers()
      .then(({ batches }) => (batches.length > 0 ? load() : null))
      .catch(() => undefined);
  }, [mayUseNumbers]);
}
