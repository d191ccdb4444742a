import { deviceDb, readFact, saveFact } from '#src/api/deviceDb.ts';

/** What this desk knows of the server's presence, from answers and their absence, never from a socket's state. */
export interface Contact {
  /** Desk clock, ms; 0: never. */
  readonly okAt: number;
  readonly failAt: number;
  /** Failures since the last answer. */
  readonly failures: number;
  /** Server time minus desk time, ms. */
  readonly offsetMs: number;
  /** Lowest generation of code the server takes. */
  readonly minEpoch: number;
}
export type Connection = 'online' | 'offline' | 'unsteady';

/** A failure is remembered so long as a sign of an unsteady link. */
const unsteadyMs = 30_000;

export async function readContact(): Promise<Contact> {
  const rows = await deviceDb.facts.bulkGet(['lastContactAt', 'lastFailureAt', 'failureCount', 'clockOffsetMs', 'minEpoch']);
  const [okAt = 0, failAt = 0, failures = 0, offsetMs = 0, minEpoch = 0] = rows.map((row) => row?.value as number | undefined);
  return { okAt, failAt, failures, offsetMs, minEpoch };
}

/** An answer that says nothing new is noted so often at most: each note is a write, and wakes whoever shows the link. */
const sameNewsMs = 5000;
const sameOffsetMs = 500;

/** Takes note of an answer of our server (`serverTime`: ISO 8601, where it said so), or with null of the want of one. */
export async function noteContact(heard: { readonly serverTime?: string; readonly minEpoch?: number } | null): Promise<void> {
  const now = Date.now();
  await deviceDb.transaction('rw', deviceDb.facts, async () => {
    if (heard === null) {
      await saveFact('lastFailureAt', now);
      await saveFact('failureCount', ((await readFact('failureCount')) ?? 0) + 1);
      return;
    }
    const serverMs = heard.serverTime === undefined ? Number.NaN : Date.parse(heard.serverTime);
    const known = await readContact();
    const offsetMs = Number.isNaN(serverMs) ? known.offsetMs : serverMs - now;
    const minEpoch = heard.minEpoch ?? known.minEpoch;
    const isNews =
      known.failures > 0 ||
      Math.abs(now - known.okAt) > sameNewsMs ||
      minEpoch !== known.minEpoch ||
      Math.abs(offsetMs - known.offsetMs) > sameOffsetMs;
    if (!isNews) return;
    await deviceDb.facts.bulkPut([
      { key: 'lastContactAt', value: now },
      { key: 'failureCount', value: 0 },
      { key: 'minEpoch', value: minEpoch },
      { key: 'clockOffsetMs', value: offsetMs },
    ]);
  });
}

/** False where the system says that there is no network at all; its yes means little (a dead server is a yes). */
export const isLinkUp = (): boolean => (globalThis as { readonly navigator?: { readonly onLine?: boolean } }).navigator?.onLine !== false;

/** How the link stands: one failure among answers is unsteady, two in a row are offline. `isLinkUp`: what the system says of its cable; its no is believed, its yes is not. */
export function connectionOf({ okAt, failAt, failures }: Contact, now: number, isLinkUp: boolean): Connection {
  if (!isLinkUp || failures >= 2 || (okAt === 0 && failures > 0)) return 'offline';
  return failures === 1 || (failAt > 0 && now - failAt < unsteadyMs) ? 'unsteady' : 'online';
}
