import { useCallback, type ReactNode } from 'react';
import { countedQuery, type CountedIn } from '#domain/kernel/listing.ts';
import { useSession } from '#src/console/useSession.ts';
import { useOpenedList } from './useOpenedList.tsx';

type Told = Readonly<Record<string, unknown>>;

/** Opens what a figure of a row or point counts, under a title in the user's language. `may`: for whom it opens anything. */
export function useCountedList(query: Readonly<Record<string, string | number>>): {
  readonly may: (counted: CountedIn | undefined) => counted is CountedIn;
  readonly openCounted: (counted: CountedIn, figure: string, row: Told, title: string) => void;
  readonly opened: ReactNode;
} {
  const { can } = useSession();
  const { open, opened } = useOpenedList();
  const may = useCallback(
    (counted: CountedIn | undefined): counted is CountedIn =>
      counted !== undefined && (counted.list.permission === null || can(counted.list.permission)),
    [can],
  );
  const openCounted = useCallback(
    (counted: CountedIn, figure: string, row: Told, title: string): void => {
      const asked = countedQuery(counted, figure, row, query);
      if (asked && may(counted)) open({ list: counted.list, query: asked, title });
    },
    [open, query, may],
  );
  return { may, openCounted, opened };
}
