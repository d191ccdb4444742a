import { date, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, momentColumn } from './columns.ts';

/** The last lab code given in a laboratory on a day. The row is locked by its update, so that no number comes twice. */
export const labCodeCounterTable = pgTable(
  'lab_code_counter',
  {
    tenantId: text('tenant_id').notNull(),
    laboratoryId: idColumn('laboratory_id').notNull(),
    day: date('day').notNull(),
    last: integer('last').notNull(),
  },
  (table) => [primaryKey({ name: 'lab_code_counter_pk', columns: [table.tenantId, table.laboratoryId, table.day] })],
);

/** What a record of the lab's door says. */
export const receiptKind = { received: 1, cancelled: 2 } as const;
/** Each receipt and each cancelled receipt at the lab's door: facts, never updated. */
export const labReceiveRecordTable = pgTable(
  'lab_receive_record',
  {
    id: idColumn('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    sampleId: idColumn('sample_id').notNull(),
    /** Counts receipts of a tube; a cancellation carries its receipt's. */
    round: integer('round').notNull(),
    /** Of `receiptKind`. */
    kind: smallint('kind').notNull(),
    sampleCode: text('sample_code').notNull(),
    requisitionId: idColumn('requisition_id').notNull(),
    labCode: text('lab_code'),
    laboratoryId: idColumn('laboratory_id').notNull(),
    /** scan or manual. */
    inputMode: text('input_mode'),
    reason: text('reason'),
    actionUserId: idColumn('action_user_id').notNull(),
    actionUserName: text('action_user_name').notNull(),
    actTime: momentColumn('act_time').notNull(),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'lab_receive_record_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('lab_receive_record_uq').on(table.tenantId, table.sampleId, table.round, table.kind),
    index('lab_receive_record_time_ix').on(table.tenantId, table.kind, table.actTime.desc().nullsFirst(), table.id),
    index('lab_receive_record_lab_ix').on(table.tenantId, table.laboratoryId, table.kind, table.actTime.desc().nullsFirst(), table.id),
  ],
);
