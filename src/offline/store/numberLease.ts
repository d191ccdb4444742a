const lockName = 'outbox-numbers';
/** The holder of the lease shows this often that it is awake, ms. */
const tickMs = 100;
/** Asleep for longer than this it no longer trusts the lease, ms; shorter than `patienceMs`, after which another takes it. */
const trustMs = 400;
const patienceMs = 500;
/** Given back when nobody has saved anything for so long, ms. */
const idleMs = 5000;

type Locks = Pick<LockManager, 'request'>;
type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

/**
 * The right of one page to give out numbers: while it is held, nobody else on this desk changes the counter, so that it may
 * be kept in memory and an act be written without asking. A Web Lock, given over to whoever asks for it; from a page that does
 * not answer it is taken, and such a page, when it wakes, knows by its own clock that it has slept too long. Without locks
 * (plain http) nobody ever holds it.
 */
export class NumberLease {
  #give: (() => void) | null = null;
  #tickedAt = 0;
  #usedAt = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isWanted = false;
  readonly #locks: () => Locks | undefined;
  readonly #channel: Channel | null;
  readonly #now: () => number;

  constructor(locks: () => Locks | undefined, channel: Channel | null, now: () => number = () => performance.now()) {
    this.#locks = locks;
    this.#channel = channel;
    this.#now = now;
    channel?.addEventListener('message', () => {
      this.#isWanted = true;
      if (!this.isBusy) this.end();
    });
  }

  /** Set while something is being written under it: then it is given over only afterwards, by `rest`. */
  isBusy = false;
  /** Called when it is gone, whoever ended it. */
  onEnd: () => void = () => undefined;

  /** True where there is such a thing. */
  get exists(): boolean {
    return this.#locks() !== undefined;
  }
  /** True now, and for what is asked of the disk in this same turn. */
  get isHeld(): boolean {
    return this.#give !== null && this.#now() - this.#tickedAt < trustMs;
  }

  /** Holds it when it resolves; false where it cannot be had. */
  async hold(): Promise<boolean> {
    const locks = this.#locks();
    if (!locks) return false;
    this.#usedAt = this.#now();
    if (this.isHeld) return true;
    // Held but asleep: somebody may have taken it. Only the browser knows.
    this.end();
    this.#channel?.postMessage('want');
    return (await this.#ask(locks, {}, patienceMs)) || this.#ask(locks, { steal: true }, patienceMs);
  }

  #ask(locks: Locks, options: LockOptions, withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      let isOver = false;
      const over = (isHeld: boolean): void => {
        isOver = true;
        clearTimeout(timer);
        resolve(isHeld);
      };
      const timer = setTimeout(() => over(false), withinMs);
      let give: (() => void) | null = null;
      const held = locks.request(lockName, options, () => {
        // It comes too late: the next one is welcome to it.
        if (isOver) return undefined;
        return new Promise<void>((end) => {
          give = end;
          this.#begin(end);
          over(true);
        });
      });
      // Rejects where another has taken it.
      held.catch(() => {
        if (give && this.#give === give) this.end();
        if (!isOver) over(false);
      });
    });
  }

  #begin(give: () => void): void {
    this.#give = give;
    this.#isWanted = false;
    this.#tickedAt = this.#now();
    this.#timer = setInterval(() => {
      const now = this.#now();
      // Slept too long: it may be another's by now, though nobody has said so here yet.
      if (now - this.#tickedAt >= trustMs || (!this.isBusy && now - this.#usedAt > idleMs)) return this.end();
      this.#tickedAt = now;
    }, tickMs);
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /** Nothing is being written for now. */
  rest(): void {
    this.isBusy = false;
    if (this.#isWanted) this.end();
  }

  end(): void {
    const give = this.#give;
    if (!give) return;
    this.#give = null;
    clearInterval(this.#timer);
    this.onEnd();
    give();
  }
}

const pageLocks = (): LockManager | undefined => (globalThis as { readonly navigator?: { readonly locks?: LockManager } }).navigator?.locks;
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('accession-numbers');
// In Node an open channel would keep the test process alive.
(channel as { unref?: () => void } | null)?.unref?.();
/** This page's. */
export const numberLease = new NumberLease(pageLocks, channel);
