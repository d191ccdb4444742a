import type { Scheduler } from 'fast-check';
import { sealAlgorithm, type SentBlob } from '#domain/kernel/offlineWire.ts';
import { discard, discardNote, repeatKey, supersede } from '../../core/personActs.ts';
import { type NewOperation, queueOperation } from '../../core/queueOperation.ts';
import { inLaneOrder } from '../../core/selectBatch.ts';
import { canCarry, isChangeable, needsPerson, type OutboxOperation, waitsFor } from '#src/offline/store/operation.ts';
import { check, type Ending, type Told, type Violation } from '../checker.ts';
import { FakeServer, signatureOf, type Ruling } from '../fakeServer.ts';
import { type Bend, Browser, type Process } from './browser.ts';
import type { Disk } from './disk.ts';
import { Pace } from './pace.ts';
import { type Step, users } from './steps.ts';

/** Somebody or something waits, the server can be reached, and nobody has tried for so long: a loss to whoever looks at the screen. */
export const attemptWithinMs = 20_000;
/** What the steps of an attempt itself may take. */
const latenessMs = 500;

/** As many as the server tells at once. */
const gapLimit = 500;

export interface Setting {
  readonly seed: number;
  readonly hasLocks: boolean;
  readonly hasWorker: boolean;
  /** False: plain http, where acts are neither sealed nor signed. */
  readonly isSealed: boolean;
}
/** What a mutant changes: how the core is wired, or the server it talks to. */
export interface Mutation {
  readonly bend?: Bend;
  /** `clock`: real time, ms. */
  readonly server?: (clock: () => number) => FakeServer;
  readonly disk?: (disk: Disk) => void;
}

/** One desk's history: what befell it, what its screens said, and how it ended. */
export class History {
  readonly told: Told[] = [];
  readonly server: FakeServer;
  readonly browser: Browser;
  readonly #pace: Pace;
  readonly #rulings = new Map<string, Ruling>();
  /** Images that are whole on the server. */
  readonly #images = new Set<string>();
  /** What was wrong at the time, whatever came of it. */
  readonly #faults: Violation[] = [];
  /** Presses that have not been answered, by the process that owes the answer. */
  readonly #owed = new Map<Process, string[]>();
  #quietSince: number | null = null;
  #state: number;
  /** How each act ended on the desk. */
  readonly #rows = new Map<string, OutboxOperation>();
  #next = 0;
  #last: string | null = null;
  readonly #isSealed: boolean;

