import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, key, momentColumn, times } from './columns.ts';

/** A text message to a patient: the contract's send record (docs/report.md#text-messages). */
export const smsMessageTable = pgTable(
  'sms_message',
  {
    ...key(),
    /** What it tells of: a version of a report, or where `isResampling` the record that asks for a new sample. */
    ownerId: idColumn('owner_id').notNull(),
    isResampling: smallint('is_resampling').notNull(),
    requisitionId: idColumn('requisition_id').notNull(),
    requisitionCode: text('requisition_code').notNull(),
    sampleCode: text('sample_code').notNull(),
    commodityId: idColumn('commodity_id'),
    contractLaboratoryId: idColumn('contract_laboratory_id').notNull(),
    sendSampleClientId: idColumn('send_sample_client_id'),
    /** The rule it is sent by; 0: none speaks of it, so that one message alone is written for it. */
    smsConfigId: idColumn('sms_config_id').notNull(),
    smsPlatformId: idColumn('sms_platform_id'),
    isSign: smallint('is_sign').notNull(),
    /** '': none is known. */
    telephone: text('telephone').notNull(),
    personName: text('person_name'),
    smsContent: text('sms_content').notNull(),
    qualitativeResult: smallint('qualitative_result'),
    /** `reportKind`. */
    reportType: smallint('report_type'),
    /** `smsState`. */
    state: smallint('state').notNull(),
    /** `smsWhy`. */
    why: smallint('why'),
    /** The withdrawal of its report was applied for. */
    isHeld: smallint('is_held').notNull().default(0),
    notBefore: momentColumn('not_before'),
    /** How often in a row it did not reach its platform. */
    tries: smallint('tries').notNull().default(0),
    /** How often it was taken to be sent: whoever took it last alone may say what came of it. */
    claimNo: integer('claim_no').notNull().default(0),
    claimTime: momentColumn('claim_time'),
    /** When it left, as far as anybody knows. */
    sendTime: momentColumn('send_time'),
    reportTime: momentColumn('report_time'),
    answer: text('answer'),
    receiptCode: text('receipt_code'),
    receiptTime: momentColumn('receipt_time'),
    /** Each rule of the laboratory, and the first condition in which it fails. */
    trace: jsonb('trace').notNull(),
    /** `markStatus`. */
    markStatus: smallint('mark_status').notNull().default(0),
    markUserId: idColumn('mark_user_id'),
    markUserName: text('mark_user_name'),
    markReason: text('mark_reason'),
    markTime: momentColumn('mark_time'),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'sms_message_pk', columns: [table.tenantId, table.id] }),
    uniqueIndex('sms_message_owner_uq').on(table.tenantId, table.ownerId, table.smsConfigId, table.telephone),
    index('sms_message_open_ix')
      .on(table.tenantId, table.state, table.notBefore)
      .where(sql`state in (1, 2, 3, 6, 7)`),
    // What waits for a person or was marked, the newest first.
    index('sms_message_manual_ix')
      .on(table.tenantId, table.createTime.desc().nullsFirst(), table.id)
      .where(sql`state in (1, 3, 6, 7) or mark_status <> 0`),
    index('sms_message_marked_ix')
      .on(table.tenantId, table.id)
      .where(sql`mark_status <> 0`),
    index('sms_message_laboratory_ix').on(table.tenantId, table.contractLaboratoryId, table.createTime.desc().nullsFirst()),
    index('sms_message_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
    index('sms_message_send_ix').on(table.tenantId, table.sendTime),
    index('sms_message_phone_ix').on(table.tenantId, table.telephone, table.createTime),
    index('sms_message_sample_ix').on(table.tenantId, table.sampleCode),
  ],
);
