/** One act as a desk saves it. */
export interface Act {
  /** The record it makes or changes: its natural key. */
  readonly record: string;
  /** 0: makes the record; 1, 2, ...: changes it. */
  readonly edit: number;
  readonly body: unknown;
}

export const nameOf = ({ record, edit }: Pick<Act, 'record' | 'edit'>): string => `${record}/${edit}`;

/** What the bench asks of a library in its page, each in its own words. */
export interface Peer {
  /** Opens the store and starts whatever sends. */
  start(): Promise<void>;
  /** Resolves when the library has taken the act over; rejects where it says that it has not. */
  save(act: Act): Promise<void>;
  /** Acts (`record/edit`) the library still holds on the desk: its queue, or for a replicated database all of it. */
  held(): Promise<string[]>;
  /** What an application does after a new login: begins again where the library has stopped. */
  resume(): Promise<void>;
}

export interface PeerPage extends Peer {
  /** Saves one after the other: ms of each, and as `record/edit` those that were taken over. */
  saveAll(acts: readonly Act[]): Promise<{ took: number[]; taken: string[] }>;
}

/** A time-out as applications mostly write it, where the bench asks for one; no library brings one. */
export function ownTimeout(): AbortSignal {
  const controller = new AbortController();
  const afterMs = Number(new URLSearchParams(location.search).get('timeout') ?? 0);
  if (afterMs > 0) setTimeout(() => controller.abort(), afterMs);
  return controller.signal;
}

/** Puts the library where the bench finds it. */
export function offer(peer: Peer): void {
  const page: PeerPage = {
    start: () => peer.start(),
    save: (act) => peer.save(act),
    held: () => peer.held(),
    resume: () => peer.resume(),
    async saveAll(acts) {
      const took: number[] = [];
      const taken: string[] = [];
      for (const act of acts) {
        const started = performance.now();
        const isTaken = await peer.save(act).then(
          () => true,
          () => false,
        );
        took.push(performance.now() - started);
        if (isTaken) taken.push(nameOf(act));
      }
      return { took, taken };
    },
  };
  (globalThis as unknown as { peer: PeerPage }).peer = page;
}

/** Rows of an IndexedDB store as they lie there; empty where there is none. */
export function storedRows<T>(database: string, store: string): Promise<T[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database);
    opening.onerror = () => reject(new Error(String(opening.error)));
    opening.onsuccess = () => {
      const db = opening.result;
      const finish = (rows: T[]): void => {
        db.close();
        resolve(rows);
      };
      if (!db.objectStoreNames.contains(store)) return finish([]);
      const asking = db.transaction(store).objectStore(store).getAll();
      asking.onsuccess = () => finish(asking.result as T[]);
      asking.onerror = () => reject(new Error(String(asking.error)));
    };
  });
}
