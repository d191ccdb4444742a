import type { SessionUser } from './sessionUser.ts';

/** Roles and revocations made on another node are noticed after this time at most. */
const freshMs = 10_000;
const mostEntries = 10_000;

interface Entry {
  readonly at: number;
  readonly user: Promise<SessionUser | null>;
}

/** Who a token stands for, remembered for ten seconds so that a burst of calls asks the database once. */
export class ActingCache {
  #entries = new Map<string, Entry>();

  /** The remembered answer, or the one of `load`; a failed load is not remembered. */
  get(key: string, now: number, load: () => Promise<SessionUser | null>): Promise<SessionUser | null> {
    const known = this.#entries.get(key);
    if (known && now >= known.at && now - known.at < freshMs) return known.user;
    if (this.#entries.size >= mostEntries) this.#entries.clear();
    const user = load();
    const entries = this.#entries;
    entries.set(key, { at: now, user });
    user.catch(() => entries.delete(key));
    return user;
  }

  /** Forgets everything, also what is being loaded right now: a right was changed. */
  clear(): void {
    this.#entries = new Map();
  }
}
