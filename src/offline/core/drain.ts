import { outboxEpoch, type OperationBatch } from '#domain/kernel/offlineWire.ts';
import { canCarry, toSent, waitsFor, type OutboxOperation, type QueueRow, type TransportRow } from '#src/offline/store/operation.ts';
import { applyAnswer, applyHeld, applyTooLarge, applyTransient, type Applied, type Applying } from './applyReceipts.ts';
import { isDue } from './backoff.ts';
import { classify, type Verdict } from './classify.ts';
import type { Courier, DrainPorts, SenderSession } from './ports.ts';
import { fullBatch, nextDueAt, selectBatch } from './selectBatch.ts';
import { recover, release, settle } from './settle.ts';

/** A service worker may be stopped soon after: a pass starts no batch later than this (docs/offline.md#sending). */
const passMs = 25_000;
export const sendLock = 'outbox-send';

export interface PassResult {
  /** busy: another page or worker is sending. signedOut: nobody whose acts could go. idle: nothing can go now. more: time is up. */
  readonly outcome: 'busy' | 'signedOut' | 'idle' | 'more';
  /** When to come again at the latest, desk clock ms; null: nothing waits on time. */
  readonly nextAt: number | null;
  readonly sentCount: number;
  readonly ackedCount: number;
}

/** Requests under way at once: the next is chosen and sent while the link carries the last; more of them where it is known to be quick. */
const flightLimit = 2;
const quickFlightLimit = 4;
/** An answer within so long shows that the link and the server carry more, ms. */
const quickMs = 1500;

interface Pass {
  sentCount: number;
  ackedCount: number;
  hasRenewed: boolean;
  /** Requests that may be under way at once. */
  flightLimit: number;
  /** Nothing is left to be sent. */
  isEmpty: boolean;
  /** The storage failed: the pass ends. */
  broken: { readonly error: unknown } | null;
}
interface Flight {
  readonly batch: OperationBatch;
  readonly courier: Courier;
}
interface Prepared {
  readonly flights: readonly Flight[];
  /** Where there are none: when there may be one. */
  readonly nextAt: number | null;
}

/**
 * Makes the one sender of a page or worker. Calls during a pass make it look again at its end.
 * Nothing here is needed for safety: an act leaves the queue by a receipt alone, and the server takes each key once.
 */
export function createDrain(ports: DrainPorts): () => Promise<PassResult> {
  let running: Promise<PassResult> | null = null;
  let isAsked = false;
  return function drain() {
    isAsked = true;
    running ??= (async () => {
      try {
        let result: PassResult;
        do {
          isAsked = false;
          result = (await ports.lock.tryRun(sendLock, () => runPass(ports))) ?? {
            outcome: 'busy',
            nextAt: ports.clock.now() + 1000,
            sentCount: 0,
            ackedCount: 0,
          };
        } while (isAsked && result.outcome === 'idle');
        return result;
      } finally {
        running = null;
      }
    })();
    return running;
  };
}

async function runPass(ports: DrainPorts): Promise<PassResult> {
  const { clock } = ports;
  const startedAt = clock.now();
  const pass: Pass = { sentCount: 0, ackedCount: 0, hasRenewed: false, flightLimit, isEmpty: false, broken: null };
  const result = (outcome: PassResult['outcome'], nextAt: number | null): PassResult => {
    const { sentCount, ackedCount } = pass;
    return { outcome, nextAt, sentCount, ackedCount };
  };
  const unreachableUntil = await openPass(ports);
  if (unreachableUntil !== null) return result('idle', unreachableUntil);
  const flights = new Set<Promise<void>>();
  const fly = (flight: Flight): void => {
    pass.isEmpty = false;
    const flying: Promise<void> = carry(ports, flight, pass)
      .catch((error: unknown) => {
        pass.broken ??= { error };
      })
      .finally(() => flights.delete(flying));
    flights.add(flying);
  };
  try {
    for (;;) {
      if (pass.broken) throw pass.broken.error;
      const isOver = clock.now() - startedAt > passMs;
      const prepared = isOver || pass.isEmpty ? null : await prepareAny(ports, pass.flightLimit - flights.size);
      if (prepared === 'nobody' && flights.size === 0) return result('signedOut', null);
      if (prepared !== null && prepared !== 'nobody') {
        if (prepared.flights.length === 0 && flights.size === 0) return result('idle', prepared.nextAt);
        for (const flight of prepared.flights) fly(flight);
      }
      if (flights.size > 0) await Promise.race(flights);
      else return isOver ? result('more', clock.now()) : result('idle', null);
    }
  } finally {
    // A request that is under way is heard out, and the lock held so long.
    await Promise.all(flights);
  }
}

