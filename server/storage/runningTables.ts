import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, momentColumn } from './columns.ts';

/** The servers of the installation, each under its host and port, and what it last said of itself. */
export const serverNode = pgTable('server_node', {
  nodeId: text('node_id').primaryKey(),
  startedTime: momentColumn('started_time').notNull(),
  seenTime: momentColumn('seen_time').notNull(),
  /** It said that it goes. */
  stoppedTime: momentColumn('stopped_time'),
  /** `nodeFacts` (domain/system/running/operations.ts). */
  facts: jsonb('facts').notNull(),
});

/** Alarms of the installation, of whatever tenant: pending until `raised_time`, over from `cleared_time` on (docs/operations.md#alarms). */
export const installationAlarm = pgTable(
  'installation_alarm',
  {
    id: idColumn('id').notNull(),
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    value: integer('value').notNull(),
    /** Looks in a row that found it, and that did not. */
    badLooks: integer('bad_looks').notNull(),
    goodLooks: integer('good_looks').notNull(),
    sinceTime: momentColumn('since_time').notNull(),
    raisedTime: momentColumn('raised_time'),
    clearedTime: momentColumn('cleared_time'),
    toldTime: momentColumn('told_time'),
    clearToldTime: momentColumn('clear_told_time'),
  },
  (table) => [
    primaryKey({ name: 'installation_alarm_pk', columns: [table.id] }),
    uniqueIndex('installation_alarm_open_uq')
      .on(table.kind, table.subject)
      .where(sql`cleared_time is null`),
    index('installation_alarm_time_ix').on(table.raisedTime.desc().nullsFirst(), table.id),
  ],
);
