import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, key, momentColumn, times } from './columns.ts';

/** One rejection of one tube, and its recovery (docs/desk.md#rejection). */
export const rejectRecordTable = pgTable(
  'reject_record',
  {
    ...key(),
    sampleId: idColumn('sample_id').notNull(),
    sampleCode: text('sample_code').notNull(),
    requisitionId: idColumn('requisition_id').notNull(),
    requisitionCode: text('requisition_code').notNull(),
    /** Contract laboratory; null where the requisition said none. */
    laboratoryId: idColumn('laboratory_id'),
    sendSampleClientId: idColumn('send_sample_client_id'),
    /** `rejectSource`. */
    source: smallint('source').notNull(),
    rejectCode: text('reject_code').notNull(),
    applyReason: text('apply_reason').notNull(),
    measure: smallint('measure').notNull(),
    caseId: idColumn('case_id'),
    /** `TubeBefore`: what a recovery goes back to. */
    before: jsonb('before').notNull(),
    /** `rejectState`. */
    state: smallint('state').notNull(),
    /** `sendSms`. */
    sendSms: smallint('send_sms').notNull(),
    applyCreatorId: idColumn('apply_creator_id').notNull(),
    applyCreator: text('apply_creator').notNull(),
    applyCreateTime: momentColumn('apply_create_time').notNull(),
    recoverReason: text('recover_reason'),
    recoverUserId: idColumn('recover_user_id'),
    recoverUserName: text('recover_user_name'),
    recoverTime: momentColumn('recover_time'),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'reject_record_pk', columns: [table.tenantId, table.id] }),
    uniqueIndex('reject_record_open_uq')
      .on(table.tenantId, table.sampleId)
      .where(sql`state = 1`),
    index('reject_record_apply_ix').on(table.tenantId, table.applyCreateTime.desc().nullsFirst(), table.id),
    index('reject_record_recover_ix')
      .on(table.tenantId, table.recoverTime.desc().nullsFirst(), table.id)
      .where(sql`state = 2`),
    index('reject_record_sample_ix').on(table.tenantId, table.sampleCode),
    index('reject_record_requisition_ix').on(table.tenantId, table.requisitionCode),
    index('reject_record_client_ix').on(table.tenantId, table.sendSampleClientId, table.applyCreateTime.desc().nullsFirst()),
  ],
);

/** A stretch in which the clock of a tube stands still; `toTime` null: it still does. */
export const samplePauseTable = pgTable(
  'sample_pause',
  {
    ...key(),
    sampleId: idColumn('sample_id').notNull(),
    fromTime: momentColumn('from_time').notNull(),
    toTime: momentColumn('to_time'),
    /** The rejection. */
    causeId: idColumn('cause_id').notNull(),
  },
  (table) => [
    primaryKey({ name: 'sample_pause_pk', columns: [table.tenantId, table.id] }),
    index('sample_pause_sample_ix').on(table.tenantId, table.sampleId),
    uniqueIndex('sample_pause_cause_uq').on(table.tenantId, table.causeId),
  ],
);

/** A photograph of a rejection, a recovery or a case; its bytes lie in `blob`. */
export const casePhotoTable = pgTable(
  'case_photo',
  {
    ...key(),
    /** `deskOwner`. */
    ownerType: smallint('owner_type').notNull(),
    ownerId: idColumn('owner_id').notNull(),
    sha256: text('sha256').notNull(),
    /** Bytes. */
    size: integer('size').notNull(),
    mime: text('mime').notNull(),
    /** By the desk's own clock. */
    takenTime: momentColumn('taken_time'),
    createUserName: text('create_user_name').notNull(),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'case_photo_pk', columns: [table.tenantId, table.id] }),
    uniqueIndex('case_photo_owner_uq').on(table.tenantId, table.ownerType, table.ownerId, table.sha256),
    index('case_photo_blob_ix').on(table.tenantId, table.sha256),
  ],
);

/** What was done about a rejection or a case: who was reached, and how. */
export const caseTrackTable = pgTable(
  'case_track',
  {
    ...key(),
    /** `deskOwner`. */
    ownerType: smallint('owner_type').notNull(),
    ownerId: idColumn('owner_id').notNull(),
    content: text('content').notNull(),
    contactWay: smallint('contact_way'),
    contactName: text('contact_name'),
    /** The other side said it back. */
    readBack: smallint('read_back'),
    createUserId: idColumn('create_user_id').notNull(),
    createUserName: text('create_user_name').notNull(),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'case_track_pk', columns: [table.tenantId, table.id] }),
    index('case_track_owner_ix').on(table.tenantId, table.ownerType, table.ownerId, table.id),
  ],
);

