import { useLiveQuery } from 'dexie-react-hooks';
import { offlineResourceByName } from '#domain/offlineResources.ts';
import { getMaster } from '#src/offline/master/masterData.ts';
import { mentionedRows, type NameOf } from './actContent.ts';

/** Names of the master data that an act and the answer to it speak of, read from this desk's copy. */
export function useMasterNames(payload: unknown, answer: unknown): NameOf {
  const wanted = [...mentionedRows(payload), ...mentionedRows(answer)];
  const names = useLiveQuery(async () => {
    const found = await Promise.all(
      wanted.map(async ([resource, id]) => {
        const row = await getMaster(resource, id);
        const { name, code } = offlineResourceByName(resource)?.display ?? {};
        const text = row
          ? [code, name]
              .flatMap((key) => (key ? [row[key]] : []))
              .filter((part) => typeof part === 'string' && part !== '')
              .join(' ')
          : undefined;
        return [`${resource} ${id}`, text] as const;
      }),
    );
    return new Map(found);
  }, [wanted.join()]);
  return (resource, id) => names?.get(`${resource} ${id}`);
}
