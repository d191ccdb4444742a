import { useMemo } from 'react';
import { getMaster } from '#src/offline/master/masterData.ts';
import { type PickerSource, usePickerSources } from '#src/ui/picker.ts';

/** Enough to find those that are taken among all that match. */
const lookedAt = 500;

/** The classes that some of the chosen commodities takes; all of them while nothing says otherwise. */
export function useSampleClassSource(commodityIds: readonly string[] | null): PickerSource | undefined {
  const all = usePickerSources()('sampleClass');
  const key = (commodityIds ?? []).join(',');
  return useMemo(() => {
    if (!all || key === '') return all;
    const taken = async (): Promise<ReadonlySet<string> | null> => {
      const rows = await Promise.all(key.split(',').map((id) => getMaster('commodity', id)));
      const lists = rows.map((row) => (Array.isArray(row?.['sampleClassIds']) ? row['sampleClassIds'].map(String) : []));
      return lists.some((ids) => ids.length === 0) ? null : new Set(lists.flat());
    };
    return {
      ...all,
      search: async (query, options) => {
        const allowed = await taken();
        if (!allowed) return all.search(query, options);
        return (await all.search(query, { ...options, limit: lookedAt })).filter(({ id }) => allowed.has(id)).slice(0, options.limit);
      },
    };
  }, [all, key]);
}
