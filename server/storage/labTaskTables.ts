import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, key, momentColumn, times } from './columns.ts';

/** One tube's work for one panel group: the unit that is run, read in, audited and due (docs/lab.md#tasks). */
export const labTaskTable = pgTable(
  'lab_task',
  {
    ...key(),
    requisitionId: idColumn('requisition_id').notNull(),
    requisitionCode: text('requisition_code').notNull(),
    sampleId: idColumn('sample_id').notNull(),
    sampleCode: text('sample_code').notNull(),
    labCode: text('lab_code'),
    /** Where it is tested. */
    laboratoryId: idColumn('laboratory_id').notNull(),
    panelGroupId: idColumn('panel_group_id').notNull(),
    /** What the order asked for when the task was made; changed by an order change alone. */
    commodityIds: idColumn('commodity_ids').array().notNull(),
    panelIds: idColumn('panel_ids').array().notNull(),
    itemIds: idColumn('item_ids').array().notNull(),
    /** `taskState`. */
    taskState: smallint('task_state').notNull(),
    /** Counts how often it was begun: 1, then 2 with the first repetition. */
    round: integer('round').notNull().default(1),
    /** Where a repetition begins: a kind of run sheet (`batchKind`); null: at the beginning. */
    nextStep: smallint('next_step'),
    /** The run sheet it stands on; null: on none. */
    batchId: idColumn('batch_id'),
    isUrgent: smallint('is_urgent').notNull().default(0),
    /** Which version of its result counts; 0: none. */
    resultVersion: integer('result_version').notNull().default(0),
    /** 1 negative, 2 positive, 3 to be done again; null: not judged. */
    detectionResult: smallint('detection_result'),
    /** What an auditor must look at singly (`signal`). */
    signals: text('signals')
      .array()
      .notNull()
      .default(sql`'{}'`),
    checkTimeOne: momentColumn('check_time_one'),
    checkUserIdOne: idColumn('check_user_id_one'),
    checkUserNameOne: text('check_user_name_one'),
    checkTimeTwo: momentColumn('check_time_two'),
    checkUserIdTwo: idColumn('check_user_id_two'),
    checkUserNameTwo: text('check_user_name_two'),
    labReceiveTime: momentColumn('lab_receive_time').notNull(),
    /** The cycle the due times come from, as it was then; times in working or calendar minutes (docs/lab.md#due-times). */
    beginNode: smallint('begin_node'),
    dateModel: smallint('date_model'),
    internalTestCycle: integer('internal_test_cycle'),
    externalTestCycle: integer('external_test_cycle'),
    internalDueTime: momentColumn('internal_due_time'),
    externalDueTime: momentColumn('external_due_time'),
    /** What the client was told of a delay. */
    promisedTime: momentColumn('promised_time'),
    /** How the due times came about, step by step, pauses included. */
    dueSteps: jsonb('due_steps'),
    /** Waits for a new tube since then. */
    pausedTime: momentColumn('paused_time'),
    /** Its tube was received before tasks were kept. */
    isLegacy: smallint('is_legacy').notNull().default(0),
    /** When its report reached its readers first, while that stands (`report_period`); null: it does not, or it was issued by an earlier version. */
    reportTime: momentColumn('report_time'),
    ...times(),
  },
  (table) => {
    const isOpen = sql`task_state in (1, 2, 3, 4, 8)`;
    return [
      primaryKey({ name: 'lab_task_pk', columns: [table.tenantId, table.id] }),
      uniqueIndex('lab_task_group_uq').on(table.tenantId, table.sampleId, table.panelGroupId),
      index('lab_task_open_ix').on(table.tenantId, table.taskState, table.externalDueTime, table.id).where(isOpen),
      index('lab_task_queue_ix')
        .on(table.tenantId, table.laboratoryId, table.panelGroupId, table.taskState, table.externalDueTime, table.id)
        .where(isOpen),
      index('lab_task_due_ix')
        .on(table.tenantId, table.externalDueTime)
        .where(sql`external_due_time is not null`),
      // What is or was late, and what may be: few among all.
      index('lab_task_late_ix')
        .on(table.tenantId, table.externalDueTime)
        .where(sql`external_due_time is not null and (task_state <> 6 or report_time is null or report_time > external_due_time)`),
      index('lab_task_receive_ix').on(table.tenantId, table.labReceiveTime.desc().nullsFirst(), table.id),
      index('lab_task_laboratory_ix').on(table.tenantId, table.laboratoryId, table.labReceiveTime.desc().nullsFirst(), table.id),
      index('lab_task_audited_ix')
        .on(table.tenantId, table.checkTimeTwo.desc().nullsFirst(), table.id)
        .where(sql`check_time_two is not null`),
      index('lab_task_requisition_ix').on(table.tenantId, table.requisitionId),
      index('lab_task_lab_code_ix').on(table.tenantId, table.labCode),
      index('lab_task_batch_ix')
        .on(table.tenantId, table.batchId)
        .where(sql`batch_id is not null`),
    ];
  },
);

