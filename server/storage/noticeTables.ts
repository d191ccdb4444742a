import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { idColumn, momentColumn } from './columns.ts';

/** The text of a notice, apart from its row: lists do without it. */
export const noticeContentTable = pgTable(
  'notice_content',
  {
    tenantId: text('tenant_id').notNull(),
    noticeId: idColumn('notice_id').notNull(),
    /** HTML, cleaned when it was written. */
    content: text('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.noticeId] })],
);

/** Who confirmed or read which release of a notice. Never changed. */
export const noticeReceiptTable = pgTable(
  'notice_receipt',
  {
    tenantId: text('tenant_id').notNull(),
    noticeId: idColumn('notice_id').notNull(),
    releaseNo: integer('release_no').notNull(),
    userId: idColumn('user_id').notNull(),
    confirmTime: momentColumn('confirm_time').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.noticeId, table.releaseNo, table.userId] }),
    index('notice_receipt_user_ix').on(table.tenantId, table.userId, table.noticeId),
  ],
);
