import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { momentColumn } from './columns.ts';

/** Whose a picture is. One that becomes a higher one's stays so: what is a patient's is shown as nothing else, for ever. An exported list, a file of results, a report, a download of reports and a statement are no pictures: lists and downloads are their asker's alone, the others their laboratory's. */
export const blobOwner = { avatar: 1, signature: 2, patient: 3, listExport: 4, resultFile: 5, report: 6, reportDownload: 7, statement: 8 } as const;
export type BlobOwner = (typeof blobOwner)[keyof typeof blobOwner];

/** Pictures by their content; the bytes lie in files beside the database. One that nothing refers to for 30 days is dropped. */
export const blobTable = pgTable(
  'blob',
  {
    tenantId: text('tenant_id').notNull(),
    /** Of the open bytes, hex. */
    sha256: text('sha256').notNull(),
    /** Bytes. */
    size: integer('size').notNull(),
    mime: text('mime').notNull(),
    /** 0 arriving in parts, 1 whole and checked. */
    state: smallint('state').notNull().default(0),
    createTime: momentColumn('create_time')
      .notNull()
      .default(sql`now()`),
    /** `blobOwner`; null: nothing has referred to it yet. */
    owner: smallint('owner'),
    /** Since when something refers to it; null: nothing does. */
    boundTime: momentColumn('bound_time'),
    /** Last part, binding or loosening: what the 30 days are counted from. */
    updateTime: momentColumn('update_time')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    primaryKey({ name: 'blob_pk', columns: [table.tenantId, table.sha256] }),
    index('blob_loose_ix')
      .on(table.updateTime)
      .where(sql`bound_time is null`),
  ],
);
