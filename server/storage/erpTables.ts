import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';
import { fenColumn } from './billTables.ts';
import { idColumn, key, momentColumn, times } from './columns.ts';

/** What the ERP is told of a document, once by its key (docs/bill.md#erp): `order:<id>:r<revision>`, `bill:…`, and `…:void`. */
export const erpPushTable = pgTable(
  'erp_push',
  {
    ...key(),
    pushKey: text('push_key').notNull(),
    /** `erpDoc`. */
    doc: text('doc').notNull(),
    docId: idColumn('doc_id').notNull(),
    docNo: text('doc_no').notNull(),
    revision: integer('revision').notNull(),
    /** `erpAct`. */
    act: text('act').notNull(),
    contractLaboratoryId: idColumn('contract_laboratory_id').notNull(),
    salesmanId: idColumn('salesman_id'),
    reconciliationTime: momentColumn('reconciliation_time'),
    /** `erpState`. */
    state: smallint('state').notNull().default(0),
    tries: integer('tries').notNull().default(0),
    /** When it is tried next; null: as soon as somebody has time. */
    nextTime: momentColumn('next_time'),
    erpNumber: text('erp_number'),
    erpAmount: fenColumn('erp_amount'),
    /** What the ERP said last, and of which item, as it said it. */
    answer: jsonb('answer'),
    itemResults: jsonb('item_results'),
    /** Why it did not go, as a pair of languages. */
    fault: jsonb('fault'),
    doneTime: momentColumn('done_time'),
    /** Who caused it. */
    userId: idColumn('user_id'),
    userName: text('user_name'),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'erp_push_pk', columns: [table.tenantId, table.id] }),
    unique('erp_push_key_uq').on(table.tenantId, table.pushKey),
    index('erp_push_doc_ix').on(table.tenantId, table.doc, table.docId, table.id),
    index('erp_push_open_ix')
      .on(table.tenantId, table.nextTime, table.id)
      .where(sql`state in (0, 3)`),
    index('erp_push_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
  ],
);

/** A month of a laboratory's books that was closed (docs/bill.md#periods). */
export const billPeriodTable = pgTable(
  'bill_period',
  {
    tenantId: text('tenant_id').notNull(),
    contractLaboratoryId: idColumn('contract_laboratory_id').notNull(),
    /** `yyyy-MM`. */
    month: text('month').notNull(),
    isClosed: smallint('is_closed').notNull().default(1),
    closeUserId: idColumn('close_user_id').notNull(),
    closeUserName: text('close_user_name').notNull(),
    closeTime: momentColumn('close_time').notNull(),
    reopenUserId: idColumn('reopen_user_id'),
    reopenUserName: text('reopen_user_name'),
    reopenTime: momentColumn('reopen_time'),
    reopenReason: text('reopen_reason'),
  },
  (table) => [primaryKey({ name: 'bill_period_pk', columns: [table.tenantId, table.contractLaboratoryId, table.month] })],
);

/** The last number given to orders (SO) or bills (BL) of a laboratory in a month: none is given twice. */
export const docCounterTable = pgTable(
  'doc_counter',
  {
    tenantId: text('tenant_id').notNull(),
    prefix: text('prefix').notNull(),
    contractLaboratoryId: idColumn('contract_laboratory_id').notNull(),
    /** `yyMM`. */
    month: text('month').notNull(),
    lastNo: integer('last_no').notNull(),
  },
  (table) => [primaryKey({ name: 'doc_counter_pk', columns: [table.tenantId, table.prefix, table.contractLaboratoryId, table.month] })],
);
