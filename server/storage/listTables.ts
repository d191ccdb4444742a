import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, momentColumn } from './columns.ts';

/** What a person made of a list and gave a name: conditions, order, columns. No patient's data. */
export const savedView = pgTable(
  'saved_view',
  {
    id: idColumn('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    /** The route. */
    screen: text('screen').notNull(),
    name: text('name').notNull(),
    content: jsonb('content').notNull(),
    /** 1: offered to everybody of the tenant. */
    isShared: smallint('is_shared').notNull().default(0),
    createTime: momentColumn('create_time').notNull(),
    updateTime: momentColumn('update_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'saved_view_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('saved_view_uq').on(table.tenantId, table.userId, table.screen, table.name),
    index('saved_view_shared_ix')
      .on(table.tenantId, table.screen)
      .where(sql`is_shared = 1`),
  ],
);

/** Which view a person's list opens with. */
export const savedViewDefault = pgTable(
  'saved_view_default',
  {
    tenantId: text('tenant_id').notNull(),
    userId: idColumn('user_id').notNull(),
    screen: text('screen').notNull(),
    viewId: idColumn('view_id').notNull(),
  },
  (table) => [primaryKey({ name: 'saved_view_default_pk', columns: [table.tenantId, table.userId, table.screen] })],
);

/** A list somebody uploaded, judged row by row, until they confirm it. */
export const importBatchTable = pgTable(
  'import_batch',
  {
    id: idColumn('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    /** summary or receive. */
    kind: text('kind').notNull(),
    fileName: text('file_name').notNull(),
    /** SHA-256, hex: the same file is noticed. */
    fileHash: text('file_hash').notNull(),
    /** `batchState` (server/kernel/import/importBatch.ts). */
    state: smallint('state').notNull(),
    totalCount: integer('total_count').notNull(),
    /** Rows that were taken over so far. */
    doneCount: integer('done_count').notNull().default(0),
    createUser: idColumn('create_user').notNull(),
    createTime: momentColumn('create_time').notNull(),
    updateTime: momentColumn('update_time').notNull(),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    primaryKey({ name: 'import_batch_pk', columns: [table.id, table.tenantId] }),
    index('import_batch_hash_ix').on(table.tenantId, table.kind, table.fileHash),
  ],
);

/** Fifty rows of such a list: thousands in one value would hold up everybody while they are written. */
export const importBatchPortionTable = pgTable(
  'import_batch_portion',
  {
    tenantId: text('tenant_id').notNull(),
    batchId: idColumn('batch_id').notNull(),
    portion: integer('portion').notNull(),
    rows: jsonb('rows').notNull(),
  },
  (table) => [primaryKey({ name: 'import_batch_portion_pk', columns: [table.tenantId, table.batchId, table.portion] })],
);
