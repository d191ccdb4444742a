import { createCollection, localOnlyCollectionOptions } from '@tanstack/db';
import { IndexedDBAdapter, NonRetriableError, startOfflineExecutor, type OfflineExecutor } from '@tanstack/offline-transactions';
import { nameOf, offer, ownTimeout, type Act } from './peer.ts';

const acts = createCollection(localOnlyCollectionOptions<Act, string>({ id: 'acts', getKey: ({ record }) => record }));

/** The default storage; it also tells when a transaction lies in it, which the library itself never says (`commit` waits for the server). */
const stored = new Map<string, () => void>();
class ToldStorage extends IndexedDBAdapter {
  override async set(key: string, value: string): Promise<void> {
    await super.set(key, value);
    for (const [id, tell] of stored) if (key.includes(id)) tell();
  }
}

let executor: OfflineExecutor;
/** An update of the application may give the handler another name. */
const handler = new URLSearchParams(location.search).get('handler') ?? 'sendAct';

offer({
  async start() {
    executor = startOfflineExecutor({
      collections: { acts },
      storage: new ToldStorage(),
      mutationFns: {
        // Word for word what the package's guide calls correct: a client error is final, everything else is tried again.
        [handler]: async ({ transaction, idempotencyKey }) => {
          const response = await fetch('/ops', {
            signal: ownTimeout(),
            method: 'POST',
            headers: { 'content-type': 'application/json', 'Idempotency-Key': idempotencyKey },
            body: JSON.stringify(transaction.mutations[0]?.modified),
          });
          if (response.status >= 400 && response.status < 500) throw new NonRetriableError(`Client error: ${response.status}`);
          if (!response.ok) throw new Error('Server error');
        },
      },
    });
    await executor.waitForInit();
  },
  async save(act) {
    const transaction = executor.createOfflineTransaction({ mutationFnName: handler, autoCommit: false });
    const isStored = new Promise<void>((resolve) => stored.set(transaction.id, resolve));
    transaction.mutate(() => {
      if (act.edit === 0) acts.insert(act);
      else acts.update(act.record, (draft) => void Object.assign(draft, act));
    });
    const sent = transaction.commit();
    try {
      // In a tab that does not lead nothing is stored: the first to answer is then the network.
      await Promise.race([isStored, sent]);
    } finally {
      stored.delete(transaction.id);
      void sent.catch(() => undefined);
    }
  },
  async held() {
    const waiting = await executor.peekOutbox();
    return waiting.flatMap(({ mutations }) => mutations.map(({ modified }) => nameOf(modified as unknown as Act)));
  },
  resume: () => Promise.resolve(),
});
