import { sql } from 'drizzle-orm';
import { index, integer, jsonb, numeric, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, key, momentColumn, times } from './columns.ts';

/** A file of results that was brought in: kept as it came, its two jobs, and what its controls say (docs/lab.md#result-files). */
export const resultFileTable = pgTable(
  'result_file',
  {
    ...key(),
    fileName: text('file_name').notNull(),
    /** Of the bytes as they came, which are kept under it; the same file is committed once. */
    sha256: text('sha256').notNull(),
    panelGroupId: idColumn('panel_group_id').notNull(),
    laboratoryId: idColumn('laboratory_id').notNull(),
    resultTemplateId: idColumn('result_template_id').notNull(),
    ruleId: idColumn('rule_id'),
    totalCount: integer('total_count').notNull().default(0),
    processCount: integer('process_count').notNull().default(0),
    errorCount: integer('error_count').notNull().default(0),
    /** Reading it: 1 waits, 2 done, 3 under way; result 1 whole, 0 failed. */
    readState: smallint('read_state').notNull(),
    readResult: smallint('read_result'),
    readMessage: text('read_message'),
    /** Committing its rows, likewise. */
    importState: smallint('import_state').notNull(),
    importResult: smallint('import_result'),
    importMessage: text('import_message'),
    importTime: momentColumn('import_time'),
    /** `gate`: 1 passed, 2 held, 3 no controls. */
    gate: smallint('gate'),
    /** Controls and what they hold, as judged. */
    gateReasons: jsonb('gate_reasons'),
    /** Tasks of the run sheet without a row. */
    missingTaskIds: idColumn('missing_task_ids').array(),
    releaseUserId: idColumn('release_user_id'),
    releaseUserName: text('release_user_name'),
    releaseReason: text('release_reason'),
    releaseTime: momentColumn('release_time'),
    uploadUserId: idColumn('upload_user_id').notNull(),
    uploadUserName: text('upload_user_name').notNull(),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'result_file_pk', columns: [table.tenantId, table.id] }),
    uniqueIndex('result_file_content_uq')
      .on(table.tenantId, table.panelGroupId, table.sha256)
      .where(sql`import_time is not null`),
    index('result_file_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
    index('result_file_batch_ix')
      .on(table.tenantId, table.ruleId)
      .where(sql`rule_id is not null`),
  ],
);

/** One row of a file, read and judged, and what was decided about it. */
export const resultFileRowTable = pgTable(
  'result_file_row',
  {
    tenantId: text('tenant_id').notNull(),
    fileId: idColumn('file_id').notNull(),
    line: integer('line').notNull(),
    taskId: idColumn('task_id'),
    qcLotId: idColumn('qc_lot_id'),
    code: text('code'),
    /** The name the file gives. */
    personName: text('person_name'),
    well: text('well'),
    /** Of a control: `controlKind`; null: a sample. */
    controlKind: text('control_kind'),
    /** Raw texts, values and faults by column. */
    cells: jsonb('cells').notNull(),
    /** What was found in its sample, each with its row; null: the file tells of no findings. */
    findings: jsonb('findings'),
    /** ok, warn or error. */
    verdict: text('verdict').notNull(),
    errors: text('errors').array().notNull(),
    warnings: text('warnings').array().notNull(),
    /** What the words of errors and warnings need. */
    params: jsonb('params'),
    /** The version of its task that was seen when the row was judged. */
    seenVersion: integer('seen_version'),
    /** Which instrument of the laboratory the file names; null: none. */
    instrumentId: idColumn('instrument_id'),
    /** take, skip or redo; null: not decided. */
    decision: text('decision'),
    /** Of redo: `nextStep`; null: with sequencing. */
    redoKind: smallint('redo_kind'),
    reason: text('reason'),
    /** Committed at; exactly once a row. */
    doneTime: momentColumn('done_time'),
    /** Why it was not committed after all: a refusal's code. */
    refusal: text('refusal'),
  },
  (table) => [
    primaryKey({ name: 'result_file_row_pk', columns: [table.tenantId, table.fileId, table.line] }),
    index('result_file_row_verdict_ix').on(table.tenantId, table.fileId, table.verdict, table.line),
  ],
);

