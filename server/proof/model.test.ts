import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Receipt, SentOperation } from '#domain/kernel/offlineWire.ts';
import { detailPayload, openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { lasting, Outbox, seeded, shuffled, traces } from './outbox.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/**
 * What a server must hold of one device, after Replicache's rule for a client's mutations: a key that was processed is never
 * processed again and answers as it did; nothing counts as processed that was not; and while a number is missing, the server
 * says so - ours does the later ones of other lanes meanwhile, where Replicache refuses them, and so must name every gap.
 */
class Model {
  readonly #first = new Map<string, Receipt>();
  readonly #sent = new Set<string>();
  readonly #ops: readonly SentOperation[];

  constructor(ops: readonly SentOperation[]) {
    this.#ops = ops;
  }

  isDone(op: SentOperation): boolean {
    return this.#first.has(op.opId);
  }
  get isComplete(): boolean {
    return this.#first.size === this.#ops.length;
  }

  send(ops: readonly SentOperation[]): void {
    for (const { opId } of ops) this.#sent.add(opId);
  }
  hear(receipts: readonly Receipt[]): void {
    for (const receipt of receipts) {
      const before = this.#first.get(receipt.opId);
      expect(receipt.status, JSON.stringify(receipt)).toBe('applied');
      if (before) expect(lasting(receipt)).toBe(lasting(before));
      else this.#first.set(receipt.opId, receipt);
    }
  }

  /** What was answered is held, what was never sent is missing; of what was sent unheard, either. */
  expect({ gaps, highestContiguousSeq, highestSeq }: Awaited<ReturnType<Outbox['state']>>): void {
    const missing = new Set(gaps);
    for (const { opId, seq } of this.#ops) {
      if (this.#first.has(opId)) expect(missing.has(seq), `number ${seq} was answered`).toBe(false);
      else if (!this.#sent.has(opId)) expect(missing.has(seq), `number ${seq} was never sent`).toBe(true);
    }
    expect(highestContiguousSeq).toBe((gaps[0] ?? this.#ops.length + 1) - 1);
    const held = this.#ops.map(({ seq }) => seq).filter((seq) => !missing.has(seq));
    expect(highestSeq).toBe(Math.max(0, ...held));
  }
}

/** Lanes of four acts, each of which needs the one before; numbered across each other as a desk writes them. */
async function lanesOf(outbox: Outbox, count: number): Promise<readonly (readonly SentOperation[])[]> {
  const second = (await desk.rows<{ id: string }>(sql`select id from commodity where commodity_code = 'BIO07' and tenant_id = '000000'`))[0]!.id;
  const { single } = desk.master;
  const lanes = Array.from({ length: count }, () => ({ summary: summaryPayload(desk, single), ops: [] as SentOperation[] }));
  const steps: readonly ((summary: ReturnType<typeof summaryPayload>) => readonly [string, object])[] = [
    (summary) => ['summary.enter', summary],
    ({ requisitionCode }) => ['summary.amendItems', { requisitionCode, commodityIds: [single, second], reason: '加项' }],
    ({ requisitionCode }) => ['summary.amendItems', { requisitionCode, commodityIds: [single], reason: '退项' }],
    (summary) => ['detail.enter', detailPayload(summary, 'nomal', 1)],
  ];
  for (const step of steps) for (const { summary, ops } of lanes) ops.push(await outbox.write(...step(summary)));
  return lanes.map(({ ops }) => ops);
}

/** A batch as a sender may make one: of some lanes the next acts in order, among them acts long done, shuffled, cut anywhere. */
function someBatch(lanes: readonly (readonly SentOperation[])[], model: Model, random: () => number): readonly SentOperation[] {
  const chosen = lanes
    .filter(() => random() < 0.5)
    .flatMap((ops) => {
      const done = ops.findIndex((op) => !model.isDone(op));
      const from = Math.floor(random() * ((done < 0 ? ops.length : done) + 1));
      return ops.slice(from, from + 1 + Math.floor(random() * ops.length));
    });
  return shuffled(chosen, random);
}

async function expectEachOnce(lanes: readonly (readonly SentOperation[])[], { deviceId }: Outbox): Promise<void> {
  for (const op of lanes.flat()) expect(await traces(desk, op.opId), op.opId).toEqual({ ledger: 1, audit: 1 });
  const ledger = await desk.rows<{ opId: string }>(sql`select op_id from client_op where device_id = ${deviceId} order by server_seq`);
  const places = new Map(ledger.map(({ opId }, place) => [opId, place]));
  for (const ops of lanes) {
    const inLane = ops.map(({ opId }) => places.get(opId) ?? -1);
    expect(inLane).toEqual(inLane.toSorted((a, b) => a - b));
  }
}

describe('a device whose batches come in any order, overlapping, cut and repeated', () => {
  it.each([11, 23, 47])('is held as the model holds it (seed %i)', async (seed) => {
    const random = seeded(seed);
    const outbox = new Outbox(desk, 'admin');
    const lanes = await lanesOf(outbox, 5);
    const model = new Model(lanes.flat().toSorted((a, b) => a.seq - b.seq));
    for (let round = 0; !model.isComplete && round < 60; round++) {
      const batches = Array.from({ length: 3 }, () => someBatch(lanes, model, random));
      for (const batch of batches) model.send(batch);
      for (const receipts of await Promise.all(batches.map((batch) => outbox.send(batch)))) model.hear(receipts);
      model.expect(await outbox.state());
    }
    expect(model.isComplete).toBe(true);
    expect(await outbox.state()).toMatchObject({ gaps: [], highestContiguousSeq: 20, highestSeq: 20 });
    await expectEachOnce(lanes, outbox);
  });

  it('is held so for three desks at once, and while PostgreSQL ends connections in the middle of their transactions', async () => {
    const random = seeded(97);
    const desks = await Promise.all(
      [1, 2, 3].map(async () => {
        const outbox = new Outbox(desk, 'admin');
        const lanes = await lanesOf(outbox, 6);
        return { outbox, lanes, model: new Model(lanes.flat().toSorted((a, b) => a.seq - b.seq)) };
      }),
    );
    const killer = endConnections();
    let unheard = 0;
    for (let round = 0; desks.some(({ model }) => !model.isComplete) && round < 200; round++) {
      if (round === 60) await killer.stop();
      await Promise.all(
        desks.map(async ({ outbox, lanes, model }) => {
          const batch = someBatch(lanes, model, random);
          model.send(batch);
          const receipts = await outbox.send(batch).catch(() => []);
          unheard += batch.length - receipts.length;
          model.hear(receipts);
        }),
      );
    }
    const ended = await killer.stop();
    for (const { outbox, lanes, model } of desks) {
      expect(model.isComplete).toBe(true);
      model.expect(await outbox.state());
      await expectEachOnce(lanes, outbox);
    }
    if (desk.database.kind === 'embedded') return;
    // Without transactions that were really ended this would prove nothing.
    expect(ended).toBeGreaterThan(5);
    expect(unheard).toBeGreaterThan(5);
  });
});

/**
 * Ends, every 20 ms, one backend that is in a transaction. The embedded engine has none: what breaks there is played by
 * faults.test.ts. `stop` answers how many were ended.
 */
function endConnections(): { readonly stop: () => Promise<number> } {
  let isOver = desk.database.kind === 'embedded';
  let ended = 0;
  const killing = (async () => {
    while (!isOver) {
      const killed = await desk
        .rows<{ n: number }>(
          sql`select count(pg_terminate_backend(pid))::int as n from (select pid from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null order by random() limit 1) one`,
        )
        .catch(() => []);
      ended += killed[0]?.n ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await killing;
      return ended;
    },
  };
}