/** What a client or a salesperson is told of a rejection, a recovery or a case (docs/desk.md#notices). */
export const deskNoticeTable = pgTable(
  'desk_notice',
  {
    ...key(),
    /** `deskOwner`. */
    ownerType: smallint('owner_type').notNull(),
    ownerId: idColumn('owner_id').notNull(),
    laboratoryId: idColumn('laboratory_id'),
    /** `noticeKind`. */
    kind: smallint('kind').notNull(),
    /** `noticeChannel`. */
    channel: smallint('channel').notNull(),
    /** Whom, as the house calls them. */
    receiverName: text('receiver_name').notNull(),
    /** Telephone or e-mail; '': none is known. */
    address: text('address').notNull(),
    subject: text('subject').notNull(),
    content: text('content').notNull(),
    /** Told again after it was reopened. */
    round: smallint('round').notNull().default(1),
    /** `noticeState`. */
    state: smallint('state').notNull(),
    sendAfter: momentColumn('send_after').notNull(),
    tries: smallint('tries').notNull().default(0),
    claimNo: integer('claim_no').notNull().default(0),
    sendTime: momentColumn('send_time'),
    answer: text('answer'),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'desk_notice_pk', columns: [table.tenantId, table.id] }),
    uniqueIndex('desk_notice_once_uq').on(
      table.tenantId,
      table.ownerType,
      table.ownerId,
      table.kind,
      table.channel,
      table.receiverName,
      table.address,
      table.round,
    ),
    index('desk_notice_due_ix')
      .on(table.sendAfter, table.tenantId, table.id)
      .where(sql`state = 0`),
    index('desk_notice_owner_ix').on(table.tenantId, table.ownerType, table.ownerId),
  ],
);

/** Something about samples that a person has to decide (docs/desk.md#abnormal-cases). */
export const abnormalCaseTable = pgTable(
  'abnormal_case',
  {
    ...key(),
    caseNo: text('case_no').notNull(),
    /** `abnormalCode`. */
    caseCode: text('case_code').notNull(),
    /** `caseStage`. */
    stage: smallint('stage').notNull(),
    /** `caseSeverity`. */
    severity: smallint('severity').notNull(),
    content: text('content').notNull(),
    /** Contract laboratory of its tubes; null: none is known. */
    laboratoryId: idColumn('laboratory_id'),
    foundUserId: idColumn('found_user_id').notNull(),
    foundUserName: text('found_user_name').notNull(),
    foundTime: momentColumn('found_time').notNull(),
    /** `rejectMeasure`. */
    measure: smallint('measure'),
    measureText: text('measure_text'),
    dueTime: momentColumn('due_time').notNull(),
    isHold: smallint('is_hold').notNull(),
    /** `caseState`. */
    state: smallint('state').notNull(),
    /** How often it was opened. */
    round: smallint('round').notNull().default(1),
    /** Of the reminders of this round: 0 none, 1 before it was due, 2 when it was due. */
    reminded: smallint('reminded').notNull().default(0),
    decidedUserId: idColumn('decided_user_id'),
    decidedUserName: text('decided_user_name'),
    decidedTime: momentColumn('decided_time'),
    closedUserId: idColumn('closed_user_id'),
    closedUserName: text('closed_user_name'),
    closedTime: momentColumn('closed_time'),
    closeReason: text('close_reason'),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'abnormal_case_pk', columns: [table.tenantId, table.id] }),
    uniqueIndex('abnormal_case_no_uq').on(table.tenantId, table.caseNo),
    index('abnormal_case_due_ix')
      .on(table.tenantId, table.dueTime, table.id)
      .where(sql`state < 3`),
    index('abnormal_case_found_ix').on(table.tenantId, table.foundTime.desc().nullsFirst(), table.id),
  ],
);

/** A tube of a case: known, or a code alone. */
export const abnormalCaseTubeTable = pgTable(
  'abnormal_case_tube',
  {
    tenantId: text('tenant_id').notNull(),
    caseId: idColumn('case_id').notNull(),
    sampleCode: text('sample_code').notNull(),
    sampleId: idColumn('sample_id'),
    /** The case holds the tube's receipt and reports. */
    isHeld: smallint('is_held').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'abnormal_case_tube_pk', columns: [table.tenantId, table.caseId, table.sampleCode] }),
    index('abnormal_case_tube_sample_ix')
      .on(table.tenantId, table.sampleId)
      .where(sql`sample_id is not null`),
    index('abnormal_case_tube_code_ix').on(table.tenantId, table.sampleCode),
  ],
);

/** The last number of a day's cases. */
export const abnormalCaseCounterTable = pgTable(
  'abnormal_case_counter',
  { tenantId: text('tenant_id').notNull(), day: text('day').notNull(), last: integer('last').notNull() },
  (table) => [primaryKey({ name: 'abnormal_case_counter_pk', columns: [table.tenantId, table.day] })],
);
