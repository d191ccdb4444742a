import { createRxDatabase, type RxCollection } from 'rxdb/plugins/core';
import { replicateRxCollection, type RxReplicationState } from 'rxdb/plugins/replication';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { nameOf, offer, ownTimeout, type Act } from './peer.ts';

let acts: RxCollection<Act>;
let replication: RxReplicationState<Act, unknown>;

offer({
  async start() {
    const database = await createRxDatabase({ name: 'acts', storage: getRxStorageDexie() });
    const made = await database.addCollections({
      acts: {
        schema: {
          version: 0,
          primaryKey: 'record',
          type: 'object',
          properties: { record: { type: 'string', maxLength: 100 }, edit: { type: 'number' }, body: { type: 'object' } },
          required: ['record', 'edit', 'body'],
        },
      },
    });
    acts = made['acts'] as RxCollection<Act>;
    // The HTTP replication of its documentation, upwards only; batch size (100), retry time (5 s) and leadership are its defaults.
    replication = replicateRxCollection<Act, unknown>({
      collection: acts,
      replicationIdentifier: 'acts-http',
      push: {
        async handler(rows) {
          const response = await fetch('/push', {
            signal: ownTimeout(),
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(rows),
          });
          if (!response.ok) throw new Error(`HTTP ${response.status}`);
          return (await response.json()) as never;
        },
      },
    });
  },
  async save(act) {
    if (act.edit === 0) await acts.insert(act);
    else await (await acts.findOne(act.record).exec(true)).incrementalPatch({ edit: act.edit, body: act.body });
  },
  held: async () => (await acts.find().exec()).map(nameOf),
  resume: async () => replication.reSync(),
});
