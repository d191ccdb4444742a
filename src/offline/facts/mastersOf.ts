import { getMaster, type MasterRecord } from '#src/offline/master/masterData.ts';

/** The copies of some rows, each once; what this desk has no copy of is missing. */
export const mastersOf = async (resource: string, ids: readonly string[]): Promise<MasterRecord[]> =>
  (await Promise.all([...new Set(ids)].map((id) => getMaster(resource, id)))).filter((row) => row !== undefined);