/** Sends one batch and takes down what becomes of it. */
async function carry(ports: DrainPorts, { batch, courier }: Flight, pass: Pass): Promise<void> {
  const { clock, net, session } = ports;
  const sentAt = clock.now();
  const verdict = classify(await net.send(batch, courier), clock.now());
  pass.sentCount += batch.ops.length;
  let told: Verdict = verdict;
  let isRenewed = false;
  if (verdict.kind === 'auth' && courier.userId !== null && !pass.hasRenewed) {
    pass.hasRenewed = true;
    const renewed = await session.renew(courier.accessToken).catch(() => 'unreachable' as const);
    if (renewed === 'unreachable') told = linkLost;
    else isRenewed = renewed !== null;
  }
  if (told.kind === 'transient' && told.isLinkFault && (await net.canReach(true))) told = { ...told, isBack: true };
  const tookMs = Math.max(0, clock.now() - sentAt);
  if (verdict.kind === 'answered') pass.flightLimit = tookMs > quickMs ? flightLimit : quickFlightLimit;
  const concluded = await conclude(ports, batch, told, courier, { isRenewed, tookMs });
  pass.ackedCount += concluded.ackedCount;
  pass.isEmpty = concluded.isEmpty;
}

const unreachable = { cause: 'network', http: 0, message: 'network', isFault: false, isLinkFault: true, retryAfterMs: null } as const;
const linkLost: Verdict = { kind: 'transient', ...unreachable };

/**
 * Opens a pass: what was under way is unknown again. After a break in the link, or with the cable out, nothing is sent
 * into the void: an act that never left is known not to be on the server, so that its author can still take it back.
 * Answers when to come again, or null to go on.
 */
async function openPass({ store, clock, net, random, contact }: DrainPorts): Promise<number | null> {
  const early = await store.read((tx) => tx.transport());
  const { refusedSession, refusedDevice = null, refusedVersion } = early;
  const isRefused = refusedSession !== null || refusedDevice !== null || refusedVersion !== null;
  // Asked after every act while nobody answers: then the queue itself is not even read.
  if (!isRefused && !isDue(early.nextAt, clock.now(), early.askedMs)) return early.nextAt;
  const { transport, operations } = await store.read(async (tx) => ({ transport: await tx.transport(), operations: await tx.unresolved() }));
  const isEmpty = operations.length === 0;
  if (recover(operations).length > 0) await store.change(async (tx) => tx.put(recover(await tx.unresolved())));
  if (isEmpty || !isDue(transport.nextAt, clock.now(), transport.askedMs) || (await net.canReach(transport.isLinkFault))) return null;
  await contact.told(null, null);
  return store.change(async (tx) => {
    const { transport: failed } = applyTransient(unreachable, { sent: [], transport: await tx.transport(), now: clock.now(), random });
    await tx.save(failed);
    return failed.nextAt;
  });
}

/**
 * The next batches, at most `room`, and who carries them: the signed-in person's session, else the desk's own credential; one the server has
 * refused comes last, for the refusal may have been somebody else's on the way.
 */
async function prepareAny(ports: DrainPorts, room: number): Promise<Prepared | 'nobody'> {
  const [session, device, transport] = await Promise.all([
    ports.session.current(),
    ports.device?.() ?? null,
    ports.store.read((tx) => tx.transport()),
  ]);
  const couriers = [
    // Who came in without network has no token; they are at work here all the same.
    ...(session && session.accessToken !== '' ? [session] : []),
    ...(device ? [device] : []),
  ].sort((a, b) => Number(isRefused(a, transport)) - Number(isRefused(b, transport)));
  let nextAt: number | null = null;
  for (const courier of couriers) {
    const prepared = await prepare(ports, courier, session, room);
    if (prepared.flights.length > 0) return prepared;
    nextAt = nextAt === null || prepared.nextAt === null ? (nextAt ?? prepared.nextAt) : Math.min(nextAt, prepared.nextAt);
  }
  return couriers.length === 0 ? 'nobody' : { flights: [], nextAt };
}

