import type { Scheduler } from 'fast-check';

interface Due {
  /** Real time, ms. */
  at: number;
  readonly label: string;
  isOff: boolean;
  readonly go: () => void;
}

/** A timer that can be set again; at most one firing is due at any time. */
export interface Timer {
  /** Fires `ms` from now; null: not at all. */
  readonly set: (ms: number | null) => void;
}

const ready = Promise.resolve();
/** Lets everything run that waits for nothing but its turn. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Time and turns. Every step of anybody waits here until it is let go. In the rough, fast-check's scheduler picks who is next, whatever
 * was due first: steps come late, requests arrive after their sender has died, timers overtake answers. In the calm, what is
 * due first goes first, so that waiting times mean something. Time goes on by steps alone and never back; the desk's clock may.
 */
export class Pace {
  /** Real time since the beginning, ms. */
  real = 0;
  /** Desk clock minus real time, ms. */
  skew = 1_700_000_000_000;
  /** Told after every step of the calm. */
  watch: () => void = () => undefined;
  #isCalm = false;
  readonly #scheduler: Scheduler;
  readonly #queue: Due[] = [];

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Desk clock, ms. */
  get now(): number {
    return this.real + this.skew;
  }

  /** Resolves when this step's turn has come, `ms` from now or later. */
  step(label: string, ms: number): Promise<void> {
    return new Promise((go) => this.#arm({ at: this.real + ms, label, isOff: false, go }));
  }

  timer(label: string, fire: () => void): Timer {
    let due: Due | null = null;
    const arm = (ms: number): void => {
      const mine: Due = {
        at: this.real + ms,
        label,
        isOff: false,
        go: () => {
          if (due === mine) due = null;
          if (!mine.isOff) fire();
        },
      };
      due = mine;
      this.#arm(mine);
    };
    return {
      set: (ms) => {
        if (due && this.#isCalm) due.isOff = true;
        // In the rough a timer keeps its place among the waiting; else each setting would be another ticket in the draw.
        else if (due) {
          due.isOff = ms === null;
          due.at = this.real + (ms ?? 0);
          return;
        }
        due = null;
        if (ms !== null) arm(ms);
      },
    };
  }

  /** Lets so many steps go, in the rough. */
  async rough(steps: number): Promise<void> {
    if (this.#isCalm) {
      this.#isCalm = false;
      for (const due of this.#queue.splice(0)) if (!due.isOff) this.#arm(due);
    }
    await settled();
    for (let i = 0; i < steps && this.#scheduler.count() > 0; i++) {
      await this.#scheduler.waitOne();
      await settled();
    }
  }

  /** Lets everything go that is due within `ms`, each in its time. */
  async calm(ms: number): Promise<void> {
    this.#isCalm = true;
    await settled();
    while (this.#scheduler.count() > 0) await this.#scheduler.waitOne();
    const until = this.real + ms;
    for (;;) {
      const next = this.#takeFirst(until);
      if (!next) break;
      this.#run(next);
      await settled();
      this.watch();
    }
    this.real = Math.max(this.real, until);
    this.watch();
  }

  #arm(due: Due): void {
    if (this.#isCalm) this.#queue.push(due);
    else void this.#scheduler.schedule(ready, due.label).then(() => (this.#isCalm ? void this.#queue.push(due) : this.#run(due)));
  }

  #takeFirst(until: number): Due | undefined {
    let first = -1;
    for (let i = 0; i < this.#queue.length; i++) {
      const due = this.#queue[i] as Due;
      if (due.at <= until && !due.isOff && (first < 0 || due.at < (this.#queue[first] as Due).at)) first = i;
    }
    if (first < 0) return undefined;
    const [taken] = this.#queue.splice(first, 1);
    return taken;
  }

  #run(due: Due): void {
    // A timer that was taken back keeps its place in the draw; drawing it is nothing.
    if (!due.isOff) this.real = Math.max(this.real, due.at);
    due.go();
  }
}
