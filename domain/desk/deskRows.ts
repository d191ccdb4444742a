import { z } from 'zod';
import { anyJson, anyRecord, shape } from '#domain/kernel/contract.ts';

/** `ReceiptStatus` and `KeptReason` on the wire. */
export const receiptStatus = z.enum(['applied', 'repeat', 'refused', 'conflict', 'blocked', 'kept']);
const keptReason = z.enum([
  'author.disabled',
  'author.removed',
  'key.revoked',
  'time.future',
  'time.old',
  'time.beforeDesk',
  'time.beforeEarlier',
  'time.afterKept',
]);

export const deviceRow = shape({
  deviceId: z.string(),
  deviceName: z.string().nullable(),
  note: z.string().nullable(),
  userName: z.string(),
  /** Whose session carried its last word; null: the desk by itself. */
  courierName: z.string().nullable(),
  lastSeen: z.string(),
  /** Since then, by the server's clock. */
  silentSeconds: z.int(),
  maxSeqReported: z.string(),
  /** Highest number that arrived; null: none did. */
  highestReceived: z.string().nullable(),
  /** Numbers below the highest reported one that neither arrived nor were explained. */
  gapCount: z.string(),
  /** As the desk last said, less what has arrived since; null while it has not. */
  waiting: z.int().nullable(),
  oldestWaitingAt: z.string().nullable(),
  appVersion: z.string().nullable(),
  revokedTime: z.string().nullable(),
  /** Since when it stands in alarm; null: it does not. */
  alarmTime: z.string().nullable(),
  keptCount: z.int(),
  /** Unused numbers it holds (number blocks). */
  blockCount: z.int(),
});

/** A range of a desk's numbers that has not arrived. */
export const gapRow = shape({
  first: z.int(),
  last: z.int(),
});

/** A number that never comes, and why. */
export const explainedRow = shape({
  seq: z.int(),
  how: z.enum(['discarded', 'superseded']),
  userName: z.string(),
});

/** An act that arrived and was not done. */
export const undoneRow = shape({
  opId: z.string(),
  seq: z.int(),
  type: z.string(),
  status: receiptStatus,
  code: z.string().nullable(),
  params: anyRecord,
  authorName: z.string(),
  /** The desk's time, corrected. */
  occurredAt: z.string().nullable(),
  serverTime: z.string(),
});

export const alarmRow = shape({
  alarmId: z.string(),
  deviceId: z.string(),
  deviceName: z.string().nullable(),
  silentSince: z.string(),
  raisedTime: z.string(),
  gapCount: z.string(),
  waiting: z.int(),
  clearedTime: z.string().nullable(),
});

export const keptRow = shape({
  opId: z.string(),
  /** The command's name; its title stands with the command. */
  type: z.string(),
  /** Code or name by which a person knows it; '' where its payload is malformed. */
  subject: z.string(),
  authorId: z.string(),
  authorName: z.string(),
  authorAccount: z.string(),
  deviceId: z.string(),
  seq: z.string(),
  /** Whose session brought it; null: the desk by itself. */
  courierName: z.string().nullable(),
  reason: keptReason,
  /** The desk's time, corrected. */
  occurredAt: z.string().nullable(),
  keptTime: z.string(),
  decision: z.enum(['released', 'rejected']).nullable(),
  decidedByName: z.string().nullable(),
  decidedTime: z.string().nullable(),
  decisionReason: z.string().nullable(),
  /** What came of it: `kept` while it waits. */
  status: receiptStatus,
  /** Of a refusal; its text stands with the command. */
  code: z.string().nullable(),
});

/** With what the author wrote; opened for this answer alone, `payload` is null where the server's key is gone. */
export const keptDetail = keptRow.extend({
  lanes: z.array(z.string()),
  payload: anyJson,
});

/**
 * What came of one row. A release: the command's own answer, `duplicate` where it had been decided before; a rejection:
 * refused with `command.rejectedBySupervisor`. `kept` with a code of `keptCodes` (or `command.*`): nothing was done, it
 * still waits. An id nobody kept: refused, `kept.unknown`.
 */
export const keptDecision = shape({
  opId: z.string(),
  status: receiptStatus,
  duplicate: z.boolean(),
  code: z.string().optional(),
  params: anyRecord.optional(),
  problems: z.array(anyJson).optional(),
});

/** An act that a rule refused or that met a conflict, and that nobody has replaced or discarded since. */
export const exceptionRow = shape({
  opId: z.string(),
  type: z.string(),
  deviceId: z.string().nullable(),
  seq: z.string().nullable(),
  authorId: z.string(),
  authorName: z.string(),
  courierName: z.string().nullable(),
  status: z.enum(['refused', 'conflict']),
  /** E.g. `command.forbidden`: the author's right was gone. */
  code: z.string(),
  params: anyRecord,
  occurredAt: z.string().nullable(),
  serverTime: z.string(),
});

export const revokedDevice = shape({
  deviceId: z.string(),
  /** Of the credentials that count from now on. */
  generation: z.int(),
  /** Signing keys and sign-ins that were ended. */
  keys: z.int(),
  sessions: z.int(),
});

/** A key to which desks seal, or sealed. Counts are of the caller's tenant. */
export const sealKeyRow = shape({
  serverKeyId: z.string(),
  createTime: z.string(),
  /** Since when desks are offered a newer one; null: this one is offered. */
  replacedTime: z.string().nullable(),
  /** Kept acts sealed to it, decided ones too: they can still be opened. */
  keptActs: z.int(),
  /** Acts that wait at desks since before it was replaced: at most so many are sealed to it. */
  waitingActs: z.int(),
  /** Desks that have not been heard of since it was replaced, and may still seal to it. */
  unheardDesks: z.int(),
});

/** A kept act as it lies, with the text that came. */
export const storedKept = keptRow.extend({ op: z.string() });

/** What became of one act that was carried; the command's own answer stays with its desk. One without an answer failed and may be tried again. */
export const importedAct = shape({
  opId: z.string(),
  status: receiptStatus,
  duplicate: z.boolean(),
  serverSeq: z.string(),
  serverTime: z.string(),
  code: z.string().optional(),
  params: anyRecord.optional(),
  problems: z.array(anyJson).optional(),
});

/** What the server holds and lacks of a desk's acts (`DeviceState`). */
export const deviceStateShape = shape({
  deviceId: z.string(),
  highestContiguousSeq: z.int(),
  highestSeq: z.int(),
  gaps: z.array(z.int()),
  serverTime: z.string(),
  minEpoch: z.int(),
});
