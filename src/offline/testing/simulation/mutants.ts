import type { BatchAnswer, OperationBatch, Receipt, SentOperation } from '#domain/kernel/offlineWire.ts';
import type { NetAnswer } from '../../core/classify.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import type { Law } from '../checker.ts';
import { envelope, FakeServer } from '../fakeServer.ts';
import type { MemoryTx } from '../memoryStore.ts';
import type { Bend, Process } from './browser.ts';
import type { Mutation } from './history.ts';

/** A mistake that was made somewhere, and the laws one of which it must break. */
export interface Mutant {
  readonly name: string;
  readonly laws: readonly Law[];
  readonly mutation: Mutation;
}

/** Everything in the batch answered alike, as by a server that looks at nothing. */
function allAnswered({ ops }: OperationBatch, status: Receipt['status']): NetAnswer {
  const results = ops.map(({ opId }): Receipt => ({ opId, status, duplicate: false, serverSeq: '1', serverTime: '' }));
  return envelope(200, { results, serverTime: '2026-05-20T01:00:00.000Z', minEpoch: 1 } satisfies BatchAnswer);
}

/** Rows that are taken out instead of being written. */
const dropping =
  (isDropped: (operation: OutboxOperation) => boolean): Bend['tx'] =>
  (tx) => ({
    ...tx,
    put: async (operations) => {
      tx.remove(operations.filter(isDropped).map(({ opId }) => opId));
      await tx.put(operations.filter((operation) => !isDropped(operation)));
    },
  });

/** As Workbox: taken out of the store to be sent, put back when that has failed. */
function deleteBeforeSend(): Bend {
  const inHand = new WeakMap<Process, Map<string, OutboxOperation>>();
  return {
    tx: (tx, process) => {
      const mine = inHand.get(process) ?? new Map<string, OutboxOperation>();
      inHand.set(process, mine);
      return {
        ...tx,
        unresolved: async () => [...(await tx.unresolved()), ...mine.values()],
        find: async (opId) => mine.get(opId) ?? tx.find(opId),
        put: async (operations) => {
          for (const operation of operations) {
            mine.delete(operation.opId);
            if (operation.state === 'sending') mine.set(operation.opId, operation);
          }
          tx.remove(operations.map(({ opId }) => opId));
          await tx.put(operations.filter(({ state }) => state !== 'sending'));
        },
      };
    },
  };
}

/** One queue for all: what stands in front holds everything. */
function oneLane(): Bend {
  const lanes = new Map<string, readonly string[]>();
  const joined = (operation: OutboxOperation): OutboxOperation => {
    lanes.set(operation.opId, operation.lanes);
    return { ...operation, lanes: ['all'] };
  };
  return {
    tx: (tx) => ({
      ...tx,
      unresolved: async () => (await tx.unresolved()).map(joined),
      put: (operations) => tx.put(operations.map((operation) => ({ ...operation, lanes: lanes.get(operation.opId) ?? operation.lanes }))),
    }),
  };
}

type Tokened = OutboxOperation & { readonly accessToken?: string };
/** The token of the hour of saving, kept with the act and sent with it. */
const tokenStored: Bend = {
  tx: (tx, { browser }) => ({
    ...tx,
    put: async (operations) => {
      const known = await Promise.all(operations.map(({ opId }) => tx.find(opId)));
      const accessToken = browser.session?.accessToken ?? '';
      await tx.put(operations.map((operation, at): Tokened => ({ accessToken, ...known[at], ...operation })));
    },
  }),
  send:
    (send, { disk }) =>
    (batch, courier) => {
      const kept = disk.rows.ops.get(batch.ops[0]?.opId ?? '') as Tokened | undefined;
      return send(batch, courier.userId === null ? courier : { ...courier, accessToken: kept?.accessToken ?? courier.accessToken });
    },
};

