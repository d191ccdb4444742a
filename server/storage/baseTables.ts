import { date, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { idColumn, momentColumn } from './columns.ts';

/** Days that are not what their weekday says. */
export const workCalendarDayTable = pgTable(
  'work_calendar_day',
  {
    tenantId: text('tenant_id').notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    /** 1 day off, 2 make-up workday. */
    kind: smallint('kind').notNull(),
    name: text('name').notNull().default(''),
    updateUser: idColumn('update_user'),
    updateTime: momentColumn('update_time').notNull(),
  },
  (table) => [primaryKey({ name: 'work_calendar_day_pk', columns: [table.tenantId, table.date] })],
);
