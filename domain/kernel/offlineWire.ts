/** What a desk and the server say to each other about acts done without network (offline.md 3.3, 3.7). */

/** One act as it is sent: frozen at the first `pending` commit. */
export interface SentOperation {
  /** UUIDv7 made when the form was submitted: the idempotency key. */
  readonly opId: string;
  /** Gapless per device. */
  readonly seq: number;
  readonly authorId: string;
  /** The command's name. */
  readonly type: string;
  readonly typeVersion: number;
  readonly payload: unknown;
  /** SHA-256 of the canonical JSON of the payload, hex. */
  readonly payloadHash: string;
  readonly lanes: readonly string[];
  /** opIds that must have been applied before. */
  readonly dependsOn: readonly string[];
  /** The desk's own time, ISO 8601 with offset: evidence, never order. */
  readonly occurredAt: string;
  /** Last known server time minus desk time, ms. */
  readonly clockOffsetMs: number;
  readonly appVersion: string;
  /** The op this one replaces after a refusal. */
  readonly supersedes?: string;
  /** Room for the sealed form: signature, ciphertext, blobs (offline.md 3.9, 3.11). */
  readonly sig?: string;
  readonly sealed?: unknown;
  readonly blobs?: readonly { sha256: string; size: number; mime: string }[];
}

export interface OperationBatch {
  readonly deviceId: string;
  /** Highest seq this device ever allocated. */
  readonly maxSeq: number;
  readonly epoch: number;
  readonly ops: readonly SentOperation[];
}

/** applied: done now. repeat: had been so, nothing written. refused, conflict: a person must look. blocked: an earlier op of the lane stands in the way. */
export type ReceiptStatus = 'applied' | 'repeat' | 'refused' | 'conflict' | 'blocked';

export interface Receipt {
  readonly opId: string;
  readonly status: ReceiptStatus;
  /** True when the server had answered this key before. */
  readonly duplicate: boolean;
  readonly serverSeq: string;
  /** `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
  readonly serverTime: string;
  /** The command's answer (applied, repeat). */
  readonly result?: unknown;
  /** Refusal code and its params (refused, conflict, blocked); the text is made on the desk in the user's language. */
  readonly code?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly problems?: readonly unknown[];
}

export interface BatchAnswer {
  readonly results: readonly Receipt[];
  /** Server clock, ISO 8601, for the offset. */
  readonly serverTime: string;
  /** Desks whose code is older must update before they enqueue more. */
  readonly minEpoch: number;
}

export interface DeviceState {
  readonly deviceId: string;
  readonly highestContiguousSeq: number;
  readonly highestSeq: number;
  /** Seqs below the highest reported one that the server does not hold, at most 500. */
  readonly gaps: readonly number[];
  readonly serverTime: string;
  readonly minEpoch: number;
}

/** Queue schema generation of this code: a desk with a newer queue refuses older code (offline.md 3.5). */
export const outboxEpoch = 1;
/** Paths below the sample service. */
export const offlinePaths = { ops: 'offline/ops', state: 'offline/state' } as const;
/** A discarded op is itself an op of this type, so that the server's gap report stays explained. */
export const discardCommandName = 'offline.discard';
