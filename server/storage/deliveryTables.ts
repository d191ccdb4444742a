import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, key, momentColumn, times } from './columns.ts';

/** A mail that tells one receiver of one version of a report (docs/report.md#mail). */
export const mailMessageTable = pgTable(
  'mail_message',
  {
    ...key(),
    reportId: idColumn('report_id').notNull(),
    versionId: idColumn('version_id').notNull(),
    reportNo: text('report_no').notNull(),
    /** null: nobody was to be found. */
    receiverId: idColumn('receiver_id'),
    receiverName: text('receiver_name'),
    email: text('email'),
    /** `mailMode`, of the strategy when it was planned. */
    mailMode: smallint('mail_mode').notNull(),
    /** `mailState`. */
    state: smallint('state').notNull(),
    /** Its withdrawal was applied for: it waits until that is decided. */
    isHeld: smallint('is_held').notNull().default(0),
    notBefore: momentColumn('not_before').notNull(),
    /** Since a person or the issue asked for it. */
    tries: integer('tries').notNull().default(0),
    /** Ours, the same each time: a server that saw it before may know it. */
    messageId: text('message_id').notNull(),
    /** What the mail server said, or what spoke against it here. */
    answer: text('answer'),
    sendTime: momentColumn('send_time'),
    /** When it first left the house, or may have. */
    leftTime: momentColumn('left_time'),
    /** Why a person had it sent again. */
    reason: text('reason'),
    userId: idColumn('user_id'),
    userName: text('user_name'),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'mail_message_pk', columns: [table.tenantId, table.id] }),
    uniqueIndex('mail_message_receiver_uq')
      .on(table.tenantId, table.versionId, table.receiverId)
      .where(sql`receiver_id is not null`),
    index('mail_message_due_ix')
      .on(table.notBefore, table.tenantId, table.id)
      .where(sql`state = 2 and is_held = 0`),
    index('mail_message_version_ix').on(table.tenantId, table.versionId),
    index('mail_message_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
    index('mail_message_state_ix').on(table.tenantId, table.state, table.createTime.desc().nullsFirst(), table.id),
  ],
);

/** An address by which somebody without account opens a report (docs/report.md#links); of its token only the hash is kept. */
export const reportLinkTable = pgTable(
  'report_link',
  {
    ...key(),
    reportId: idColumn('report_id').notNull(),
    versionId: idColumn('version_id').notNull(),
    tokenSha256: text('token_sha256').notNull(),
    /** `reportChannel`. */
    channel: smallint('channel').notNull(),
    /** Whose it is, as the house calls them. */
    receiverName: text('receiver_name').notNull(),
    /** A receiver's own password opens it. */
    receiverId: idColumn('receiver_id'),
    mailId: idColumn('mail_id'),
    expireTime: momentColumn('expire_time').notNull(),
    /** Codes that were wrong. */
    tries: integer('tries').notNull().default(0),
    /** When it was first opened. */
    openTime: momentColumn('open_time'),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'report_link_pk', columns: [table.tenantId, table.id] }),
    uniqueIndex('report_link_token_uq').on(table.tokenSha256, table.tenantId),
    index('report_link_version_ix').on(table.tenantId, table.versionId),
  ],
);
