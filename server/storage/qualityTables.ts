import { index, integer, numeric, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { idColumn, momentColumn, times } from './columns.ts';

/** What a quality index was in a laboratory's month (docs/search.md#quality-indicators); once the month is closed it stands. */
export const qualityIndexValueTable = pgTable(
  'quality_index_value',
  {
    tenantId: text('tenant_id').notNull(),
    qualityIndexId: idColumn('quality_index_id').notNull(),
    laboratoryId: idColumn('laboratory_id').notNull(),
    /** `yyyy-MM`. */
    month: text('month').notNull(),
    numerator: integer('numerator'),
    /** Of a median: how many times it is the middle of. */
    denominator: integer('denominator').notNull(),
    /** A median, in minutes. */
    value: numeric('value', { precision: 18, scale: 4, mode: 'number' }),
    /** `valueSource`. */
    source: smallint('source').notNull(),
    /** `monthState`: the same in all of a month. */
    state: smallint('state').notNull().default(0),
    /** Why the month was opened again. */
    reason: text('reason'),
    /** All who typed it: none of them closes its month. */
    typistIds: idColumn('typist_ids').array().notNull(),
    closeUserName: text('close_user_name'),
    closeTime: momentColumn('close_time'),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'quality_index_value_pk', columns: [table.tenantId, table.laboratoryId, table.month, table.qualityIndexId] }),
    index('quality_index_value_index_ix').on(table.tenantId, table.qualityIndexId),
  ],
);
