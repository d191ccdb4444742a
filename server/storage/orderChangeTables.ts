import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, key, momentColumn, times } from './columns.ts';

/** One application to change a requisition, with what became of it (docs/orderChange.md#states). */
export const orderChangeTable = pgTable(
  'order_change',
  {
    ...key(),
    requisitionId: idColumn('requisition_id').notNull(),
    requisitionCode: text('requisition_code').notNull(),
    /** Contract laboratory of the requisition: who may see it. */
    laboratoryId: idColumn('laboratory_id'),
    sendSampleClientId: idColumn('send_sample_client_id'),
    /** `changeType`. */
    applyType: smallint('apply_type').notNull(),
    /** Field, before, after. */
    changes: jsonb('changes').notNull(),
    addCommodityIds: idColumn('add_commodity_ids').array().notNull(),
    removeCommodityIds: idColumn('remove_commodity_ids').array().notNull(),
    applyReason: text('apply_reason').notNull(),
    applyUserId: idColumn('apply_user_id').notNull(),
    applyUserName: text('apply_user_name').notNull(),
    applyTime: momentColumn('apply_time').notNull(),
    /** `changeStatus`. */
    auditStatus: smallint('audit_status').notNull(),
    auditUserId: idColumn('audit_user_id'),
    auditUserName: text('audit_user_name'),
    auditOpinion: text('audit_opinion'),
    auditTime: momentColumn('audit_time'),
    /** Who settled it, by whichever act. */
    actionUserId: idColumn('action_user_id'),
    actionUserName: text('action_user_name'),
    actionTime: momentColumn('action_time'),
    /** What it would do when it was asked for; once it was done, what it did: pairs of languages. */
    effects: jsonb('effects').notNull(),
    /** 1: cancelled. */
    deleted: smallint('deleted').notNull().default(0),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'order_change_pk', columns: [table.id, table.tenantId] }),
    // Of two who apply at once the second hears of the first.
    uniqueIndex('order_change_open_uq')
      .on(table.tenantId, table.requisitionId)
      .where(sql`audit_status = 0`),
    index('order_change_time_ix').on(table.tenantId, table.applyTime.desc().nullsFirst(), table.id),
    index('order_change_status_ix').on(table.tenantId, table.auditStatus, table.applyTime.desc().nullsFirst(), table.id),
    index('order_change_waiting_ix').on(table.tenantId, sql`(audit_status <> 0::smallint)`, table.applyTime.desc().nullsFirst(), table.id),
    index('order_change_requisition_ix').on(table.tenantId, table.requisitionId),
    index('order_change_code_ix').on(table.tenantId, table.requisitionCode),
  ],
);
