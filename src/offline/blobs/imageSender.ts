import { blobDiffersCode, blobMissingCode, partCount } from '#domain/kernel/blobParts.ts';
import type { Receipt, SentBlob } from '#domain/kernel/offlineWire.ts';
import { backoffMs, isDue } from '../core/backoff.ts';
import type { Courier, DrainPorts } from '../core/ports.ts';
import { selectBatch } from '../core/selectBatch.ts';
import { canCarry, needsPerson, type OutboxOperation } from '#src/offline/store/operation.ts';
import type { BlobAnswer, BlobNet } from './blobNet.ts';
import type { PartStore } from './partStore.ts';

export const imageLock = 'blob-send';
/** A worker's event is cut after 5 minutes; what is left goes with the next. */
const passMs = 4 * 60_000;
/** How often it is looked whether text waits while a part is under way. */
const lookMs = 1000;
/** A picture whose parts do not make the whole goes again so often: the fault may have been the line's. */
const differsLimit = 3;

export interface ImagePorts extends Pick<DrainPorts, 'store' | 'clock' | 'random' | 'lock' | 'session' | 'device'> {
  readonly parts: PartStore;
  readonly net: BlobNet & Pick<DrainPorts['net'], 'canReach'>;
  /** Lets text go: before the pictures, and their own acts after them. */
  readonly drain: () => Promise<unknown>;
  /** ms; tests look more often. */
  readonly lookMs?: number;
}
export interface ImagePass {
  /** busy: another page or worker is at it. text: text goes first. idle: nothing can go now. more: time is up. */
  readonly outcome: 'busy' | 'text' | 'idle' | 'more' | 'signedOut';
  /** When to come again at the latest, desk clock ms; null: nothing waits on time. */
  readonly nextAt: number | null;
}

/** True where pictures of it are still to be sent: those it was saved with, or those the server asks for. */
export function lacksImages(operation: OutboxOperation): boolean {
  const { blobs = [], blobsLeft = 0, receipt } = operation;
  return blobs.length > 0 && !needsPerson(operation) && (blobsLeft > 0 || receipt?.code === blobMissingCode);
}

/**
 * Makes the one sender of pictures of a page or worker (docs/offline.md#pictures): one part at a time, resumed by what the server
 * already holds, never while text could go. Nothing here is needed for safety: an act goes only when its pictures are
 * whole there, and the server itself asks for those it lacks.
 */