const isRefused = (courier: Courier, { refusedDevice, refusedSession }: TransportRow): boolean =>
  courier.userId === null ? courier.mark === refusedDevice : courier.savedAt === refusedSession;

/** One strict transaction: states brought in line, the next batches chosen and marked as under way. */
async function prepare({ store, clock, appVersion }: DrainPorts, courier: Courier, session: SenderSession | null, room: number): Promise<Prepared> {
  return store.change(async (tx) => {
    const now = clock.now();
    const [transport, stored, queue] = await Promise.all([tx.transport(), tx.unresolved(), tx.queue()]);
    const { refusedVersion } = transport;
    const isNewCourier = !isRefused(courier, transport);
    const isNewVersion = refusedVersion !== null && refusedVersion !== appVersion;
    const freed = [
      ...(isNewCourier ? release(stored, 'auth').filter((operation) => canCarry(operation, courier.userId)) : []),
      ...(isNewVersion ? release(stored, 'update') : []),
    ];
    const settled = settle(merge(stored, freed), { userId: session?.userId ?? null });
    const operations = merge(merge(stored, freed), settled);
    const changes = new Map([...freed, ...settled].map((operation) => [operation.opId, operation]));
    if (isNewVersion) await tx.save({ ...transport, refusedVersion: null });

    const isStopped = !isNewCourier && !isDue(transport.refusedUntil ?? 0, now);
    const isWaiting = (!isDue(transport.nextAt, now, transport.askedMs) || isStopped) && freed.length === 0;
    const limits = { ...fullBatch, maxOps: Math.max(1, transport.batchLimit) };
    // After a failure one request at a time feels its way.
    const most = isWaiting ? 0 : transport.failures === 0 ? room : Math.min(room, 1);
    const batches: (readonly OutboxOperation[])[] = [];
    let left = operations;
    const ids = idsOf(operations, queue, courier);
    while (batches.length < most) {
      const next = ids.map((id) => selectBatch(left, courier.userId, now, limits, id)).find(({ length }) => length > 0);
      if (!next) break;
      const sending = next.map(underWay);
      batches.push(sending);
      for (const operation of sending) changes.set(operation.opId, operation);
      left = merge(left, sending);
    }
    if (changes.size > 0) await tx.put([...changes.values()]);
    if (batches.length === 0) {
      const dueAt = nextDueAt(reachable(operations, ids), courier.userId, now);
      return {
        flights: [],
        nextAt: dueAt === null ? null : isWaiting ? Math.max(dueAt, transport.nextAt, isStopped ? (transport.refusedUntil ?? 0) : 0) : dueAt,
      };
    }
    return { flights: batches.map((sending) => ({ courier, batch: batchOf(queue, sending, stored, appVersion) })), nextAt: null };
  });
}

/** What this desk was called when it did the acts that `courier` may carry, first names first: a credential speaks for the present one alone. */
function idsOf(operations: readonly OutboxOperation[], queue: QueueRow, courier: Courier): readonly string[] {
  const earlier = courier.userId === null ? [] : operations.map(({ deviceId }) => deviceId).filter((id) => id !== queue.deviceId);
  return [...new Set(earlier), queue.deviceId];
}

/** Acts done under these ids that do not wait for one done under another. */
function reachable(operations: readonly OutboxOperation[], ids: readonly string[]): readonly OutboxOperation[] {
  const others = operations.filter(({ deviceId }) => !ids.includes(deviceId));
  const shut = new Set(others.flatMap(({ opId, lanes }) => [opId, ...lanes]));
  return operations.filter(
    (operation) => ids.includes(operation.deviceId) && ![...operation.lanes, ...waitsFor(operation)].some((key) => shut.has(key)),
  );
}

const underWay = (operation: OutboxOperation): OutboxOperation => ({
  ...operation,
  state: 'sending',
  heldBy: null,
  blockedBy: null,
  attempts: operation.attempts + 1,
});

