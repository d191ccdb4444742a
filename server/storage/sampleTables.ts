import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, key, momentColumn, times } from './columns.ts';

/** One revision of one pass: a fact, never updated. */
export const entryPassTable = pgTable(
  'entry_pass',
  {
    ...key(),
    requisitionId: idColumn('requisition_id').notNull(),
    passNo: smallint('pass_no').notNull(),
    revision: integer('revision').notNull(),
    /** `passKind`. */
    kind: smallint('kind').notNull(),
    form: text('form').notNull(),
    values: jsonb('values').notNull(),
    unclear: text('unclear').array().notNull(),
    explained: jsonb('explained').notNull(),
    authorId: idColumn('author_id').notNull(),
    authorName: text('author_name').notNull(),
    startedAt: text('started_at'),
    seconds: integer('seconds'),
    occurredAt: momentColumn('occurred_at'),
    opId: text('op_id').notNull(),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'entry_pass_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('entry_pass_uq').on(table.tenantId, table.requisitionId, table.passNo, table.revision),
    index('entry_pass_author_ix').on(table.tenantId, table.authorId, table.createTime),
  ],
);

/** Two passes that differed, and what became of it. */
export const entryComparisonTable = pgTable(
  'entry_comparison',
  {
    ...key(),
    requisitionId: idColumn('requisition_id').notNull(),
    round: integer('round').notNull(),
    /** `comparisonState`. */
    state: smallint('state').notNull(),
    /** Field, value 1, value 2, as typed. */
    differences: jsonb('differences').notNull(),
    /** The fields that differed at first: the rate per clerk and field is counted from them. */
    firstFields: text('first_fields').array().notNull(),
    decisions: jsonb('decisions'),
    arbitratorId: idColumn('arbitrator_id'),
    arbitratorName: text('arbitrator_name'),
    createTime: momentColumn('create_time').notNull(),
    updateTime: momentColumn('update_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'entry_comparison_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('entry_comparison_uq').on(table.tenantId, table.requisitionId, table.round),
    index('entry_comparison_state_ix').on(table.tenantId, table.state, table.createTime),
  ],
);

/** Who has a pass open, so that two people do not type the same one: a hint for ten minutes, never a refusal. */
export const entryLockTable = pgTable(
  'entry_lock',
  {
    tenantId: text('tenant_id').notNull(),
    requisitionId: idColumn('requisition_id').notNull(),
    passNo: smallint('pass_no').notNull(),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    untilTime: momentColumn('until_time').notNull(),
  },
  (table) => [primaryKey({ name: 'entry_lock_pk', columns: [table.tenantId, table.requisitionId, table.passNo] })],
);

/** How many a person entered on a day: kept with each act, so that the statistics need not read millions of rows. */
export const entryTallyTable = pgTable(
  'entry_tally',
  {
    ...key(),
    userId: idColumn('user_id').notNull(),
    /** 1 pre-processing, 2 single, 3 double entry. */
    enterType: smallint('enter_type').notNull(),
    enterDay: date('enter_day').notNull(),
    enterAccount: text('enter_account').notNull(),
    enterUsername: text('enter_username').notNull(),
    enterCount: integer('enter_count').notNull(),
  },
  (table) => [
    primaryKey({ name: 'entry_tally_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('entry_tally_uq').on(table.tenantId, table.userId, table.enterType, table.enterDay),
    index('entry_tally_day_ix').on(table.tenantId, table.enterDay.desc().nullsFirst(), table.id),
  ],
);

/** Tubes of one commodity that pass from one person to another. */
export const handoverTable = pgTable(
  'handover',
  {
    ...key(),
    /** Made by the desk: one handover on paper, one row. */
    handoverKey: text('handover_key').notNull(),
    commodityId: idColumn('commodity_id').notNull(),
    /** `handoverStatus`. */
    handoverStatus: smallint('handover_status').notNull(),
    handoverTotal: integer('handover_total').notNull(),
    /** Contract laboratories of its tubes: who may see it. */
    laboratoryIds: idColumn('laboratory_ids').array().notNull(),
    actionUserId: idColumn('action_user_id').notNull(),
    actionUserName: text('action_user_name').notNull(),
    signUserId: idColumn('sign_user_id'),
    signUserName: text('sign_user_name'),
    signTime: momentColumn('sign_time'),
    isDeleted: smallint('is_deleted').notNull().default(0),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'handover_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('handover_key_uq').on(table.tenantId, table.handoverKey),
    index('handover_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
    index('handover_status_ix').on(table.tenantId, table.handoverStatus, table.createTime.desc().nullsFirst(), table.id),
    index('handover_sign_ix')
      .on(table.tenantId, table.signTime)
      .where(sql`sign_time is not null`),
    index('handover_commodity_ix').on(table.tenantId, table.commodityId, table.createTime.desc().nullsFirst(), table.id),
  ],
);

/** A picture of a requisition: by its code, for the picture may come before the requisition. */
export const requisitionImageTable = pgTable(
  'requisition_image',
  {
    ...key(),
    /** Made by the desk: one picture, one row. */
    imageKey: text('image_key').notNull(),
    requisitionCode: text('requisition_code').notNull(),
    pageNo: smallint('page_no').notNull(),
    /** `imageKind`. */
    imageKind: smallint('image_kind').notNull(),
    /** The blob's name. */
    sha256: text('sha256').notNull(),
    /** Bytes. */
    size: integer('size').notNull(),
    mime: text('mime').notNull(),
    note: text('note'),
    uploadUserId: idColumn('upload_user_id').notNull(),
    uploadUserName: text('upload_user_name').notNull(),
    takenTime: momentColumn('taken_time'),
    isDeleted: smallint('is_deleted').notNull().default(0),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'requisition_image_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('requisition_image_key_uq').on(table.tenantId, table.imageKey),
    uniqueIndex('requisition_image_page_uq')
      .on(table.tenantId, table.requisitionCode, table.sha256)
      .where(sql`is_deleted = 0`),
    index('requisition_image_removed_ix')
      .on(table.tenantId, table.requisitionCode)
      .where(sql`is_deleted = 1`),
    index('requisition_image_blob_ix').on(table.tenantId, table.sha256),
    index('requisition_image_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
  ],
);
