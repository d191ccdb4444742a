import { useLiveQuery } from 'dexie-react-hooks';
import { masterAge, type MasterAge } from '#src/offline/master/masterData.ts';

/** Age and size of the master data on this desk; undefined while being read. Apart from the queue, which the login page shows, too. */
export function useMasterAge(): MasterAge | undefined {
  return useLiveQuery(masterAge, []);
}