function batchOf(queue: QueueRow, sending: readonly OutboxOperation[], waiting: readonly OutboxOperation[], appVersion: string): OperationBatch {
  const oldest = waiting.reduce((least, { createdAt }) => Math.min(least, createdAt), Infinity);
  const deviceId = sending[0]?.deviceId ?? queue.deviceId;
  return {
    deviceId,
    maxSeq: deviceId === queue.deviceId ? queue.seq : Math.max(...sending.map(({ seq }) => seq)),
    epoch: outboxEpoch,
    ops: sending.map(toSent),
    appVersion,
    waiting: waiting.length,
    ...(oldest === Infinity ? {} : { oldestWaitingAt: new Date(oldest).toISOString() }),
  };
}

const merge = (operations: readonly OutboxOperation[], changed: readonly OutboxOperation[]): readonly OutboxOperation[] => {
  const byId = new Map(changed.map((operation) => [operation.opId, operation]));
  return operations.map((operation) => byId.get(operation.opId) ?? operation);
};

interface Concluded {
  readonly ackedCount: number;
  /** Nothing is left to be sent. */
  readonly isEmpty: boolean;
}

/** One strict transaction: what the answer says of each act. */
async function conclude(
  ports: DrainPorts,
  batch: OperationBatch,
  verdict: Verdict,
  courier: Courier,
  { isRenewed, tookMs }: { readonly isRenewed: boolean; readonly tookMs: number },
): Promise<Concluded> {
  const { store, clock, random, appVersion } = ports;
  const userId = (await ports.session.current())?.userId ?? null;
  const concluded = await store.change(async (tx) => {
    const [stored, transport] = await Promise.all([tx.unresolved(), tx.transport()]);
    const byId = new Map(stored.map((operation) => [operation.opId, operation]));
    const sent = batch.ops.map(({ opId }) => byId.get(opId)).filter((operation) => operation !== undefined);
    const applied = applyVerdict(verdict, { sent, transport, now: clock.now(), random, tookMs, courier }, { appVersion, courier }, isRenewed);
    const isTaken = verdict.kind === 'answered' && verdict.answer.results.length > 0;
    const changes = new Map(applied.operations.map((operation) => [operation.opId, operation]));
    const change = (operations: readonly OutboxOperation[]): void => {
      for (const operation of operations) changes.set(operation.opId, operation);
    };
    const left = (): readonly OutboxOperation[] =>
      stored.map((operation) => changes.get(operation.opId) ?? operation).filter(({ resolvedAt }) => resolvedAt === null);
    // The server takes this version, and this courier: what waited for one need not wait its whole time.
    if (isTaken) change(release(left(), 'update'));
    if (isTaken) change(release(left(), 'auth').filter((operation) => canCarry(operation, courier.userId)));
    const after = left();
    change(settle(after, { userId }));
    await Promise.all([tx.put([...changes.values()]), tx.save(applied.transport)]);
    return { ackedCount: applied.operations.filter(({ state }) => state === 'acked').length, isEmpty: after.length === 0 };
  });
  const isHeard = verdict.kind !== 'transient' || !verdict.isLinkFault;
  if (verdict.kind === 'answered') await ports.contact.told(verdict.answer.serverTime, verdict.answer.minEpoch);
  else if (!isHeard) await ports.contact.told(null, null);
  return concluded;
}

function applyVerdict(
  verdict: Verdict,
  applying: Applying,
  refused: { readonly appVersion: string; readonly courier: Courier },
  isRenewed: boolean,
): Applied {
  switch (verdict.kind) {
    case 'answered':
      return applyAnswer(verdict.answer, applying);
    case 'tooLarge':
      return applyTooLarge(applying);
    case 'update':
      return applyHeld('update', refused, applying);
    case 'transient':
      return applyTransient(verdict, applying);
    case 'auth': {
      const held = applyHeld('auth', refused, applying);
      if (!isRenewed) return held;
      // A fresh token is there: the batch goes again at once, as if it had not been sent.
      const transport: TransportRow = applying.transport;
      return {
        operations: held.operations.map((operation) => ({ ...operation, state: 'pending' as const, heldBy: null, nextAttemptAt: 0 })),
        transport,
      };
    }
  }
}
