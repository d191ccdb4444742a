import { sql } from 'drizzle-orm';
import { index, integer, numeric, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, key, momentColumn, times } from './columns.ts';

const decimal = (name: string) => numeric(name, { precision: 18, scale: 4, mode: 'number' });

/** A run sheet: what is run together, by whom, on what (docs/lab.md#run-sheets). Its id is `ruleId` on the wire. */
export const labBatchTable = pgTable(
  'lab_batch',
  {
    ...key(),
    batch: text('batch').notNull(),
    /** The number of the day of its laboratory and line. */
    dayNumber: integer('day_number').notNull(),
    totalNumber: integer('total_number').notNull().default(0),
    operatorId: idColumn('operator_id').notNull(),
    operator: text('operator').notNull(),
    reviewerId: idColumn('reviewer_id'),
    reviewer: text('reviewer'),
    isSubmit: smallint('is_submit').notNull().default(0),
    submitTime: momentColumn('submit_time'),
    /** 1 separated, 2 extracted, 3 library, 4 run, 5 other. */
    batchKind: smallint('batch_kind').notNull(),
    /** mapmi, tngs or general. */
    line: text('line').notNull(),
    laboratoryId: idColumn('laboratory_id').notNull(),
    panelGroupId: idColumn('panel_group_id').notNull(),
    instrumentId: idColumn('instrument_id'),
    /** 8, 96, 384 or 0 for none. */
    plateFormat: smallint('plate_format').notNull(),
    chipId: text('chip_id'),
    chipType: text('chip_type'),
    startTime: momentColumn('start_time'),
    expectedEndTime: momentColumn('expected_end_time'),
    endTime: momentColumn('end_time'),
    /** Where the instrument writes. */
    server: text('server'),
    /** Its instrument reads the second index in reverse complement (docs/lab.md#run-sheets). */
    isIndexReversed: smallint('is_index_reversed').notNull().default(0),
    /** Reagents by name and lot number. */
    kitLots: jsonb('kit_lots'),
    remark: text('remark'),
    isDeleted: smallint('is_deleted').notNull().default(0),
    createUser: idColumn('create_user').notNull(),
    createUserName: text('create_user_name').notNull(),
    /** Who changed it last. */
    updateUserName: text('update_user_name').notNull(),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'lab_batch_pk', columns: [table.tenantId, table.id] }),
    uniqueIndex('lab_batch_name_uq').on(table.tenantId, table.laboratoryId, table.batch),
    index('lab_batch_line_ix').on(table.tenantId, table.line, table.createTime.desc().nullsFirst(), table.id),
  ],
);

/** A place of a run sheet: a task, a control or nothing in one well. */
export const labBatchPlaceTable = pgTable(
  'lab_batch_place',
  {
    ...key(),
    ruleId: idColumn('rule_id').notNull(),
    /** Counts from 1 in the order of the sheet. */
    seq: integer('seq').notNull(),
    /** Null where the sheet has no plate. */
    well: text('well'),
    /** 1 sample, 2 negative control, 3 positive control, 4 blank, 5 control of a level. */
    kind: smallint('kind').notNull(),
    taskId: idColumn('task_id'),
    qcLotId: idColumn('qc_lot_id'),
    /** The round of the task it was put on in. */
    round: integer('round'),
    lane: text('lane'),
    libraryCode: text('library_code'),
    index1: text('index1'),
    index2: text('index2'),
    /** ng/µl. */
    dnaConc: decimal('dna_conc'),
    libConc: decimal('lib_conc'),
    quantConc: decimal('quant_conc'),
    poolConc: decimal('pool_conc'),
    /** µl. */
    volume: decimal('volume'),
    dilution: decimal('dilution'),
    /** Gb that are wanted of it. */
    expectedData: decimal('expected_data'),
    reason: text('reason'),
    /** 1 planned, 2 run, 3 has a result, 4 failed, 5 void. */
    state: smallint('state').notNull().default(1),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'lab_batch_place_pk', columns: [table.tenantId, table.id] }),
    uniqueIndex('lab_batch_place_well_uq')
      .on(table.tenantId, table.ruleId, table.well)
      .where(sql`state < 5 and well is not null`),
    uniqueIndex('lab_batch_place_seq_uq').on(table.tenantId, table.ruleId, table.seq),
    index('lab_batch_place_task_ix')
      .on(table.tenantId, table.taskId)
      .where(sql`task_id is not null`),
  ],
);

/** A measured control, judged when it came in (docs/lab.md#controls). */
export const qcPointTable = pgTable(
  'qc_point',
  {
    ...key(),
    qcLotId: idColumn('qc_lot_id').notNull(),
    ruleId: idColumn('rule_id'),
    fileId: idColumn('file_id'),
    /** Of the file; null: measured before it was kept. */
    line: integer('line'),
    well: text('well'),
    value: text('value').notNull(),
    number: decimal('number'),
    /** Distance from the target in its standard deviations; null without a target. */
    z: decimal('z'),
    /** 1 in control, 2 warning, 3 out of control. */
    verdict: smallint('verdict').notNull(),
    rules: text('rules').array().notNull(),
    excludedReason: text('excluded_reason'),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'qc_point_pk', columns: [table.tenantId, table.id] }),
    index('qc_point_lot_ix').on(table.tenantId, table.qcLotId, table.createTime, table.id),
    index('qc_point_batch_ix')
      .on(table.tenantId, table.ruleId)
      .where(sql`rule_id is not null`),
  ],
);
