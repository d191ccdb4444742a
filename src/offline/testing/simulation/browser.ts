import type { OperationBatch } from '#domain/kernel/offlineWire.ts';
import { createDrain, type PassResult } from '../../core/drain.ts';
import type { NetAnswer } from '../../core/classify.ts';
import type { Courier, DeviceCourier, DrainPorts, OutboxStore, OutboxTx, SenderSession } from '../../core/ports.ts';
import { nextDueAt } from '../../core/selectBatch.ts';
import { wakeDelayMs } from '../../core/wake.ts';
import type { TransportRow } from '#src/offline/store/operation.ts';
import type { FakeServer, Weather } from '../fakeServer.ts';
import type { MemoryTx } from '../memoryStore.ts';
import { Disk, type Holder } from './disk.ts';
import type { Pace, Timer } from './pace.ts';

/** Where a mutant may step in: between the core and what it works with. */
export interface Bend {
  readonly tx?: (tx: MemoryTx, process: Process) => OutboxTx;
  readonly send?: (send: DrainPorts['net']['send'], browser: Browser) => DrainPorts['net']['send'];
  readonly logout?: (browser: Browser) => Promise<unknown>;
  /** Pages that never come back of themselves. */
  readonly hasNoTimer?: boolean;
}

const clientTimeoutMs = 30_000;
/** What one act takes a server that is slow: the desk asks again meanwhile. */
const slowServerMs = 40_000;

/** A page or the service worker: a sender of its own on the disk all share. */
export class Process implements Holder {
  isAlive = true;
  /** Requests under way. */
  inFlight = 0;
  readonly name: string;
  readonly browser: Browser;
  readonly store: OutboxStore;
  readonly drain: () => Promise<PassResult>;
  readonly #timer: Timer;

  constructor(name: string, browser: Browser) {
    this.name = name;
    this.browser = browser;
    const { bend, disk, pace } = browser;
    this.store = disk.open(this, (tx) => bend.tx?.(tx, this) ?? tx);
    this.drain = createDrain(this.#ports());
    this.#timer = pace.timer(`${name} timer`, () => {
      this.#timer.set(wakeDelayMs(Infinity, 0));
      void this.drain();
    });
  }

  async turn(label: string, ms = 1): Promise<void> {
    await this.browser.pace.step(`${this.name} ${label}`, ms);
    // The dead do not go on; whoever waits for them waits in vain, and is forgotten with them.
    if (!this.isAlive) await new Promise(() => undefined);
  }

  /** As triggers.ts: sends itself where no worker does, else tells the worker. */
  async kick(): Promise<void> {
    await this.turn('kick');
    void (this.browser.hasWorker ? this.browser.worker() : this).drain();
  }

  /** As triggers.ts: at the time the next act is due, and every 20 s at the latest, while anything waits. */
  watch(): void {
    const { browser } = this;
    const { disk, pace } = browser;
    const transport = disk.rows.meta.get('transport') as TransportRow | undefined;
    if (browser.bend.hasNoTimer) return;
    const dueAt = nextDueAt(disk.unresolved(), browser.session?.userId ?? null, pace.now);
    this.#timer.set(dueAt === null ? null : wakeDelayMs(Math.max(dueAt, transport?.nextAt ?? 0), pace.now));
  }
  die(): void {
    this.isAlive = false;
    this.#timer.set(null);
  }

  #ports(): DrainPorts {
    const { browser } = this;
    const { pace } = browser;
    const send: DrainPorts['net']['send'] = (batch, courier) => browser.send(this, batch, courier);
    return {
      store: this.store,
      clock: { now: () => pace.now },
      random: browser.random,
      net: {
        canReach: async (hasFailed) => {
          await this.turn('probe');
          return browser.isLinked && (!hasFailed || browser.ambient === 'fine' || browser.random() < 0.5);
        },
        send: browser.bend.send?.(send, browser) ?? send,
      },
      lock: { tryRun: (name, work) => browser.tryRun(this, name, work) },
      session: {
        current: async () => browser.session,
        renew: async () => {
          await this.turn('renew', 30);
          return browser.renew();
        },
      },
      device: async () => browser.credential,
      contact: { told: async () => undefined },
      appVersion: browser.appVersion,
    };
  }
}

/** One browser on one profile: two pages and a service worker, any of which may die at any step. */
export class Browser {
  readonly pace: Pace;
  readonly server: FakeServer;
  readonly random: () => number;
  readonly bend: Bend;
  readonly disk: Disk;
  session: SenderSession | null = null;
  credential: DeviceCourier | null = null;
  /** How a renewal ends. */
  renewal: 'granted' | 'refused' | 'unreachable' = 'granted';
  hasLocks = true;
  hasWorker = true;
  isLinked = true;
  appVersion = '1';
  /** Weather of the next requests; behind them it is `ambient`. */
  sky: Weather[] = [];
  ambient: Weather = 'fine';
  /** Real time of the last request's beginning and end, ms. */
  lastAttemptAt = 0;
  /** Until then the server has asked to be left alone, real time, ms. */
  askedUntil = 0;
  pages: Process[] = [];
  #worker: Process | null = null;
  #made = 0;
  readonly #locks = new Map<string, Process>();

