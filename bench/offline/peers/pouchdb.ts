import PouchDB from 'pouchdb-browser';
import { nameOf, offer, ownTimeout, type Act } from './peer.ts';

type Stored = Act & { readonly _id: string; readonly _rev?: string };

const acts = new PouchDB<Act>('acts');
let isReplicating = false;

/** As its documentation: a live replication that tries again; upwards only. Batches (100, 10 at most) are its defaults. */
function replicate(): void {
  const fetchInTime: typeof PouchDB.fetch = (url, given) => PouchDB.fetch(url, { ...given, signal: ownTimeout() });
  const server = new PouchDB<Act>(`${location.origin}/db/acts`, { fetch: fetchInTime });
  const replication = acts.replicate.to<Act>(server, { live: true, retry: true });
  // 401 and 403 end it: the application must begin it anew.
  void replication.on('error', () => void (isReplicating = false));
  isReplicating = true;
}

offer({
  start() {
    replicate();
    return Promise.resolve();
  },
  async save(act) {
    const before: Partial<Stored> = act.edit === 0 ? {} : await acts.get(act.record);
    await acts.put({ ...act, _id: act.record, ...(before._rev ? { _rev: before._rev } : {}) });
  },
  held: async () => (await acts.allDocs({ include_docs: true })).rows.flatMap(({ doc }) => (doc ? [nameOf(doc)] : [])),
  resume() {
    if (!isReplicating) replicate();
    return Promise.resolve();
  },
});
