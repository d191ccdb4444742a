import { outboxEpoch, type OperationBatch } from '#domain/kernel/offlineWire.ts';
import { toSent, type OutboxOperation, type TransportRow } from '../operation.ts';
import { applyAnswer, applyHeld, applyTooLarge, applyTransient, type Applied, type Applying } from './applyReceipts.ts';
import { isDue } from './backoff.ts';
import { classify, type Verdict } from './classify.ts';
import type { DrainPorts, SenderSession } from './ports.ts';
import { fullBatch, nextDueAt, selectBatch } from './selectBatch.ts';
import { recover, release, settle } from './settle.ts';

/** A service worker may be stopped soon after: a pass starts no batch later than this (offline.md 3.6). */
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

interface Prepared {
  readonly batch: OperationBatch | null;
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
  let sentCount = 0;
  let ackedCount = 0;
  let hasRenewed = false;
  const unreachableUntil = await openPass(ports);
  if (unreachableUntil !== null) return { outcome: 'idle', nextAt: unreachableUntil, sentCount, ackedCount };
  for (;;) {
    const session = await ports.session.current();
    if (!session) return { outcome: 'signedOut', nextAt: null, sentCount, ackedCount };
    if (clock.now() - startedAt > passMs) return { outcome: 'more', nextAt: clock.now(), sentCount, ackedCount };
    const { batch, nextAt } = await prepare(ports, session);
    if (!batch) return { outcome: 'idle', nextAt, sentCount, ackedCount };
    const verdict = classify(await ports.net.send(batch, session.accessToken), clock.now());
    sentCount += batch.ops.length;
    if (verdict.kind === 'auth' && !hasRenewed) {
      hasRenewed = true;
      const renewed = await ports.session.renew(session.accessToken).catch(() => 'unreachable' as const);
      const isRenewed = renewed !== null && renewed !== 'unreachable';
      const instead: Verdict = isRenewed ? verdict : renewed === null ? verdict : linkLost;
      await conclude(ports, batch, instead, session, isRenewed);
      continue;
    }
    const concluded = await conclude(ports, batch, verdict, session, false);
    ackedCount += concluded.ackedCount;
    if (concluded.isEmpty) return { outcome: 'idle', nextAt: null, sentCount, ackedCount };
  }
}

const unreachable = { cause: 'network', http: 0, message: 'network', isFault: false, isLinkFault: true, retryAfterMs: null } as const;
const linkLost: Verdict = { kind: 'transient', ...unreachable };

/**
 * Opens a pass: what was under way is unknown again. After a break in the link, or with the cable out, nothing is sent
 * into the void: an act that never left is known not to be on the server, so that its author can still take it back.
 * Answers when to come again, or null to go on.
 */
async function openPass({ store, clock, net, random, contact }: DrainPorts): Promise<number | null> {
  const { transport, operations } = await store.read(async (tx) => ({ transport: await tx.transport(), operations: await tx.unresolved() }));
  const isEmpty = operations.length === 0;
  if (recover(operations).length > 0) await store.change(async (tx) => tx.put(recover(await tx.unresolved())));
  if (isEmpty || !isDue(transport.nextAt, clock.now()) || (await net.canReach(transport.isLinkFault))) return null;
  await contact.told(null, null);
  return store.change(async (tx) => {
    const { transport: failed } = applyTransient(unreachable, { sent: [], transport: await tx.transport(), now: clock.now(), random });
    await tx.save(failed);
    return failed.nextAt;
  });
}

/** One strict transaction: states brought in line, the next batch chosen and marked as under way. */
async function prepare({ store, clock, appVersion }: DrainPorts, session: SenderSession): Promise<Prepared> {
  return store.change(async (tx) => {
    const now = clock.now();
    const transport = await tx.transport();
    const isNewSession = transport.refusedSession !== null && session.savedAt !== transport.refusedSession;
    const isNewVersion = transport.refusedVersion !== null && transport.refusedVersion !== appVersion;
    const stored = await tx.unresolved();
    const freed = [...(isNewSession ? release(stored, 'auth') : []), ...(isNewVersion ? release(stored, 'update') : [])];
    const settled = settle(merge(stored, freed), { userId: session.userId });
    const operations = merge(merge(stored, freed), settled);
    const changes = new Map([...freed, ...settled].map((operation) => [operation.opId, operation]));
    if (isNewVersion) await tx.save({ ...transport, refusedVersion: null });

    const isWaiting = !isDue(transport.nextAt, now) && !(isNewSession && freed.length > 0);
    const chosen = isWaiting ? [] : selectBatch(operations, session.userId, now, { ...fullBatch, maxOps: Math.max(1, transport.batchLimit) });
    const sending = chosen.map((operation): OutboxOperation => ({
      ...operation,
      state: 'sending',
      heldBy: null,
      blockedBy: null,
      attempts: operation.attempts + 1,
    }));
    for (const operation of sending) changes.set(operation.opId, operation);
    if (changes.size > 0) await tx.put([...changes.values()]);
    if (sending.length === 0) {
      const dueAt = nextDueAt(operations, session.userId, now);
      return { batch: null, nextAt: dueAt === null ? null : isWaiting ? Math.max(dueAt, transport.nextAt) : dueAt };
    }
    const queue = await tx.queue();
    return { batch: { deviceId: queue.deviceId, maxSeq: queue.seq, epoch: outboxEpoch, ops: sending.map(toSent) }, nextAt: null };
  });
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
async function conclude(ports: DrainPorts, batch: OperationBatch, verdict: Verdict, session: SenderSession, isRenewed: boolean): Promise<Concluded> {
  const { store, clock, random, appVersion } = ports;
  const concluded = await store.change(async (tx) => {
    const stored = await tx.unresolved();
    const byId = new Map(stored.map((operation) => [operation.opId, operation]));
    const sent = batch.ops.map(({ opId }) => byId.get(opId)).filter((operation) => operation !== undefined);
    const applied = applyVerdict(
      verdict,
      { sent, transport: await tx.transport(), now: clock.now(), random },
      { appVersion, savedAt: session.savedAt },
      isRenewed,
    );
    const after = merge(stored, applied.operations).filter(({ state }) => state !== 'acked');
    const settled = settle(after, { userId: session.userId });
    await tx.put([
      ...merge(applied.operations, settled),
      ...settled.filter(({ opId }) => !applied.operations.some((operation) => operation.opId === opId)),
    ]);
    await tx.save(applied.transport);
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
  refused: { readonly appVersion: string; readonly savedAt: number },
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
