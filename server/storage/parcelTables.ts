import { sql } from 'drizzle-orm';
import { index, numeric, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, key, momentColumn, times } from './columns.ts';

/** A parcel that a requisition or an announcement names, as its courier tells of it (docs/desk.md#parcels). */
export const parcelTable = pgTable(
  'parcel',
  {
    ...key(),
    courierNumber: text('courier_number').notNull(),
    jiJianCity: text('ji_jian_city'),
    jiJianTime: momentColumn('ji_jian_time'),
    qianShouCity: text('qian_shou_city'),
    qianShouTime: momentColumn('qian_shou_time'),
    deliveryHours: numeric('delivery_hours', { precision: 8, scale: 1, mode: 'number' }),
    /** `parcelStatus`. */
    status: smallint('status').notNull().default(0),
    askedTime: momentColumn('asked_time'),
    /** Why the courier could not be asked last; null: it answered. */
    fault: text('fault'),
    /** null: it is followed no more. */
    nextQueryTime: momentColumn('next_query_time'),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'parcel_pk', columns: [table.tenantId, table.id] }),
    uniqueIndex('parcel_number_uq').on(table.tenantId, table.courierNumber),
    index('parcel_due_ix')
      .on(table.nextQueryTime, table.id)
      .where(sql`next_query_time is not null`),
    index('parcel_signed_ix')
      .on(table.tenantId, table.qianShouTime)
      .where(sql`qian_shou_time is not null`),
  ],
);

/** One thing that happened to a parcel. */
export const parcelEventTable = pgTable(
  'parcel_event',
  {
    tenantId: text('tenant_id').notNull(),
    parcelId: idColumn('parcel_id').notNull(),
    opCode: text('op_code').notNull(),
    acceptTime: momentColumn('accept_time').notNull(),
    /** SHA-256 of its words: what is told again is one event. */
    remarkHash: text('remark_hash').notNull(),
    remark: text('remark').notNull(),
    acceptAddress: text('accept_address').notNull(),
    firstStatusCode: text('first_status_code'),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [primaryKey({ name: 'parcel_event_pk', columns: [table.tenantId, table.parcelId, table.acceptTime, table.opCode, table.remarkHash] })],
);
