import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isChangeable, needsPerson } from '../operation.ts';
import { Desk } from '../testing/desk.ts';
import type { Ruling, Weather } from '../testing/fakeServer.ts';
import { Killed } from '../testing/memoryStore.ts';

const histories = Number(process.env.SIMULATIONS ?? 1000);
const users = ['ann', 'ben'] as const;
const weathers: readonly Weather[] = [
  'fine',
  'refused',
  'blackHole',
  'cutAfterApply',
  'cutMidBody',
  'error500',
  'busy503',
  'tooMany429',
  'portal',
  'portal401',
  'notFound',
  'unauthorised',
  'outdated',
  'tooLarge',
];
const badWeathers = weathers.filter((weather) => weather !== 'fine');

type Step =
  | {
      readonly kind: 'enqueue';
      readonly lanes: readonly number[];
      readonly ruling: Ruling;
      readonly isAfterLast: boolean;
      readonly kill: 'before' | 'after' | null;
    }
  | {
      readonly kind: 'drain';
      readonly weathers: readonly Weather[];
      readonly killAt: number;
      readonly killHow: 'before' | 'after';
      readonly twins: number;
    }
  | { readonly kind: 'login'; readonly user: number }
  | { readonly kind: 'logout' }
  | { readonly kind: 'expire' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'person'; readonly act: 'edit' | 'discard' | 'retry'; readonly which: number; readonly ruling: Ruling };

const lane = fc.nat({ max: 4 });
const ruling = fc.constantFrom<Ruling>('applied', 'applied', 'applied', 'repeat', 'refused', 'conflict', 'faulty', 'unknown');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('enqueue' as const),
      lanes: fc.uniqueArray(lane, { minLength: 1, maxLength: 2 }),
      ruling,
      isAfterLast: fc.boolean(),
      kill: fc.constantFrom(null, null, null, null, 'before' as const, 'after' as const),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('drain' as const),
      weathers: fc.array(fc.constantFrom(...weathers), { maxLength: 4 }),
      killAt: fc.nat({ max: 14 }),
      killHow: fc.constantFrom('before' as const, 'after' as const),
      twins: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('login' as const), user: fc.nat({ max: 1 }) }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: 'logout' }, { kind: 'expire' }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(500, 30_000, 400_000, 4_000_000, -3_000_000_000) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('person' as const),
      act: fc.constantFrom('edit' as const, 'discard' as const, 'retry' as const),
      which: fc.nat({ max: 9 }),
      ruling,
    }),
  },
);

/** What the screen was told: saved for certain, or killed before the answer. */
type Told = 'saved' | 'unknown';

/** One desk's history and what its screens said, for the checker. */
class History {
  readonly desk = new Desk();
  readonly told = new Map<string, Told>();
  readonly rulings = new Map<string, Ruling>();
  readonly authors = new Map<string, string>();
  /** Given up or replaced while nobody could know whether the server had them. */
  readonly doubtful = new Set<string>();
  private next = 0;
  private last: string | null = null;

  constructor(seed: number, hasLocks: boolean) {
    let state = seed >>> 0;
    this.desk.random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    this.desk.hasLocks = hasLocks;
    this.desk.pause = async () => {
      for (let i = Math.floor(this.desk.random() * 6); i > 0; i--) await Promise.resolve();
    };
    this.desk.server.rule = ({ opId }) => this.rulings.get(opId) ?? 'applied';
  }

  async run(one: Step): Promise<void> {
    const { desk } = this;
    const user = desk.session?.userId;
    switch (one.kind) {
      case 'enqueue': {
        if (!user) return;
        const opId = this.name(one.ruling, user);
        await this.save(opId, one.kill, () =>
          desk.enqueue({ opId, lanes: one.lanes.map((index) => `req:${index}`), dependsOn: one.isAfterLast && this.last ? [this.last] : [] }),
        );
        this.last = opId;
        return;
      }
      case 'drain': {
        const sky = [...one.weathers];
        desk.weather = () => sky.shift() ?? 'fine';
        desk.reach = () => desk.random() < 0.9;
        let commits = 0;
        desk.store.killAt = () => (++commits === one.killAt ? one.killHow : null);
        // A killed process takes its senders with it; what they were doing is unknown to the next one.
        await Promise.all(Array.from({ length: one.twins }, () => desk.drain().catch(forgiveKill)));
        desk.store.killAt = () => null;
        return;
      }
      case 'login':
        return desk.login(users[one.user]!);
      case 'logout':
        desk.session = null;
        return;
      case 'expire':
        desk.server.tokens.clear();
        desk.renewal = desk.random() < 0.5 ? 'refused' : 'granted';
        return;
      case 'wait':
        desk.now = Math.max(1, desk.now + one.ms);
        return;
      case 'person':
        return this.person(one);
    }
  }

  private async person({ act, which, ruling: wished }: Extract<Step, { kind: 'person' }>): Promise<void> {
    const { desk } = this;
    const user = desk.session?.userId;
    const mine = desk.store
      .unresolved()
      .filter((operation) => operation.authorId === user && (act === 'retry' ? operation.state !== 'sending' : isChangeable(operation)));
    const chosen = mine[which % Math.max(1, mine.length)];
    if (!chosen || !user) return;
    if (act === 'retry') return desk.retry(chosen.opId);
    if (chosen.state === 'quarantined') this.doubtful.add(chosen.opId);
    if (act === 'discard') return void (await desk.discard(chosen.opId));
    const opId = this.name(wished, user);
    await this.save(opId, null, () => desk.edit(chosen.opId, { opId }));
  }

