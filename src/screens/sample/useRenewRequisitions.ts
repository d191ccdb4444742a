import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSession } from '#src/console/useSession.ts';
import { refreshWorklist } from '#src/offline/master/worklists.ts';

/** Renews what lists and this desk's copies say of requisitions, after an act that changed one. */
export function useRenewRequisitions(): () => void {
  const { can } = useSession();
  const queries = useQueryClient();
  const mayEnter = can('detail_enter');
  const mayHandOver = can('handover_save');
  return useCallback(() => {
    void queries.invalidateQueries({ queryKey: ['call', 'sample'] });
    // What waits on this desk follows at once; a failure leaves it for the next minute.
    const names = [...(mayEnter ? ['entry1', 'entry2'] : []), ...(mayHandOver ? ['handover'] : [])];
    for (const name of names) void refreshWorklist(name).catch(() => undefined);
  }, [queries, mayEnter, mayHandOver]);
}
