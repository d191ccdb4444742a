import Dexie, { type EntityTable, type Table } from 'dexie';
import type { MetaRow, OutboxOperation } from './operation.ts';

/** A form that was being filled. One a user and key; survives a crash, is sent nowhere. */
export interface DraftRow {
  readonly userId: string;
  readonly key: string;
  /** Only where the page has no WebCrypto. */
  readonly value?: unknown;
  /** The value under its author's data key (`sealValue`). */
  readonly sealed?: string;
  /** Desk clock, ms. */
  readonly savedAt: number;
}
/** A sealed part of an image (docs/offline.md#pictures), found by the image's hash whoever refers to it; or its small likeness for its author's own list. */
export interface BlobRow {
  /** `<sha256>:<part>`, or `<sha256>:thumb`. */
  readonly id: string;
  /** The act that brought it. */
  readonly opId: string;
  readonly sha256?: string;
  /** From 0. */
  readonly part?: number;
  /** iv (12) and ciphertext, sealed to the server's key `kid` by the page load's point `epk`. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly kid?: string;
  readonly epk?: string;
  /** Opens `bytes` for its author alone (`DeskKeys.own`). */
  readonly own?: string;
  /** The likeness under its author's data key. */
  readonly thumb?: string;
  /** Desk clock, ms. */
  readonly savedAt?: number;
}

/**
 * `accession-outbox`: what this desk owes the server. Strict: a commit is on the disk before it is reported.
 * The schema is frozen (docs/offline.md#databases-of-a-desk, docs/offline.md#versions): additions only, and the sender reads `ops` whole, so that it
 * depends on no index. `ops` holds exactly the unresolved acts, `receipts` the resolved ones.
 */
class OutboxDb extends Dexie {
  declare ops: EntityTable<OutboxOperation, 'opId'>;
  declare receipts: EntityTable<OutboxOperation, 'opId'>;
  declare meta: EntityTable<MetaRow, 'key'>;
  declare drafts: Table<DraftRow, [userId: string, key: string]>;
  declare blobs: EntityTable<BlobRow, 'id'>;

  constructor() {
    super('accession-outbox', { chromeTransactionDurability: 'strict' });
    this.version(1).stores({
      ops: 'opId, [state+seq], seq',
      receipts: 'opId, seq, resolvedAt, [authorId+resolvedAt]',
      meta: 'key',
      drafts: '[userId+key], userId',
      blobs: 'id, opId',
    });
  }
}

export const outboxDb = new OutboxDb();