  private name(wished: Ruling, user: string): string {
    const opId = `act-${String(++this.next).padStart(4, '0')}`;
    this.rulings.set(opId, wished);
    this.authors.set(opId, user);
    return opId;
  }
  private async save(opId: string, kill: 'before' | 'after' | null, work: () => Promise<unknown>): Promise<void> {
    this.desk.store.killAt = () => kill;
    try {
      await work();
      this.told.set(opId, 'saved');
    } catch (error) {
      forgiveKill(error);
      this.told.set(opId, 'unknown');
    } finally {
      this.desk.store.killAt = () => null;
    }
  }

  /** The link is good again, both people come by, the server stops failing: everything that needs no person must go. */
  async heal(): Promise<void> {
    const { desk } = this;
    for (const [opId, wished] of this.rulings) if (wished === 'faulty' || wished === 'unknown') this.rulings.set(opId, 'applied');
    desk.weather = () => 'fine';
    desk.reach = () => true;
    desk.renewal = 'granted';
    desk.pause = async () => undefined;
    for (let round = 0; round < 8; round++) {
      for (const user of users) {
        desk.login(user);
        desk.appVersion = '2';
        desk.now += 66 * 60_000;
        for (let pass = 0; pass < 60; pass++) {
          const { nextAt } = await desk.drain();
          if (nextAt === null) break;
          desk.now = Math.max(desk.now + 1, nextAt);
        }
      }
    }
  }

  check(): void {
    const { desk, told } = this;
    const { server } = desk;
    const rows = new Map(desk.store.all().map((operation) => [operation.opId, operation]));
    for (const [opId, said] of told) {
      const row = rows.get(opId);
      // L1: what was said to be saved is here or there, in a tray, or given up by a person with a reason.
      if (said === 'saved') expect(row, `${opId} was saved and has vanished`).toBeDefined();
      if (row?.state === 'acked') expect(server.ledger.has(opId), `${opId} acked without the server knowing it`).toBe(true);
      if (row?.state === 'discarded') expect(row.discard?.reason).toBeTruthy();
      if (row?.state === 'superseded') expect(rows.has(row.supersededBy ?? ''), `${opId} superseded by nothing`).toBe(true);
      // L6: nothing was taken from another hand than its author's.
      if (row) expect(row.authorId).toBe(this.authors.get(opId));
    }
    // L2: each effect stands at most once, and only of acts somebody made.
    expect(new Set(server.applied).size).toBe(server.applied.length);
    for (const [opId, { receipt, op, deviceId }] of server.ledger) {
      expect(rows.get(opId), `${opId} is on the server and nowhere else`).toBeDefined();
      expect(op).toMatchObject({ opId, authorId: rows.get(opId)?.authorId, payloadHash: rows.get(opId)?.payloadHash });
      expect(deviceId).toBe('desk-00000001');
      // L3: the desk and the server say the same of it.
      const row = rows.get(opId)!;
      const isTooLarge = row.receipt?.code === 'offline.tooLarge';
      const expected =
        receipt.status === 'applied' || receipt.status === 'repeat'
          ? ['acked', ...(this.doubtful.has(opId) ? ['discarded', 'superseded'] : [])]
          : ['rejected', 'conflict', 'discarded', 'superseded'];
      if (!isTooLarge) expect(expected, `${opId} is ${receipt.status} on the server`).toContain(row.state);
    }
    // L4: within a lane effects stand in the order of the lane.
    const rank = (opId: string): number => rows.get(opId)!.rank;
    for (const name of new Set([...rows.values()].flatMap(({ lanes }) => lanes))) {
      const inLane = server.applied.filter((opId) => rows.get(opId)!.lanes.includes(name)).map(rank);
      expect(inLane, `order of ${name}`).toEqual([...inLane].sort((a, b) => a - b));
    }
    // L5: whoever is left needs a person, or stands behind one who does.
    for (const operation of desk.store.unresolved()) {
      const isExplained = needsPerson(operation) || operation.state === 'blocked' || (operation.state === 'held' && operation.heldBy === 'user');
      expect(isExplained, `${operation.opId} is stuck as ${operation.state}/${operation.heldBy}`).toBe(true);
      if (operation.state === 'blocked')
        expect(rows.get(operation.blockedBy ?? '')?.resolvedAt, `${operation.opId} is blocked by nothing`).toBeNull();
    }
    // L7: numbers without gaps, each once.
    expect([...rows.values()].map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(Array.from({ length: rows.size }, (_, index) => index + 1));
  }
}

function forgiveKill(error: unknown): void {
  if (!(error instanceof Killed)) throw error;
}

it(`loses nothing, doubles nothing and never gets stuck over ${histories} random histories of cuts, kills, logins and hands`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 45 }), fc.nat(), fc.boolean(), async (steps, seed, hasLocks) => {
      const history = new History(seed, hasLocks);
      for (const one of steps) await history.run(one);
      await history.heal();
      history.check();
    }),
    { numRuns: histories },
  );
});

it('meets every kind of trouble often enough to mean something', async () => {
  let cuts = 0;
  let tray = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 45 }), fc.nat(), async (steps, seed) => {
      const history = new History(seed, true);
      for (const one of steps) await history.run(one);
      cuts += [...history.desk.server.ledger.values()].filter(
        ({ op }) => history.desk.server.seen.filter((ids) => ids.includes(op.opId)).length > 1,
      ).length;
      tray += history.desk.store.unresolved().filter(needsPerson).length;
    }),
    { numRuns: 200, seed: 11 },
  );
  expect(badWeathers).toHaveLength(weathers.length - 1);
  expect(cuts).toBeGreaterThan(40);
  expect(tray).toBeGreaterThan(40);
});
