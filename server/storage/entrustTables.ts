import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, key, momentColumn, times } from './columns.ts';

/** A tube that one laboratory has another one test (docs/entrust.md#states). */
export const entrustRecordTable = pgTable(
  'entrust_record',
  {
    ...key(),
    sampleId: idColumn('sample_id').notNull(),
    /** As it was sent: a label that was replaced since is found by the tube. */
    sampleCode: text('sample_code').notNull(),
    requisitionId: idColumn('requisition_id').notNull(),
    requisitionCode: text('requisition_code').notNull(),
    /** `entrustState`. */
    state: smallint('state').notNull(),
    /** Who sends: where it would be tested. */
    entrustLaboratoryId: idColumn('entrust_laboratory_id').notNull(),
    entrustUserId: idColumn('entrust_user_id').notNull(),
    entrustPerson: text('entrust_person').notNull(),
    entrustTime: momentColumn('entrust_time').notNull(),
    /** Who receives. */
    entrustedLaboratoryId: idColumn('entrusted_laboratory_id').notNull(),
    entrustedUserId: idColumn('entrusted_user_id'),
    entrustedPerson: text('entrusted_person'),
    entrustedTime: momentColumn('entrusted_time'),
    courierNumber: text('courier_number'),
    /** Why it was cancelled. */
    reason: text('reason'),
    cancelUserId: idColumn('cancel_user_id'),
    cancelUserName: text('cancel_user_name'),
    cancelTime: momentColumn('cancel_time'),
    /** What a cancellation puts back; null: the tube named none. */
    formerExecuteLaboratoryId: idColumn('former_execute_laboratory_id'),
    /** Tasks that went with it. */
    taskIds: idColumn('task_ids').array().notNull(),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'entrust_record_pk', columns: [table.id, table.tenantId] }),
    // Of two who send one tube at once the second hears of the first.
    uniqueIndex('entrust_record_open_uq')
      .on(table.tenantId, table.sampleId)
      .where(sql`state = 0`),
    index('entrust_record_sample_ix').on(table.tenantId, table.sampleId),
    index('entrust_record_code_ix').on(table.tenantId, table.sampleCode),
    index('entrust_record_out_ix').on(table.tenantId, table.entrustLaboratoryId, table.state, table.entrustTime.desc().nullsFirst(), table.id),
    index('entrust_record_in_ix').on(table.tenantId, table.entrustedLaboratoryId, table.state, table.entrustTime.desc().nullsFirst(), table.id),
    index('entrust_record_time_ix').on(table.tenantId, table.entrustTime.desc().nullsFirst(), table.id),
  ],
);
