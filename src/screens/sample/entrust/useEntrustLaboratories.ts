import { useMemo } from 'react';
import { ask } from '#src/api/ask.ts';
import type { PickerSource } from '#src/ui/picker.ts';

/** Laboratories a tube may be entrusted to: those of others, too, which the usual picker keeps from who is limited to their own. */
export function useEntrustLaboratories(): PickerSource {
  return useMemo(() => {
    const all = () => ask('GET sample/sample-entrust/laboratories', { quiet: true });
    return {
      key: 'entrustLaboratory',
      search: async (query, { limit }) => {
        const typed = query.trim().toLowerCase();
        const found = (await all()).filter(({ code, name }) => name.toLowerCase().includes(typed) || code.toLowerCase().includes(typed));
        return found.slice(0, limit);
      },
      resolve: async (ids) => (await all()).filter(({ id }) => ids.includes(id)),
    };
  }, []);
}