  constructor(pace: Pace, server: FakeServer, random: () => number, bend: Bend) {
    this.pace = pace;
    this.server = server;
    this.random = random;
    this.bend = bend;
    this.disk = new Disk(pace);
    this.disk.onCommit = () => {
      for (const page of this.pages) page.watch();
    };
    this.open(0);
    this.open(1);
  }

  /** True while a request of the living is under way. */
  get isTrying(): boolean {
    return [...this.pages, this.#worker].some((process) => process?.isAlive === true && process.inFlight > 0);
  }

  /** A page (again), as at page start. */
  open(at: number): Process {
    const page = new Process(`page ${at + 1}`, this);
    this.pages = [...this.pages.slice(0, at), page, ...this.pages.slice(at + 1)];
    page.watch();
    void page.kick();
    return page;
  }
  /** The service worker; started where it is not running. */
  worker(): Process {
    if (!this.#worker?.isAlive) this.#worker = new Process('worker', this);
    return this.#worker;
  }

  /** Kills a page, the worker or all of them; what died is answered. */
  kill(what: number | 'worker' | 'all'): readonly Process[] {
    const dead = what === 'all' ? [...this.pages, this.#worker] : [what === 'worker' ? this.#worker : this.pages[what]];
    const killed = dead.filter((process) => process?.isAlive).map((process) => process as Process);
    for (const process of killed) process.die();
    for (const [name, holder] of this.#locks) if (!holder.isAlive) this.#locks.delete(name);
    this.disk.release();
    return killed;
  }

  login(userId: string): void {
    this.#made += 1;
    const accessToken = `token-of-${userId}-${this.#made}`;
    this.server.tokens.set(accessToken, userId);
    this.session = { userId, accessToken, savedAt: this.pace.now };
    const credential = `credential-${this.#made}`;
    this.server.credentials.add(credential);
    this.credential = { userId: null, credential, mark: credential };
    this.#wakePages();
  }

  /** The queue stays as it is, whoever goes. */
  logout(): void {
    this.session = null;
    void this.bend.logout?.(this);
    this.#wakePages();
  }

  #wakePages(): void {
    for (const page of this.pages) {
      page.watch();
      void page.kick();
    }
  }

  renew(): SenderSession | null {
    if (this.renewal === 'unreachable') throw new Error('unreachable');
    if (this.renewal === 'refused' || !this.session) return null;
    this.login(this.session.userId);
    return this.session;
  }

  async tryRun<T>(process: Process, name: string, work: () => Promise<T>): Promise<T | null> {
    await process.turn('lock');
    if (this.hasLocks && this.#locks.has(name)) return null;
    this.#locks.set(name, process);
    try {
      return await work();
    } finally {
      this.#locks.delete(name);
    }
  }

  async send(process: Process, batch: OperationBatch, courier: Courier): Promise<NetAnswer> {
    const { pace } = this;
    const weather = this.sky.shift() ?? this.ambient;
    const startedAt = pace.real;
    process.inFlight += 1;
    this.lastAttemptAt = pace.real;
    const answer = await this.#travel(process, batch, courier, weather);
    process.inFlight -= 1;
    this.lastAttemptAt = pace.real;
    if (answer.kind === 'http' && answer.retryAfter !== null) this.askedUntil = pace.real + Number(answer.retryAfter) * 1000 + 1000;
    // A real request would have been given up by then, whatever came of it.
    return pace.real - startedAt > clientTimeoutMs ? { kind: 'none', reason: 'timeout' } : answer;
  }

  async #travel(process: Process, batch: OperationBatch, courier: Courier, weather: Weather): Promise<NetAnswer> {
    await process.turn('request', 20);
    if (weather === 'blackHole') await process.turn('wait', clientTimeoutMs);
    const served = this.#serve(batch, courier.userId === null ? courier.credential : courier.accessToken, weather);
    if (weather === 'slow') {
      await process.turn('wait', clientTimeoutMs);
      return { kind: 'none', reason: 'timeout' };
    }
    const answer = await served;
    await process.turn('answer', 20);
    return answer;
  }

  /** The server goes on whether or not anybody still waits for its answer. */
  async #serve(batch: OperationBatch, token: string, weather: Weather): Promise<NetAnswer> {
    const serving = this.server.sending(batch, token, weather);
    for (;;) {
      const step = serving.next();
      if (step.done) return step.value;
      await this.pace.step('server', weather === 'slow' ? slowServerMs : 5);
    }
  }
}