export function createImageSender(ports: ImagePorts): () => Promise<ImagePass> {
  const { clock } = ports;
  let running: Promise<ImagePass> | null = null;
  let failures = 0;
  let notBefore = 0;
  /** Picture -> how often its whole was another. */
  const differed = new Map<string, number>();

  return function sendImages() {
    running ??= (async () => {
      try {
        return (await ports.lock.tryRun(imageLock, pass)) ?? { outcome: 'busy', nextAt: clock.now() + 1000 };
      } finally {
        running = null;
      }
    })();
    return running;
  };

  async function pass(): Promise<ImagePass> {
    const startedAt = clock.now();
    let hasRenewed = false;
    let hasLetTextGo = false;
    let couriers = await couriersOf();
    for (;;) {
      const now = clock.now();
      if (now - startedAt > passMs) return { outcome: 'more', nextAt: now };
      const operations = await ports.store.read((tx) => tx.unresolved());
      const lacking = operations.filter(lacksImages);
      if (lacking.length === 0) {
        await ports.parts.tidy(now);
        return { outcome: 'idle', nextAt: null };
      }
      const [courier] = couriers;
      if (!courier) return { outcome: 'signedOut', nextAt: null };
      if (isTextWaiting(operations, courier, now)) {
        if (hasLetTextGo) return { outcome: 'text', nextAt: now + 1000 };
        hasLetTextGo = true;
        await ports.drain();
        continue;
      }
      if (!isDue(notBefore, now)) return { outcome: 'idle', nextAt: notBefore };
      const next = lacking.find((operation) => canCarry(operation, courier.userId));
      if (!next) return { outcome: 'idle', nextAt: null };
      if (failures > 0 && !(await ports.net.canReach(true))) {
        fail(null);
        continue;
      }
      const said = await bring(next, courier);
      hasLetTextGo = said === 'text' && hasLetTextGo;
      if (said !== 'auth') continue;
      // Once a pass: then the desk carries them itself.
      const renewed = courier.userId !== null && !hasRenewed ? await ports.session.renew(courier.accessToken).catch(() => null) : null;
      hasRenewed = true;
      couriers = renewed ? [renewed, ...couriers.slice(1)] : couriers.slice(1);
    }
  }

  async function couriersOf(): Promise<readonly Courier[]> {
    const [session, device] = await Promise.all([ports.session.current(), ports.device?.() ?? null]);
    return [...(session && session.accessToken !== '' ? [session] : []), ...(device ? [device] : [])];
  }

  function fail(retryAfterMs: number | null): void {
    failures += 1;
    notBefore = clock.now() + (retryAfterMs ?? 500 + backoffMs(failures, ports.random()));
  }

  /** Brings all pictures of an act; then the act itself may go. `text`: something more urgent has come. */
  async function bring(operation: OutboxOperation, courier: Courier): Promise<'done' | 'text' | 'auth'> {
    let partsLeft = (operation.blobs ?? []).reduce((sum, { size }) => sum + partCount(size), 0);
    for (const blob of operation.blobs ?? []) {
      let answer = await ports.net.state(blob, courier);
      while (answer.kind === 'state' && !answer.state.isWhole) {
        const held = new Set(answer.state.parts);
        const part = Array.from({ length: partCount(blob.size) }, (_none, number) => number).find((number) => !held.has(number)) ?? 0;
        await note(operation.opId, { partsLeft: partsLeft - held.size });
        const row = await ports.parts.part(blob.sha256, part);
        if (!row) {
          await refuse(operation.opId, 'blob.gone');
          return 'done';
        }
        if (isTextWaiting(await ports.store.read((tx) => tx.unresolved()), courier, clock.now())) return 'text';
        answer = await putWatched(blob, row, courier);
      }
      if (answer.kind === 'stopped') return 'text';
      if (answer.kind === 'auth') return 'auth';
      if (answer.kind === 'lost') {
        fail(answer.retryAfterMs);
        return 'done';
      }
      failures = 0;
      if (answer.kind === 'refused') {
        await heed(operation.opId, blob, answer.code);
        return 'done';
      }
      partsLeft -= partCount(blob.size);
    }
    await note(operation.opId, { blobsLeft: 0, partsLeft: 0, isReady: true });
    // Its own act is text now.
    await ports.drain();
    return 'done';
  }

  /** Sends one part; text that comes meanwhile and does not get through stops it. */
  async function putWatched(blob: SentBlob, row: Parameters<BlobNet['put']>[1], courier: Courier): Promise<BlobAnswer> {
    const stop = new AbortController();
    let seen = 0;
    const timer = setInterval(() => {
      void ports.store
        .read((tx) => tx.unresolved())
        .then((operations) => {
          seen = isTextWaiting(operations, courier, clock.now()) ? seen + 1 : 0;
          if (seen >= 2) stop.abort();
        });
    }, ports.lookMs ?? lookMs);
    try {
      return await ports.net.put(blob, row, courier, stop.signal);
    } finally {
      clearInterval(timer);
    }
  }

  /** The server will not have it: sent anew where the line may have spoilt it, else a person must look. */
  async function heed(opId: string, { sha256 }: SentBlob, code: string): Promise<void> {
    const times = (differed.get(sha256) ?? 0) + 1;
    differed.set(sha256, times);
    if (code === blobDiffersCode && times < differsLimit) return;
    differed.delete(sha256);
    await refuse(opId, code);
  }

  async function refuse(opId: string, code: string): Promise<void> {
    const receipt: Receipt = { opId, status: 'refused', duplicate: false, serverSeq: '0', serverTime: '', code, params: {} };
    await change(opId, (operation) => ({ ...operation, state: 'rejected', heldBy: null, blockedBy: null, receipt }));
  }

  async function note(opId: string, { isReady = false, ...counts }: { blobsLeft?: number; partsLeft: number; isReady?: boolean }): Promise<void> {
    await change(opId, (operation) => {
      if (!isReady && operation.partsLeft === counts.partsLeft) return operation;
      const isFreed = isReady && operation.receipt?.code === blobMissingCode;
      const state = operation.state === 'blocked' ? 'pending' : operation.state;
      return { ...operation, ...counts, ...(isFreed ? { state, blockedBy: null, receipt: null, nextAttemptAt: 0 } : {}) };
    });
  }

  async function change(opId: string, by: (operation: OutboxOperation) => OutboxOperation): Promise<void> {
    await ports.store.change(async (tx) => {
      const found = await tx.find(opId);
      // Settled or taken back meanwhile: then it is nobody's business here.
      if (!found || found.resolvedAt !== null || !lacksImages(found)) return;
      const next = by(found);
      if (next !== found) await tx.put([next]);
    });
  }
}

/** Text that could go now, or is under way. */
function isTextWaiting(operations: readonly OutboxOperation[], courier: Courier, now: number): boolean {
  return operations.some(({ state }) => state === 'sending') || selectBatch(operations, courier.userId, now).length > 0;
}
