import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { idColumn, momentColumn } from './columns.ts';

/** Desks that have ever reported, and what each last said of itself. */
export const device = pgTable(
  'device',
  {
    tenantId: text('tenant_id').notNull(),
    deviceId: text('device_id').notNull(),
    /** Who was last signed in there. */
    userId: idColumn('user_id').notNull(),
    /** The highest number it ever gave to an act. */
    maxSeqReported: bigint('max_seq_reported', { mode: 'number' }).notNull().default(0),
    lastSeen: momentColumn('last_seen')
      .notNull()
      .default(sql`now()`),
    /** Whose session carried the last batch or heartbeat; null where the device's credential did. */
    lastCourierId: idColumn('last_courier_id'),
    appVersion: text('app_version'),
    /** Acts without a receipt there, and since when the oldest waits by the desk's clock; null while it has not said. */
    waiting: integer('waiting'),
    oldestWaitingAt: momentColumn('oldest_waiting_at'),
    /** Raised when the device is revoked: its older credentials are worth nothing. */
    credentialGeneration: integer('credential_generation').notNull().default(1),
    revokedTime: momentColumn('revoked_time'),
    createTime: momentColumn('create_time')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.deviceId] }), index('device_tenant_ix').on(table.tenantId, table.lastSeen)],
);

/** Public parts of the keys with which people sign their acts on a desk (docs/offline.md#signed-and-sealed). */
export const deviceKey = pgTable(
  'device_key',
  {
    tenantId: text('tenant_id').notNull(),
    deviceId: text('device_id').notNull(),
    keyId: text('key_id').notNull(),
    userId: idColumn('user_id').notNull(),
    /** SPKI of a P-256 key, base64. */
    publicKey: text('public_key').notNull(),
    createTime: momentColumn('create_time')
      .notNull()
      .default(sql`now()`),
    revokedTime: momentColumn('revoked_time'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.deviceId, table.keyId] })],
);

/**
 * Acts whose author is proven but may no longer act, or signed with a key that was revoked since: a supervisor releases
 * or rejects each. Its row in client_op stands at `kept` until then. Never removed.
 */
export const keptAct = pgTable(
  'kept_act',
  {
    opId: text('op_id').notNull(),
    tenantId: text('tenant_id').notNull(),
    deviceId: text('device_id').notNull(),
    authorId: idColumn('author_id').notNull(),
    courierId: idColumn('courier_id'),
    type: text('type').notNull(),
    /** The number its desk gave it; what is kept of one lane is released in this order. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    lanes: text('lanes').array().notNull(),
    /** The SentOperation as it came, sealed: JSON as text, for jsonb refuses what a text escapes. */
    op: text('op').notNull(),
    /** author.disabled, author.removed or key.revoked. */
    reason: text('reason').notNull(),
    keptTime: momentColumn('kept_time')
      .notNull()
      .default(sql`now()`),
    /** released or rejected; null while it waits. */
    decision: text('decision'),
    decidedBy: idColumn('decided_by'),
    decidedTime: momentColumn('decided_time'),
    /** Why it was rejected. */
    decisionReason: text('decision_reason'),
  },
  (table) => [
    primaryKey({ name: 'kept_act_pk', columns: [table.opId, table.tenantId] }),
    index('kept_act_waiting_ix').on(table.tenantId, table.decidedTime, table.keptTime),
  ],
);
