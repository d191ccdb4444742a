import { canonicalJson } from '#domain/kernel/canonical.ts';
import { outboxEpoch } from '#domain/kernel/offlineWire.ts';
import type { OutboxOperation } from '../operation.ts';
import { sha256Hex } from '../sha256.ts';
import { OutboxError } from '../outboxError.ts';
import type { OutboxTx } from './ports.ts';

/** An act before it has its number. */
export interface NewOperation {
  readonly opId: string;
  readonly author: { readonly userId: string; readonly name: string; readonly tenantId: string; readonly deptId: string; readonly roleId: string };
  readonly type: string;
  readonly typeVersion: number;
  /** Plain JSON; frozen from here on. */
  readonly payload: unknown;
  readonly lanes: readonly string[];
  readonly dependsOn: readonly string[];
  readonly subject: string;
  readonly appVersion: string;
  /** Desk clock, ms. */
  readonly now: number;
  readonly clockOffsetMs: number;
  readonly supersedes?: { readonly opId: string; readonly rank: number };
}

/** The desk's time with its own zone, ISO 8601: evidence, never order. */
function deskTime(ms: number): string {
  const offset = -new Date(ms).getTimezoneOffset();
  const two = (value: number): string => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  return `${new Date(ms + offset * 60_000).toISOString().slice(0, 23)}${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}`;
}

/**
 * Gives an act its number and puts it into the queue, within the caller's strict transaction: number and act
 * are committed together or not at all, so numbers have no gaps. Throws OutboxError `olderCode` where newer code
 * has written to this queue (an old tab must not go on, offline.md 3.5).
 */
export async function queueOperation(tx: OutboxTx, fresh: NewOperation): Promise<OutboxOperation> {
  const queue = await tx.queue();
  if (queue.epoch > outboxEpoch) throw new OutboxError('olderCode');
  const seq = queue.seq + 1;
  const canonical = canonicalJson(fresh.payload);
  const operation: OutboxOperation = {
    opId: fresh.opId,
    seq,
    authorId: fresh.author.userId,
    type: fresh.type,
    typeVersion: fresh.typeVersion,
    payload: fresh.payload,
    payloadHash: sha256Hex(canonical),
    lanes: fresh.lanes,
    dependsOn: fresh.dependsOn,
    occurredAt: deskTime(fresh.now),
    clockOffsetMs: fresh.clockOffsetMs,
    appVersion: fresh.appVersion,
    ...(fresh.supersedes ? { supersedes: fresh.supersedes.opId } : {}),
    deviceId: queue.deviceId,
    tenantId: fresh.author.tenantId,
    authorName: fresh.author.name,
    deptId: fresh.author.deptId,
    roleId: fresh.author.roleId,
    epoch: outboxEpoch,
    subject: fresh.subject,
    bytes: new TextEncoder().encode(canonical).length + 600,
    createdAt: fresh.now,
    rank: fresh.supersedes?.rank ?? seq,
    state: 'pending',
    heldBy: null,
    blockedBy: null,
    attempts: 0,
    isUnknown: false,
    faults: 0,
    firstFaultAt: null,
    nextAttemptAt: 0,
    lastError: null,
    receipt: null,
    resolvedAt: null,
    supersededBy: null,
    discard: null,
  };
  await Promise.all([tx.put([operation]), tx.save({ ...queue, seq, epoch: outboxEpoch })]);
  return operation;
}
