import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, momentColumn } from './columns.ts';

const desk = () => ({ tenantId: text('tenant_id').notNull(), deviceId: text('device_id').notNull() });
const seq = (name: string) => bigint(name, { mode: 'number' }).notNull();

/** What people here say of a desk, and how far its numbers have been gone through. */
export const deviceWatch = pgTable(
  'device_watch',
  {
    ...desk(),
    deviceName: text('device_name'),
    note: text('note'),
    /** Up to here every number is accounted for: it arrived, it was explained, or it stands in device_gap. */
    countedSeq: seq('counted_seq').default(0),
    gapCount: bigint('gap_count', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ name: 'device_watch_pk', columns: [table.tenantId, table.deviceId] })],
);

/** Numbers a desk gave to acts that have not arrived, as ranges. */
export const deviceGap = pgTable('device_gap', { ...desk(), firstSeq: seq('first_seq'), lastSeq: seq('last_seq') }, (table) => [
  primaryKey({ name: 'device_gap_pk', columns: [table.tenantId, table.deviceId, table.firstSeq] }),
]);

/** Numbers whose acts never come: their desk says that a person gave them up or put another act in their place. */
export const deviceExplained = pgTable(
  'device_explained',
  {
    ...desk(),
    seq: seq('seq'),
    /** discarded or superseded. */
    how: text('how').notNull(),
    userId: idColumn('user_id').notNull(),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [primaryKey({ name: 'device_explained_pk', columns: [table.tenantId, table.deviceId, table.seq] })],
);

/** A desk fell silent while something of it was missing: once a silence, cleared when it is heard again. */
export const deviceAlarm = pgTable(
  'device_alarm',
  {
    id: idColumn('id').notNull(),
    ...desk(),
    silentSince: momentColumn('silent_since').notNull(),
    raisedTime: momentColumn('raised_time').notNull(),
    gapCount: bigint('gap_count', { mode: 'number' }).notNull(),
    waiting: integer('waiting').notNull(),
    clearedTime: momentColumn('cleared_time'),
  },
  (table) => [
    primaryKey({ name: 'device_alarm_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('device_alarm_open_uq')
      .on(table.tenantId, table.deviceId)
      .where(sql`cleared_time is null`),
    index('device_alarm_time_ix').on(table.tenantId, table.raisedTime.desc().nullsFirst(), table.id),
  ],
);
