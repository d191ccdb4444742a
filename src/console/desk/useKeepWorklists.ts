import { useEffect } from 'react';
import { pullRecentPersons } from '#src/offline/master/recentPersons.ts';
import { refreshWorklist, type WorklistName } from '#src/offline/master/worklists.ts';
import { useSession } from '../useSession.ts';

const keepers: Readonly<Record<string, () => Promise<unknown>>> = { recentPersons: pullRecentPersons };
/** Which permission makes which list a person's own. */
const lists: readonly (readonly [permission: string, name: WorklistName | 'recentPersons'])[] = [
  ['summary_enter', 'recentPersons'],
  ['detail_enter', 'entry1'],
  ['detail_enter', 'entry2'],
  ['handover_save', 'handover'],
  ['lab_receive', 'labReceive'],
];
const renewMs = 5 * 60_000;

/** Keeps the lists a person may need without network on this desk from the moment they sign in, not from their first visit to a screen. */
export function useKeepWorklists(): void {
  const { user } = useSession();
  const userId = user?.id ?? '';
  const names = lists
    .filter(([permission]) => user?.permissions.has(permission))
    .map(([, name]) => name)
    .join();
  useEffect(() => {
    if (!userId || !names) return undefined;
    const renew = async (): Promise<void> => {
      // One after the other: a start of the day is no storm. A failure keeps the old list and is told by the screen itself.
      for (const name of names.split(',')) await (keepers[name]?.() ?? refreshWorklist(name)).catch(() => undefined);
    };
    void renew();
    const timer = setInterval(() => void renew(), renewMs);
    return () => clearInterval(timer);
  }, [userId, names]);
}