  constructor(scheduler: Scheduler, setting: Setting, { bend = {}, server, disk }: Mutation = {}) {
    this.#state = setting.seed >>> 0;
    this.#isSealed = setting.isSealed;
    this.#pace = new Pace(scheduler);
    this.server = server?.(() => this.#pace.real) ?? new FakeServer();
    this.server.rule = ({ opId, blobs = [] }) => {
      if (blobs.some(({ sha256 }) => !this.#images.has(sha256))) this.#faults.push({ law: 'L4', opId, what: 'came before its image' });
      return this.#rulings.get(opId) ?? 'applied';
    };
    this.browser = new Browser(this.#pace, this.server, this.random, bend);
    this.browser.hasLocks = setting.hasLocks;
    this.browser.hasWorker = setting.hasWorker;
    disk?.(this.browser.disk);
    this.#pace.watch = () => this.#listen();
    this.browser.login(users[0]);
  }

  readonly random = (): number => {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state / 2 ** 32;
  };

  async run(steps: readonly Step[]): Promise<void> {
    for (const one of steps) {
      await this.#begin(one);
      if (one.turns > 0 || one.kind !== 'calm') await this.#pace.rough(one.turns);
    }
  }

  async #begin(one: Step): Promise<void> {
    const { browser } = this;
    switch (one.kind) {
      case 'enqueue':
        return this.#enqueue(one);
      case 'person':
        return this.#person(one);
      case 'kill':
        return this.#kill(one.what);
      case 'sky':
        browser.sky = [...one.sky];
        return;
      case 'climate':
        browser.ambient = one.ambient;
        browser.isLinked = one.isLinked;
        return;
      case 'login':
        return browser.login(users[one.user] ?? users[0]);
      case 'logout':
        return browser.logout();
      case 'disable':
        if (one.isDisabled) this.server.disabled.add(users[one.user] ?? '');
        else this.server.disabled.clear();
        return;
      case 'image':
        return this.#uploadImages(
          this.browser.disk
            .unresolved()
            .flatMap(({ blobs = [] }) => blobs.slice(0, 1))
            .slice(0, 1),
        );
      case 'expire':
        this.server.tokens.clear();
        if (one.renewal === 'refused' && this.random() < 0.3) this.server.credentials.clear();
        browser.renewal = one.renewal;
        return;
      case 'clock':
        this.#pace.skew += one.ms;
        return;
      case 'wait':
        this.#pace.real += one.ms;
        return;
      case 'calm':
        this.#quietSince = null;
        return this.#pace.calm(one.ms);
      case 'run':
        return;
    }
  }

  #enqueue({ page, lanes, ruling, isAfterLast, isTwice, hasImage }: Extract<Step, { kind: 'enqueue' }>): void {
    const user = this.browser.session?.userId;
    if (!user) return;
    const opId = this.#name(ruling);
    const dependsOn = isAfterLast && this.#last ? [this.#last] : [];
    const fresh = this.#fresh(opId, user, {
      lanes: lanes.map((index) => `req:${index}`),
      dependsOn,
      ...(hasImage ? { blobs: [{ sha256: `image of ${opId}`, size: 1, mime: 'image/jpeg' }] } : {}),
    });
    this.#last = opId;
    for (let press = isTwice ? 2 : 1; press > 0; press--) {
      this.#press(page, opId, user, ({ store }) => store.change(async (tx) => (await tx.find(opId)) ?? queueOperation(tx, fresh)));
    }
  }

  #person({ page, act, which, ruling }: Extract<Step, { kind: 'person' }>): void {
    const { disk, session } = this.browser;
    const user = session?.userId;
    const mine = disk
      .unresolved()
      .filter((operation) => operation.authorId === user && (act === 'retry' ? operation.state !== 'sending' : isChangeable(operation)));
    const chosen = mine[which % Math.max(1, mine.length)];
    const process = this.browser.pages[page];
    if (!chosen || !user || !process) return;
    if (act === 'retry') {
      // Whoever else was faster has settled it.
      void process.store.change((tx) => repeatKey(tx, chosen.opId, user)).catch(() => undefined);
      return;
    }
    const opId = this.#name(act === 'edit' ? ruling : 'applied');
    if (act === 'edit') {
      const heir = this.#fresh(opId, user, { lanes: chosen.lanes, dependsOn: chosen.dependsOn, blobs: chosen.blobs });
      this.#press(page, opId, user, ({ store }) => store.change((tx) => supersede(tx, chosen.opId, heir)));
      return;
    }
    const note = this.#fresh(opId, user, discardNote(chosen, '重复录入'));
    this.#press(page, opId, user, ({ store }) => store.change((tx) => discard(tx, chosen.opId, '重复录入', note)));
  }

  /** The loop of the images: they are whole first, then the act is told. */
  #uploadImages(images: readonly SentBlob[]): void {
    for (const { sha256 } of images) {
      this.#images.add(sha256);
      void this.browser.worker().store.change(async (tx) => {
        const waiting = (await tx.unresolved()).filter(({ blobs = [] }) => blobs.some((blob) => blob.sha256 === sha256));
        await tx.put(waiting.map((operation) => ({ ...operation, blobsLeft: 0 })));
      });
    }
  }

  /** A page or browser dies and is opened again; what it had not answered nobody knows. */
  #kill(what: Extract<Step, { kind: 'kill' }>['what']): void {
    const { browser } = this;
    for (const process of browser.kill(what === 'power' ? 'all' : what)) {
      for (const opId of this.#owed.get(process) ?? []) this.told.push({ kind: 'unknown', opId });
      this.#owed.delete(process);
    }
    if (what === 'power') browser.disk.cutPower();
    for (const at of [0, 1]) if (!browser.pages[at]?.isAlive) browser.open(at);
  }

  #press(page: number, opId: string, authorId: string, work: (process: Process) => Promise<unknown>): void {
    const process = this.browser.pages[page];
    if (!process) return;
    this.told.push({ kind: 'invoke', opId, authorId, deviceId: 'desk-00000001' });
    const owed = this.#owed.get(process) ?? [];
    this.#owed.set(process, owed);
    owed.push(opId);
    const answer = (kind: 'ok' | 'fail'): void => {
      owed.splice(owed.indexOf(opId), 1);
      this.told.push({ kind, opId });
    };
    void work(process).then(
      () => {
        answer('ok');
        void process.kick();
      },
      () => answer('fail'),
    );
  }

  #name(wished: Ruling): string {
    const opId = `act-${String(++this.#next).padStart(4, '0')}`;
    this.#rulings.set(opId, wished);
    return opId;
  }

  #fresh(opId: string, userId: string, what: Pick<NewOperation, 'lanes' | 'dependsOn'> & Partial<NewOperation>): NewOperation {
    const seal = {
      keyId: `key-of-${userId}`,
      sealed: { alg: sealAlgorithm, kid: 'one', epk: '', iv: '', ct: opId },
      sig: signatureOf(userId),
      own: '',
    } as const;
    return {
      opId,
      author: { userId, name: userId, tenantId: '000000', deptId: '', roleId: '' },
      type: 'test.act',
      typeVersion: 1,
      subject: opId,
      appVersion: this.browser.appVersion,
      now: this.#pace.now,
      clockOffsetMs: 0,
      ...what,
      ...(this.#isSealed ? { payload: undefined, seal } : { payload: what.payload ?? {} }),
    };
  }

  /**
   * Everything works again: the new version is there, the server fails no more, both people come by, an hour goes by for what waits so long.
   * What is left then needs a person. Answers the time the first of them needed, ms.
   */
  async heal(): Promise<number> {
    const { browser } = this;
    for (const [opId, wished] of this.#rulings) if (wished === 'faulty' || wished === 'unknown') this.#rulings.set(opId, 'applied');
    browser.sky = [];
    browser.ambient = 'fine';
    browser.isLinked = true;
    browser.renewal = 'granted';
    browser.appVersion = '2';
    this.server.disabled.clear();
    browser.login(users[0]);
    this.#kill('all');
    this.#uploadImages(browser.disk.unresolved().flatMap(({ blobs = [] }) => blobs));
    this.#quietSince = null;
    await this.#pace.calm(0);
    const startedAt = Math.max(this.#pace.real, browser.askedUntil);
    await this.#pace.calm(startedAt - this.#pace.real);
    while (this.#isWaiting() && this.#pace.real - startedAt < 120_000) await this.#pace.calm(1000);
    const emptiedMs = this.#pace.real - startedAt;
    // Unsigned acts of two people in one lane take turns: as many rounds as still bring something forward.
    let left = Infinity;
    for (let round = 0; round < 2 || browser.disk.unresolved().length < left; round++) {
      left = browser.disk.unresolved().length;
      this.#rows.clear();
      for (const user of users) {
        browser.login(user);
        await this.#pace.calm(60_000);
        // Where nothing is signed, an act is settled while its author is here.
        for (const row of browser.disk.all()) if (row.authorId === user) this.#rows.set(row.opId, row);
      }
      this.#pace.real += 66 * 60_000;
      this.#quietSince = null;
    }
    return emptiedMs;
  }

  judge(emptiedMs: number): readonly Violation[] {
    const { disk } = this.browser;
    const rows = [...this.#rows.values()];
    const taken = new Set(this.server.answers.map(({ seq }) => seq));
    const highestSeq = (disk.rows.meta.get('queue') as { readonly seq: number } | undefined)?.seq ?? 0;
    const gaps: number[] = [];
    for (let seq = 1; seq <= highestSeq && gaps.length < gapLimit; seq++) if (!taken.has(seq)) gaps.push(seq);
    const leaks = rows
      .filter((row) => JSON.stringify(row).includes('token-of-'))
      .map(({ authorId }) => ({ text: 'the access token', authorId, reader: 'whoever reads the disk' }));
    const desk = { deviceId: 'desk-00000001', highestSeq, rows, gaps, shown: null, emptiedMs };
    const ending: Ending = { ledger: this.server.answers, effects: this.server.applied, desks: [desk], leaks };
    return [...check(this.told, ending), ...this.#faults];
  }

  /** Acts that wait for nothing but time and an attempt. */
  #isWaiting(): boolean {
    const { disk, session, credential } = this.browser;
    /** What stands behind something else: a person, an author, an update, an image. */
    const stopped = new Set<string>();
    return inLaneOrder(disk.unresolved()).some((operation) => {
      const { lanes, opId, state, heldBy, blobsLeft = 0 } = operation;
      const isStopped =
        needsPerson(operation) ||
        state === 'blocked' ||
        heldBy === 'user' ||
        heldBy === 'update' ||
        blobsLeft > 0 ||
        [...lanes, ...waitsFor(operation)].some((key) => stopped.has(key));
      if (isStopped) for (const key of [...lanes, opId]) stopped.add(key);
      const courierIds = [...(session ? [session.userId] : []), ...(credential ? [null] : [])];
      return !isStopped && courierIds.some((courierId) => canCarry(operation, courierId));
    });
  }

  /** After every step of the calm: has anybody tried, where there was something to try? */
  #listen(): void {
    const { browser } = this;
    const { real } = this.#pace;
    const isQuiet =
      browser.isLinked &&
      browser.ambient === 'fine' &&
      browser.sky.length === 0 &&
      real >= browser.askedUntil &&
      !browser.isTrying &&
      this.#isWaiting();
    if (!isQuiet) {
      this.#quietSince = null;
      return;
    }
    this.#quietSince = Math.max(this.#quietSince ?? real, browser.lastAttemptAt);
    if (real - this.#quietSince <= attemptWithinMs + latenessMs) return;
    const waiting = this.browser.disk.unresolved().map(({ opId, state, heldBy }) => `${opId} ${state} ${heldBy ?? ''}`.trim());
    this.#faults.push({ law: 'L5', opId: '', what: `nobody tried for ${real - this.#quietSince} ms while ${waiting.join(', ')}` });
    this.#quietSince = real;
  }
}
