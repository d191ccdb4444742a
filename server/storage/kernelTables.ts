import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, momentColumn } from './columns.ts';

/** The ledger of acts: a row claims its key, keeps the answer and is never removed (docs/offline.md#repeats). */
export const clientOp = pgTable(
  'client_op',
  {
    opId: text('op_id').notNull(),
    tenantId: text('tenant_id').notNull(),
    /** Null for direct calls. */
    deviceId: text('device_id'),
    /** Gapless per device. */
    seq: bigint('seq', { mode: 'number' }),
    authorId: idColumn('author_id').notNull(),
    /** Whose session carried it; null where it came under the device's credential. */
    courierId: idColumn('courier_id'),
    type: text('type').notNull(),
    typeVersion: integer('type_version').notNull(),
    payloadHash: text('payload_hash').notNull(),
    subject: text('subject').notNull().default(''),
    /** The refused act that this one replaces or discards. */
    supersedes: text('supersedes'),
    /** running only inside its own transaction; then applied, repeat, refused, conflict, or kept (table kept_act). */
    status: text('status').notNull(),
    result: jsonb('result'),
    code: text('code'),
    params: jsonb('params'),
    /** The desk's own time, corrected by its offset: evidence, never order. */
    occurredAt: momentColumn('occurred_at'),
    serverTime: momentColumn('server_time')
      .notNull()
      .default(sql`now()`),
    serverSeq: bigint('server_seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity({ name: 'client_op_server_seq' }),
  },
  (table) => [
    primaryKey({ name: 'client_op_pk', columns: [table.opId, table.tenantId] }),
    uniqueIndex('client_op_device_seq_uq').on(table.tenantId, table.deviceId, table.seq),
    index('client_op_device_ix').on(table.deviceId, table.seq),
    /** What the operations screen lists: acts that somebody must look at. */
    index('client_op_exception_ix')
      .on(table.tenantId, table.serverTime)
      .where(sql`status in ('refused', 'conflict')`),
    index('client_op_supersedes_ix')
      .on(table.tenantId, table.supersedes)
      .where(sql`supersedes is not null`),
    index('client_op_time_ix').on(table.tenantId, table.serverTime),
  ],
);

/** Who, when, from which device, what changed, and why where a reason is asked. Append-only. */
export const auditEntry = pgTable(
  'audit_entry',
  {
    id: idColumn('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    deviceId: text('device_id'),
    opId: text('op_id'),
    /** A command's name, or `resource.verb`. */
    action: text('action').notNull(),
    /** What it was about: a code, or a resource row's id. */
    subject: text('subject').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    reason: text('reason'),
    occurredAt: momentColumn('occurred_at'),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'audit_entry_pk', columns: [table.id, table.tenantId] }),
    index('audit_entry_subject_ix').on(table.tenantId, table.subject, table.id),
    index('audit_entry_time_ix').on(table.tenantId, table.createTime),
    index('audit_entry_op_ix').on(table.opId),
    // The tubes of a reception that was taken back are gone: their codes lead to that act alone.
    index('audit_entry_taken_back_ix')
      .using('gin', sql`(after -> 'sampleCodes')`)
      .where(sql`action = 'summary.cancel'`),
  ],
);

/** One row a tenant, locked by each transaction that changes cached rows: its order is the order of commits. */
export const changeCounter = pgTable('change_counter', {
  tenantId: text('tenant_id').primaryKey(),
  value: bigint('value', { mode: 'number' }).notNull().default(0),
});

/** Facts the server keeps about itself: the login key pair, the demo's password, the installation's id. */
export const setting = pgTable('setting', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updateTime: momentColumn('update_time')
    .notNull()
    .default(sql`now()`),
});

/** Lists that are made into files behind the screen: the asker's alone, removed a day after they are done. */
export const listExport = pgTable(
  'list_export',
  {
    id: idColumn('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    /** The name of a described resource. */
    resource: text('resource').notNull(),
    /** What the list was filtered and ordered by, as the screen sent it. */
    query: jsonb('query').notNull(),
    language: text('language').notNull(),
    /** 0 waiting, 1 running, 2 done, 3 failed, 4 cancelled. */
    state: smallint('state').notNull(),
    totalCount: integer('total_count').notNull(),
    doneCount: integer('done_count').notNull().default(0),
    fault: text('fault'),
    sha256: text('sha256'),
    /** Bytes. */
    size: bigint('size', { mode: 'number' }),
    createUser: idColumn('create_user').notNull(),
    createUserName: text('create_user_name').notNull(),
    createTime: momentColumn('create_time').notNull(),
    endTime: momentColumn('end_time'),
    untilTime: momentColumn('until_time'),
  },
  (table) => [
    primaryKey({ name: 'list_export_pk', columns: [table.id, table.tenantId] }),
    index('list_export_user_ix').on(table.tenantId, table.createUser, table.createTime),
  ],
);