/** Looks the key up, and takes it in another transaction. */
class LookingFirst extends FakeServer {
  protected override *running(op: SentOperation, courierId: string | null, deviceId: string): Generator<void, Receipt | null> {
    yield;
    const known = this.unproven(op, courierId) ?? this.known(op);
    yield;
    return known ?? this.decide(op, courierId, deviceId);
  }
}

/** Forgets keys a minute after they were used. */
class Forgetful extends FakeServer {
  readonly #clock: () => number;
  readonly #usedAt = new Map<string, number>();
  constructor(clock: () => number) {
    super();
    this.#clock = clock;
  }
  protected override known(op: SentOperation): Receipt | null {
    return this.#clock() - (this.#usedAt.get(op.opId) ?? -Infinity) > 60_000 ? null : super.known(op);
  }
  protected override decide(op: SentOperation, courierId: string | null, deviceId: string): Receipt | null {
    this.#usedAt.set(op.opId, this.#clock());
    return super.decide(op, courierId, deviceId);
  }
}

const isRefusal = ({ state }: OutboxOperation): boolean => state === 'rejected' || state === 'conflict';

/** The thirteen (docs/offline.md#laws, T1). Each is a wrapping of what the core works with; nothing of it is in the product. */
export const mutants: readonly Mutant[] = [
  { name: 'delete before send', laws: ['L1'], mutation: { bend: deleteBeforeSend() } },
  {
    name: 'any HTTP is success',
    laws: ['L1'],
    mutation: {
      bend: {
        send: (send) => async (batch, courier) => {
          const answer = await send(batch, courier);
          return answer.kind === 'http' ? allAnswered(batch, 'applied') : answer;
        },
      },
    },
  },
  {
    name: '4xx deletes',
    laws: ['L1'],
    mutation: {
      bend: {
        tx: dropping(isRefusal),
        send: (send) => async (batch, courier) => {
          const answer = await send(batch, courier);
          return answer.kind === 'http' && answer.status >= 400 && answer.status < 500 ? allAnswered(batch, 'refused') : answer;
        },
      },
    },
  },
  { name: 'dedupe check outside the transaction', laws: ['L2'], mutation: { server: () => new LookingFirst() } },
  { name: 'key kept for a minute', laws: ['L2'], mutation: { server: (clock) => new Forgetful(clock) } },
  {
    name: 'seq from Date.now()',
    laws: ['L7'],
    mutation: { bend: { tx: (tx, { browser }) => ({ ...tx, queue: async () => ({ ...(await tx.queue()), seq: browser.pace.now - 1 }) }) } },
  },
  { name: 'saved on request success', laws: ['L1'], mutation: { disk: (disk) => void (disk.reportsAt = 'request') } },
  { name: 'relaxed durability', laws: ['L1'], mutation: { disk: (disk) => void (disk.durability = 'relaxed') } },
  {
    name: 'given up after ten attempts',
    laws: ['L1'],
    mutation: { bend: { tx: dropping(({ attempts, state }) => attempts >= 10 && state === 'pending') } },
  },
  { name: 'first in, first out across lanes', laws: ['L5'], mutation: { bend: oneLane() } },
  { name: 'token stored with the act', laws: ['L6'], mutation: { bend: tokenStored } },
  { name: 'unknown type dropped', laws: ['L1'], mutation: { bend: { tx: dropping(({ receipt }) => receipt?.code === 'command.unknown') } } },
  {
    name: 'logout clears',
    laws: ['L1'],
    mutation: {
      bend: {
        logout: async ({ pages }) => pages[0]?.store.change(async (tx) => (tx as MemoryTx).remove((await tx.unresolved()).map(({ opId }) => opId))),
      },
    },
  },
  // Beyond the thirteen: the rule that somebody must try has teeth as well.
  { name: 'sent at enqueue and start alone', laws: ['L5'], mutation: { bend: { hasNoTimer: true } } },
  {
    name: 'images not awaited',
    laws: ['L4'],
    mutation: {
      bend: { tx: (tx) => ({ ...tx, unresolved: async () => (await tx.unresolved()).map((operation) => ({ ...operation, blobsLeft: 0 })) }) },
    },
  },
];