/** A result as it was at one time, never changed: each import, entry, conclusion is a new one. */
export const labResultVersionTable = pgTable(
  'lab_result_version',
  {
    tenantId: text('tenant_id').notNull(),
    taskId: idColumn('task_id').notNull(),
    no: integer('no').notNull(),
    round: integer('round').notNull(),
    /** 1 file, 2 by hand, 3 cloud. */
    source: smallint('source').notNull(),
    fileId: idColumn('file_id'),
    line: integer('line'),
    /** What a person measured it with, where they say so; of a file its run sheet does. */
    instrumentId: idColumn('instrument_id'),
    /** By item id. */
    values: jsonb('values').notNull(),
    metrics: jsonb('metrics').notNull(),
    findings: jsonb('findings').notNull(),
    /** `{detectionResult, reasons, conclusionIds, conclusion, suggestion}`. */
    conclusion: jsonb('conclusion'),
    detectionResult: smallint('detection_result'),
    authorId: idColumn('author_id').notNull(),
    authorName: text('author_name').notNull(),
    reason: text('reason'),
    supersededBy: integer('superseded_by'),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'lab_result_version_pk', columns: [table.tenantId, table.taskId, table.no] }),
    // A row of a file makes one version, however often its job begins.
    uniqueIndex('lab_result_version_row_uq')
      .on(table.tenantId, table.fileId, table.line, table.taskId)
      .where(sql`file_id is not null`),
  ],
);

/** The values that count now, an item a row. */
export const labResultTable = pgTable(
  'lab_result',
  {
    tenantId: text('tenant_id').notNull(),
    taskId: idColumn('task_id').notNull(),
    itemId: idColumn('item_id').notNull(),
    id: idColumn('id').notNull(),
    /** As they were called then. */
    itemCode: text('item_code').notNull(),
    itemName: text('item_name').notNull(),
    unit: text('unit'),
    /** As it was given. */
    value: text('value').notNull(),
    number: numeric('number', { precision: 24, scale: 8, mode: 'number' }),
    /** One of < ≤ > ≥ before the number; null: none. */
    comparator: text('comparator'),
    /** high, low or normal; null: not judged. */
    resultStatus: text('result_status'),
    referenceRange: text('reference_range'),
    isEdited: smallint('is_edited').notNull().default(0),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'lab_result_pk', columns: [table.tenantId, table.taskId, table.itemId] }),
    index('lab_result_item_ix').on(table.tenantId, table.itemId, table.taskId),
    index('lab_result_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
  ],
);

/** Organisms and variants that were found, as they count now. */
export const labFindingTable = pgTable(
  'lab_finding',
  {
    ...key(),
    taskId: idColumn('task_id').notNull(),
    name: text('name').notNull(),
    nameEn: text('name_en'),
    findingClass: text('finding_class'),
    reads: integer('reads'),
    /** Reads per million. */
    rpm: numeric('rpm', { precision: 18, scale: 4, mode: 'number' }),
    /** Percent. */
    coverage: numeric('coverage', { precision: 9, scale: 4, mode: 'number' }),
    abundance: numeric('abundance', { precision: 9, scale: 4, mode: 'number' }),
    /** high, middle or low. */
    confidence: text('confidence'),
    drug: text('drug'),
    isReported: smallint('is_reported').notNull().default(0),
    /** How many times it stood above its run's negative control; null: that was not compared. */
    controlTimes: numeric('control_times', { precision: 18, scale: 4, mode: 'number' }),
    /** Stood in the negative control, or too little above it. */
    isBackground: smallint('is_background').notNull().default(0),
    /** 1- and 2-grams of its names. */
    grams: text('grams').array(),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'lab_finding_pk', columns: [table.tenantId, table.id] }),
    index('lab_finding_task_ix').on(table.tenantId, table.taskId),
    index('lab_finding_grams_ix').using('gin', table.grams),
  ],
);
