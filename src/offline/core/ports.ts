import type { OperationBatch } from '#domain/kernel/offlineWire.ts';
import type { BlobRow } from '#src/offline/store/outboxDb.ts';
import type { OutboxOperation, QueueRow, StateCheckRow, TransportRow } from '#src/offline/store/operation.ts';
import type { NetAnswer } from './classify.ts';

/** One open transaction over the outbox. Await nothing but this inside it. */
export interface OutboxTx {
  /** Every act that is not resolved, by seq. */
  readonly unresolved: () => Promise<OutboxOperation[]>;
  /** An act wherever it stands. */
  readonly find: (opId: string) => Promise<OutboxOperation | undefined>;
  /** Writes an act where its state says: among the unresolved, or among the resolved. */
  readonly put: (operations: readonly OutboxOperation[]) => Promise<void>;
  /** Sealed parts of images, with the act that refers to them. */
  readonly putBlobs: (rows: readonly BlobRow[]) => Promise<void>;
  /** Brings resolved acts back among the unresolved, as they are given. */
  readonly reopen: (operations: readonly OutboxOperation[]) => Promise<void>;
  /** Acts by their numbers, wherever they stand. */
  readonly withSeq: (seqs: readonly number[]) => Promise<readonly OutboxOperation[]>;
  readonly queue: () => Promise<QueueRow>;
  readonly transport: () => Promise<TransportRow>;
  readonly save: (row: QueueRow | TransportRow | StateCheckRow) => Promise<void>;
}

/** The same for looking only. */
export type OutboxReader = Pick<OutboxTx, 'unresolved' | 'find' | 'withSeq' | 'queue' | 'transport'>;

export interface OutboxStore {
  /** One read-only transaction: waits for no disk. */
  readonly read: <T>(work: (tx: OutboxReader) => Promise<T>) => Promise<T>;
  /** One strict read-write transaction: resolves when it is on the disk, or leaves no trace and throws. */
  readonly change: <T>(work: (tx: OutboxTx) => Promise<T>) => Promise<T>;
}

/** The signed-in user as the sender needs them. */
export interface SenderSession {
  readonly userId: string;
  readonly accessToken: string;
  /** Desk clock, ms. */
  readonly savedAt: number;
}

/** The desk itself, by the credential the server gave it: good for acts their authors have signed. */
export interface DeviceCourier {
  readonly userId: null;
  readonly credential: string;
  /** Tells one credential from another without giving it away. */
  readonly mark: string;
}
/** Who brings acts to the server; whose they are is another matter (docs/offline.md#signed-and-sealed). */
export type Courier = SenderSession | DeviceCourier;

export interface DrainPorts {
  readonly store: OutboxStore;
  readonly clock: { readonly now: () => number };
  /** In [0, 1). */
  readonly random: () => number;
  readonly net: {
    /** True where sending is worth an attempt; `hasFailed`: the last one heard nothing, so ask first with something small. */
    readonly canReach: (hasFailed: boolean) => Promise<boolean>;
    /** Sends a batch; never throws, gives up by itself after 12 s. */
    readonly send: (batch: OperationBatch, courier: Courier) => Promise<NetAnswer>;
  };
  readonly lock: {
    /** Runs `work` if nobody else on this desk holds the name; answers null where somebody does. */
    readonly tryRun: <T>(name: string, work: () => Promise<T>) => Promise<T | null>;
  };
  readonly session: {
    readonly current: () => Promise<SenderSession | null>;
    /** One renewal for all who ask; null where the session cannot be renewed. Throws where the server could not be asked. */
    readonly renew: (staleToken: string) => Promise<SenderSession | null>;
  };
  /** null where the server never gave one: before the first login on this desk, and on plain http. */
  readonly device?: () => Promise<DeviceCourier | null>;
  readonly contact: {
    /** `serverTime` (ISO 8601) where our server answered; null where nothing of it was heard. */
    readonly told: (serverTime: string | null, minEpoch: number | null) => Promise<void>;
  };
  readonly appVersion: string;
}
