import { canonicalJson } from '#domain/kernel/canonical.ts';
import type { Label } from '#domain/kernel/label.ts';
import { outboxEpoch, type SentBlob } from '#domain/kernel/offlineWire.ts';
import type { OutboxOperation, QueueRow } from '#src/offline/store/operation.ts';
import type { ActHeader, ActSeal } from '../seal/sealAct.ts';
import { sha256Hex } from '#src/offline/platform/sha256.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';
import type { OutboxTx } from './ports.ts';

/** An act before it has its number. */
export interface NewOperation {
  readonly opId: string;
  readonly author: { readonly userId: string; readonly name: string; readonly tenantId: string; readonly deptId: string; readonly roleId: string };
  readonly type: string;
  readonly typeVersion: number;
  /** Plain JSON; frozen from here on. Absent where it is sealed. */
  readonly payload?: unknown;
  readonly seal?: ActSeal;
  /** The desk that is signed with the act. */
  readonly deviceId?: string;
  readonly blobs?: readonly SentBlob[];
  /** Of those: not whole on the server yet; default: all. */
  readonly blobsLeft?: number;
  readonly lanes: readonly string[];
  readonly dependsOn: readonly string[];
  readonly subject: string;
  readonly appVersion: string;
  /** Desk clock, ms. */
  readonly now: number;
  readonly clockOffsetMs: number;
  readonly supersedes?: { readonly opId: string; readonly rank: number };
  /** What it waits for now, where that is not `dependsOn`. */
  readonly waitsFor?: readonly string[];
  readonly toCheck?: readonly Label[];
}

/** The desk's time with its own zone, ISO 8601: evidence, never order. */
function deskTime(ms: number): string {
  const offset = -new Date(ms).getTimezoneOffset();
  const two = (value: number): string => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  return `${new Date(ms + offset * 60_000).toISOString().slice(0, 23)}${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}`;
}

/** What is said of an act beside its content: what its author signs, and what is sent. */
export function headerOf(fresh: NewOperation): ActHeader & { tenantId: string; deptId: string; roleId: string } {
  const { author, blobs, supersedes } = fresh;
  return {
    opId: fresh.opId,
    authorId: author.userId,
    tenantId: author.tenantId,
    deptId: author.deptId,
    roleId: author.roleId,
    type: fresh.type,
    typeVersion: fresh.typeVersion,
    lanes: fresh.lanes,
    dependsOn: fresh.dependsOn,
    occurredAt: deskTime(fresh.now),
    clockOffsetMs: fresh.clockOffsetMs,
    appVersion: fresh.appVersion,
    ...(supersedes ? { supersedes: supersedes.opId } : {}),
    ...(blobs && blobs.length > 0 ? { blobs } : {}),
  };
}

/** Bytes of an act beside its content, about. */
const frameBytes = 700;

/** The queue was made anew since the act was signed: it is to be sealed again for the desk as it is called now. */
export class DeskChanged extends Error {}

/**
 * The row of an act under its number. Throws OutboxError `olderCode` where newer code has written to this queue
 * (an old tab must not go on, docs/offline.md#enqueue), and DeskChanged.
 */
export function numbered(fresh: NewOperation, queue: QueueRow, seq: number): OutboxOperation {
  if (queue.epoch > outboxEpoch) throw new OutboxError('olderCode');
  if (fresh.deviceId !== undefined && fresh.deviceId !== queue.deviceId) throw new DeskChanged();
  const { author, seal } = fresh;
  const canonical = seal ? null : canonicalJson(fresh.payload);
  // One literal, what is optional behind it: rows put together from others take the engine ten times as long to make and to keep.
  const row: { -readonly [Key in keyof OutboxOperation]: OutboxOperation[Key] } = {
    opId: fresh.opId,
    seq,
    authorId: author.userId,
    tenantId: author.tenantId,
    deptId: author.deptId,
    roleId: author.roleId,
    type: fresh.type,
    typeVersion: fresh.typeVersion,
    lanes: fresh.lanes,
    dependsOn: fresh.dependsOn,
    occurredAt: deskTime(fresh.now),
    clockOffsetMs: fresh.clockOffsetMs,
    appVersion: fresh.appVersion,
    payloadHash: canonical === null ? '' : sha256Hex(canonical),
    deviceId: queue.deviceId,
    authorName: author.name,
    epoch: outboxEpoch,
    subject: fresh.subject,
    bytes: (canonical === null ? (seal?.sealed.ct.length ?? 0) : new TextEncoder().encode(canonical).length) + frameBytes,
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
  if (seal) {
    row.keyId = seal.keyId;
    row.sealed = seal.sealed;
    row.sig = seal.sig;
    row.own = seal.own;
  } else row.payload = fresh.payload;
  if (fresh.supersedes) row.supersedes = fresh.supersedes.opId;
  if (fresh.waitsFor) row.waitsFor = fresh.waitsFor;
  if (fresh.toCheck) row.toCheck = fresh.toCheck;
  if (fresh.blobs && fresh.blobs.length > 0) {
    row.blobs = fresh.blobs;
    row.blobsLeft = fresh.blobsLeft ?? fresh.blobs.length;
  }
  return row;
}

/**
 * Gives an act its number and puts it into the queue, within the caller's strict transaction: number and act
 * are committed together or not at all, so numbers have no gaps. Throws OutboxError `olderCode` and DeskChanged.
 */
export async function queueOperation(tx: OutboxTx, fresh: NewOperation): Promise<OutboxOperation> {
  const queue = await tx.queue();
  const operation = numbered(fresh, queue, queue.seq + 1);
  await Promise.all([tx.put([operation]), tx.save({ ...queue, seq: operation.seq, epoch: outboxEpoch })]);
  return operation;
}