/** Each time a task was begun, and why again. */
export const labTaskRoundTable = pgTable(
  'lab_task_round',
  {
    tenantId: text('tenant_id').notNull(),
    taskId: idColumn('task_id').notNull(),
    round: integer('round').notNull(),
    /** `roundKind`: 1 first, 2 extracted again, 3 library again, 4 sequenced again, 5 analysed again. */
    kind: smallint('kind').notNull(),
    reasonCode: text('reason_code'),
    reason: text('reason'),
    /** The spare tube it is done from; null: its own. */
    materialSampleId: idColumn('material_sample_id'),
    fromBatchId: idColumn('from_batch_id'),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [primaryKey({ name: 'lab_task_round_pk', columns: [table.tenantId, table.taskId, table.round] })],
);

/** What was decided about the work on a sample: stops, new samples asked for, delays, ways back; and how it ended. */
export const labProcessRecordTable = pgTable(
  'lab_process_record',
  {
    ...key(),
    /** 1 stop, 2 new sample, 3 delay, 4 gone back. */
    kind: smallint('kind').notNull(),
    taskIds: idColumn('task_ids').array().notNull(),
    sampleId: idColumn('sample_id').notNull(),
    sampleCode: text('sample_code').notNull(),
    labCode: text('lab_code'),
    requisitionId: idColumn('requisition_id').notNull(),
    requisitionCode: text('requisition_code').notNull(),
    laboratoryId: idColumn('laboratory_id').notNull(),
    commodityIds: idColumn('commodity_ids').array().notNull(),
    sendSampleClientId: idColumn('send_sample_client_id'),
    salesmanId: idColumn('salesman_id'),
    reasonCode: text('reason_code'),
    reason: text('reason').notNull(),
    /** `{taskId: taskState}` before the act. */
    statesBefore: jsonb('states_before').notNull(),
    /** Of a stop: whether the client pays. */
    isBillable: smallint('is_billable'),
    /** Of a new sample: 0 nobody told, 1 by message, 2 by telephone. */
    notify: smallint('notify'),
    promisedTime: momentColumn('promised_time'),
    newSampleId: idColumn('new_sample_id'),
    newSampleCode: text('new_sample_code'),
    /** 1 in force, 2 taken back, 3 completed. */
    state: smallint('state').notNull().default(1),
    closerId: idColumn('closer_id'),
    closerName: text('closer_name'),
    closeReason: text('close_reason'),
    /** What a stop was taken back on: the SHA-256 of a picture or PDF, and what it was called. */
    closeFileId: text('close_file_id'),
    closeFileName: text('close_file_name'),
    closeTime: momentColumn('close_time'),
    createUser: idColumn('create_user').notNull(),
    createUserName: text('create_user_name').notNull(),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'lab_process_record_pk', columns: [table.tenantId, table.id] }),
    index('lab_process_record_kind_ix').on(table.tenantId, table.kind, table.state, table.createTime.desc().nullsFirst(), table.id),
    index('lab_process_record_sample_ix').on(table.tenantId, table.sampleId),
    index('lab_process_record_new_sample_ix')
      .on(table.tenantId, table.newSampleCode)
      .where(sql`new_sample_code is not null`),
  ],
);

/** What was done about an open process record: calls made, and when to ask again. */
export const labProcessTrackTable = pgTable(
  'lab_process_track',
  {
    ...key(),
    recordId: idColumn('record_id').notNull(),
    content: text('content').notNull(),
    contactWay: smallint('contact_way'),
    contactName: text('contact_name'),
    nextTime: momentColumn('next_time'),
    createUser: idColumn('create_user').notNull(),
    createUserName: text('create_user_name').notNull(),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'lab_process_track_pk', columns: [table.tenantId, table.id] }),
    index('lab_process_track_record_ix').on(table.tenantId, table.recordId, table.id),
  ],
);

/** Asked for and decided by two people: an audited result, or an issued report, is taken back. */
export const deApprovalTable = pgTable(
  'de_approval',
  {
    ...key(),
    taskIds: idColumn('task_ids').array().notNull(),
    reportId: idColumn('report_id'),
    /** 1 a report, 2 a result. */
    deApprovalType: smallint('de_approval_type').notNull(),
    /** 1 back to the first audit, 2 the second audit undone, 3 the report's audit undone. */
    deApprovalOperate: smallint('de_approval_operate').notNull(),
    reason: text('reason').notNull(),
    applicantId: idColumn('applicant_id').notNull(),
    applicantName: text('applicant_name').notNull(),
    operatorId: idColumn('operator_id'),
    operatorName: text('operator_name'),
    opinion: text('opinion'),
    decideTime: momentColumn('decide_time'),
    /** 1 waits, 2 done, 3 refused. */
    state: smallint('state').notNull().default(1),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'de_approval_pk', columns: [table.tenantId, table.id] }),
    index('de_approval_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
    index('de_approval_task_ix').using('gin', table.taskIds),
    index('de_approval_report_ix')
      .on(table.tenantId, table.reportId)
      .where(sql`report_id is not null`),
    uniqueIndex('de_approval_open_uq')
      .on(table.tenantId, table.reportId)
      .where(sql`report_id is not null and state = 1`),
  ],
);

/** Each audit of a version, and each that was undone by a go-back: facts; void ones stay. */
export const resultAuditTable = pgTable(
  'result_audit',
  {
    ...key(),
    taskId: idColumn('task_id').notNull(),
    /** The result version that was seen. */
    resultVersion: integer('result_version').notNull(),
    /** 1 first audit, 2 second. */
    level: smallint('level').notNull(),
    /** 1 passed, 2 sent back. */
    result: smallint('result').notNull(),
    opinion: text('opinion'),
    /** Whose signature stands under it, and which picture of it. */
    signUserId: idColumn('sign_user_id').notNull(),
    signUserName: text('sign_user_name').notNull(),
    signatureVersion: text('signature_version'),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    isVoid: smallint('is_void').notNull().default(0),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'result_audit_pk', columns: [table.tenantId, table.id] }),
    index('result_audit_task_ix').on(table.tenantId, table.taskId, table.id),
    index('result_audit_user_ix').on(table.tenantId, table.userId, table.createTime.desc().nullsFirst()),
  ],
);
