import { type ExplainedNumber } from '#domain/desk/deviceRows.ts';
import { ask } from '#src/api/ask.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { appVersion } from '#src/offline/platform/appVersion.ts';
import { deskHeaders } from '#src/offline/platform/deskHeaders.ts';
import { noteContact } from '#src/offline/platform/contact.ts';
import { fetchDeviceState } from './net.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { clearOldNumbers, deviceId, forgetDeviceId, knownDeviceId, outboxStore } from '#src/offline/outbox/outboxStore.ts';
import { keepCounter, withNumbers } from '#src/offline/outbox/saveAct.ts';

const receiptMs = 7 * 24 * 3_600_000;

/**
 * Asks the server which of this device's numbers it lacks (docs/offline.md#repeats) and accounts for each: still waiting here,
 * given up here, or lost there. An act the server once acknowledged and no longer has (it was restored from an older copy)
 * is queued again under its own key. When: docs/offline.md#what-happens-when. Throws CallError where the server cannot be asked.
 */
export async function checkState(): Promise<{ readonly unexplained: readonly number[]; readonly reopened: number }> {
  const { asked, waiting } = await outboxStore.read(async (tx) => ({ asked: await tx.queue(), waiting: await tx.unresolved() }));
  // Another page may have changed it under this one.
  if (knownDeviceId() !== asked.deviceId) forgetDeviceId();
  const device = await deviceId();
  const oldest = waiting.reduce((least, { createdAt }) => Math.min(least, createdAt), Infinity);
  const state = await fetchDeviceState({
    device,
    maxSeq: asked.seq,
    appVersion,
    waiting: waiting.length,
    ...(oldest === Infinity ? {} : { oldestWaitingAt: new Date(oldest).toISOString() }),
  });
  await noteContact({ serverTime: state.serverTime, minEpoch: state.minEpoch });
  const { explained, ...checked } = await withNumbers(() =>
    outboxStore.change(async (tx) => {
      const queue = await tx.queue();
      // A queue restored from a copy: its next numbers are taken.
      if (state.highestSeq > queue.seq) await tx.save({ ...queue, seq: state.highestSeq });
      const found = await tx.withSeq(state.gaps);
      // What waited when it was asked and is acknowledged now came behind the answer: nothing of it is lost.
      const waited = new Set(waiting.map(({ opId }) => opId));
      const lost = found.filter((operation) => operation.state === 'acked' && !waited.has(operation.opId)).map(reopened);
      if (lost.length > 0) await tx.reopen(lost);
      const known = new Set(found.map(({ seq }) => seq));
      const unexplained = state.gaps.filter((seq) => !known.has(seq) && seq <= asked.seq);
      await tx.save({ key: 'stateCheck', at: Date.now(), highestContiguousSeq: state.highestContiguousSeq, unexplained, reopened: lost.length });
      return { unexplained, reopened: lost.length, explained: found.flatMap(explanation) };
    }),
  );
  await explain(device, explained).catch(() => undefined);
  return checked;
}

/** Why a number never comes: its act was given up here, or another stands in for it. */
const explanation = ({ seq, state }: OutboxOperation): ExplainedNumber[] =>
  state === 'discarded' || state === 'superseded' ? [{ seq, how: state }] : [];

/** Tells the server, so that nobody looks for them; where it does not hear, the next check tells again. */
async function explain(device: string, numbers: readonly ExplainedNumber[]): Promise<void> {
  if (numbers.length > 0)
    await ask('POST sample/offline/explained-numbers', {
      body: { deviceId: device, numbers },
      headers: await deskHeaders(),
      quiet: true,
      timeoutMs: 30_000,
    });
}

const reopened = (operation: OutboxOperation): OutboxOperation => ({
  ...operation,
  state: 'pending',
  receipt: null,
  resolvedAt: null,
  nextAttemptAt: 0,
  faults: 0,
  firstFaultAt: null,
});

/** Clears acknowledged acts after 7 days: the only way anything leaves this database. What a person gave up stays, it explains a number. */
export async function clearOldReceipts(now: number): Promise<number> {
  // The acts say how far the counter is: it is written down before some of them go.
  await keepCounter();
  await clearOldNumbers();
  return outboxDb.receipts
    .where('resolvedAt')
    .below(now - receiptMs)
    .filter(({ state }) => state === 'acked')
    .delete();
}
