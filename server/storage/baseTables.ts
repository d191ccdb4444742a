import { date, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
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

/** Work that goes on behind a call and is asked after: what it was to do, how far it is, and what it changed. */
export const processTaskTable = pgTable(
  'process_task',
  {
    id: idColumn('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    kind: text('kind').notNull(),
    action: text('action').notNull(),
    /** What it works on: the id of a laboratory. */
    subject: text('subject').notNull(),
    /** The task whose changes it undoes. */
    undoes: idColumn('undoes'),
    /** 0 waiting, 1 running, 2 done, 3 failed. */
    state: smallint('state').notNull(),
    totalCount: integer('total_count').notNull().default(0),
    doneCount: integer('done_count').notNull().default(0),
    changes: jsonb('changes').notNull().default([]),
    fault: text('fault'),
    createUser: idColumn('create_user').notNull(),
    createUserName: text('create_user_name').notNull(),
    createTime: momentColumn('create_time').notNull(),
    endTime: momentColumn('end_time'),
    undoneTime: momentColumn('undone_time'),
  },
  (table) => [
    primaryKey({ name: 'process_task_pk', columns: [table.id, table.tenantId] }),
    index('process_task_subject_ix').on(table.tenantId, table.kind, table.subject, table.createTime.desc().nullsFirst()),
  ],
);
