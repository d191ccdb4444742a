import { useCallback, useState, type ReactNode } from 'react';
import type { Listed } from '#domain/kernel/listing.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { ListPanel } from './ListPanel.tsx';

/** A list, and what it is asked with. */
export interface OpenedList {
  readonly list: Listed;
  readonly query: Readonly<Record<string, string>>;
  /** What was opened, in the user's language. */
  readonly title: string;
}

/** Opens what a number or a bar counts beside it, whole. */
export function useOpenedList(): { readonly open: (opened: OpenedList) => void; readonly opened: ReactNode } {
  const [shown, setShown] = useState<OpenedList | null>(null);
  const open = useCallback((next: OpenedList) => setShown(next), []);
  return {
    open,
    opened: shown ? (
      <SideDrawer size="lg" title={shown.title} onClose={() => setShown(null)}>
        <ListPanel list={shown.list} screen={`counted-${shown.list.name}`} query={shown.query} emptyText={['没有记录', 'No records']} />
      </SideDrawer>
    ) : null,
  };
}
