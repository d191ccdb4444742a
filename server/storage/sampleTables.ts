import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, numeric, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { requisitionFields } from '#domain/sample/rules/summaryFields.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { columnOf, dayColumn, idColumn, momentColumn } from './columns.ts';

const key = () => ({ id: idColumn('id').notNull(), tenantId: text('tenant_id').notNull() });
const times = () => ({
  createTime: momentColumn('create_time').notNull(),
  updateTime: momentColumn('update_time').notNull(),
  version: integer('version').notNull().default(1),
});

/** Columns of the person, the doctor and the parcel, by the description reception and entry share. */
const {
  requisitionCode: _code,
  contractLaboratoryId: _laboratory,
  commodityIds: _commodities,
  receiveTime: _receive,
  requisitionImages: _images,
  ...personFields
} = requisitionFields;
type PersonName = keyof typeof personFields;
const personColumns = Object.fromEntries(Object.entries<Field>(personFields).map(([name, field]) => [name, columnOf(name, field)])) as Record<
  PersonName,
  ReturnType<typeof text>
>;

/** One requisition. Its person columns hold what reception typed until the detail entry is settled, then what was settled. */
export const requisitionTable = pgTable(
  'requisition',
  {
    ...key(),
    requisitionCode: text('requisition_code').notNull(),
    /** Null only where a rejected requisition said no more. */
    contractLaboratoryId: idColumn('contract_laboratory_id'),
    commodityIds: idColumn('commodity_ids').array().notNull(),
    ...personColumns,
    receiveTime: momentColumn('receive_time').notNull(),
    /** What reception typed, for ever: the columns go back to it when an entry is withdrawn. */
    reception: jsonb('reception').notNull(),
    /** Settled values of the detail entry; null before. */
    detail: jsonb('detail'),
    /** Warnings somebody explained at reception. */
    explained: jsonb('explained').notNull(),
    /** SHA-256 of what reception typed: the same act done twice is a repeat. */
    contentHash: text('content_hash').notNull(),
    entryForm: text('entry_form').notNull(),
    isDoubleEntry: smallint('is_double_entry').notNull(),
    /** `entryState`. */
    entryState: smallint('entry_state').notNull(),
    /** Who made the passes that stand: names for lists, never values. */
    firstUserId: idColumn('first_user_id'),
    firstUserName: text('first_user_name'),
    firstTime: momentColumn('first_time'),
    secondUserId: idColumn('second_user_id'),
    secondUserName: text('second_user_name'),
    secondTime: momentColumn('second_time'),
    settledTime: momentColumn('settled_time'),
    entryPersonId: idColumn('entry_person_id').notNull(),
    entryPersonName: text('entry_person_name').notNull(),
    entryTime: momentColumn('entry_time').notNull(),
    /** 1- and 2-grams of the person's name. */
    grams: text('grams').array(),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'requisition_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('requisition_code_uq').on(table.tenantId, table.requisitionCode),
    // Queues hold only what is open, so that their size does not grow with history.
    index('requisition_open_ix')
      .on(table.tenantId, table.entryState, table.receiveTime, table.id)
      .where(sql`entry_state < 5`),
    index('requisition_time_ix').on(table.tenantId, table.receiveTime.desc().nullsFirst(), table.id),
    index('requisition_same_phone_ix')
      .on(table.tenantId, table.telephone, table.receiveTime)
      .where(sql`telephone is not null`),
    index('requisition_same_card_ix')
      .on(table.tenantId, table.credentialNo, table.receiveTime)
      .where(sql`credential_no is not null`),
    index('requisition_hospital_code_ix')
      .on(table.tenantId, table.hospitalCode)
      .where(sql`hospital_code is not null`),
    index('requisition_grams_ix').using('gin', table.grams),
  ],
);

/** One tube. Its code is unique for ever. */
export const sampleTable = pgTable(
  'sample',
  {
    ...key(),
    requisitionId: idColumn('requisition_id').notNull(),
    requisitionCode: text('requisition_code').notNull(),
    sampleCode: text('sample_code').notNull(),
    /** `labStatus`. */
    labStatus: smallint('lab_status').notNull(),
    labCode: text('lab_code'),
    testTubeNumber: text('test_tube_number'),
    testTubeBatchNo: text('test_tube_batch_no'),
    testTubeExpireTime: dayColumn('test_tube_expire_time'),
    sampleClassId: idColumn('sample_class_id'),
    sampleQuantity: integer('sample_quantity'),
    sampleVolume: numeric('sample_volume', { precision: 6, scale: 2, mode: 'number' }),
    sampleCondition: integer('sample_condition').array(),
    contractLaboratoryId: idColumn('contract_laboratory_id'),
    /** Where it is tested. */
    executeLaboratoryId: idColumn('execute_laboratory_id'),
    sendSampleClientId: idColumn('send_sample_client_id'),
    receiveTime: momentColumn('receive_time').notNull(),
    entryPersonId: idColumn('entry_person_id').notNull(),
    entryPersonName: text('entry_person_name').notNull(),
    /** When it became 103. */
    enterTime: momentColumn('enter_time'),
    labReceiveTime: momentColumn('lab_receive_time'),
    labReceiveUserId: idColumn('lab_receive_user_id'),
    labReceiveUserName: text('lab_receive_user_name'),
    rejectCode: text('reject_code'),
    rejectReason: text('reject_reason'),
    rejectMeasure: smallint('reject_measure'),
    rejectTime: momentColumn('reject_time'),
    rejectUserId: idColumn('reject_user_id'),
    rejectUserName: text('reject_user_name'),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'sample_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('sample_code_uq').on(table.tenantId, table.sampleCode),
    uniqueIndex('sample_lab_code_uq')
      .on(table.tenantId, table.labCode)
      .where(sql`lab_code is not null`),
    index('sample_requisition_ix').on(table.tenantId, table.requisitionId),
    index('sample_requisition_code_ix').on(table.tenantId, table.requisitionCode),
    index('sample_tube_ix')
      .on(table.tenantId, table.testTubeNumber)
      .where(sql`test_tube_number is not null`),
    index('sample_time_ix').on(table.tenantId, table.receiveTime.desc().nullsFirst(), table.id),
    index('sample_laboratory_ix').on(table.tenantId, table.contractLaboratoryId, table.receiveTime.desc().nullsFirst(), table.id),
    index('sample_client_ix').on(table.tenantId, table.sendSampleClientId, table.receiveTime.desc().nullsFirst(), table.id),
    index('sample_status_ix').on(table.tenantId, table.labStatus, table.receiveTime.desc().nullsFirst(), table.id),
    // The predicate is the listing's own expression, so that the planner knows it again.
    index('sample_rejected_ix')
      .on(table.tenantId, table.receiveTime.desc().nullsFirst(), table.id)
      .where(sql`(case when lab_status = 111 then 1 else 0 end) = 1`),
    index('sample_lab_ix').on(table.tenantId, table.executeLaboratoryId, table.labStatus, table.labReceiveTime),
  ],
);

/** A label that was replaced: its code is void for ever, and leads to the tube that carries the new one. */
export const sampleCodeChangeTable = pgTable(
  'sample_code_change',
  {
    ...key(),
    sampleId: idColumn('sample_id').notNull(),
    oldCode: text('old_code').notNull(),
    newCode: text('new_code').notNull(),
    reason: text('reason').notNull(),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'sample_code_change_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('sample_code_change_uq').on(table.tenantId, table.oldCode),
    index('sample_code_change_sample_ix').on(table.tenantId, table.sampleId),
  ],
);

/** What a tube was ordered for. */
export const sampleItemTable = pgTable(
  'sample_item',
  {
    ...key(),
    requisitionId: idColumn('requisition_id').notNull(),
    sampleId: idColumn('sample_id').notNull(),
    sampleCode: text('sample_code').notNull(),
    commodityId: idColumn('commodity_id').notNull(),
    /** `itemState`: whether it waits for, is on, or went through a handover. */
    itemState: smallint('item_state').notNull(),
    handoverId: idColumn('handover_id'),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'sample_item_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('sample_item_uq').on(table.tenantId, table.sampleId, table.commodityId),
    index('sample_item_code_ix').on(table.tenantId, table.sampleCode),
    index('sample_item_requisition_ix').on(table.tenantId, table.requisitionId),
    index('sample_item_waiting_ix')
      .on(table.tenantId, table.commodityId, table.id)
      .where(sql`item_state = 1`),
    index('sample_item_handover_ix')
      .on(table.tenantId, table.handoverId)
      .where(sql`handover_id is not null`),
  ],
);

/** One revision of one pass: a fact, never updated. */
export const entryPassTable = pgTable(
  'entry_pass',
  {
    ...key(),
    requisitionId: idColumn('requisition_id').notNull(),
    passNo: smallint('pass_no').notNull(),
    revision: integer('revision').notNull(),
    /** `passKind`. */
    kind: smallint('kind').notNull(),
    form: text('form').notNull(),
    values: jsonb('values').notNull(),
    unclear: text('unclear').array().notNull(),
    explained: jsonb('explained').notNull(),
    authorId: idColumn('author_id').notNull(),
    authorName: text('author_name').notNull(),
    startedAt: text('started_at'),
    seconds: integer('seconds'),
    occurredAt: momentColumn('occurred_at'),
    opId: text('op_id').notNull(),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'entry_pass_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('entry_pass_uq').on(table.tenantId, table.requisitionId, table.passNo, table.revision),
    index('entry_pass_author_ix').on(table.tenantId, table.authorId, table.createTime),
  ],
);

/** Two passes that differed, and what became of it. */
export const entryComparisonTable = pgTable(
  'entry_comparison',
  {
    ...key(),
    requisitionId: idColumn('requisition_id').notNull(),
    round: integer('round').notNull(),
    /** `comparisonState`. */
    state: smallint('state').notNull(),
    /** Field, value 1, value 2, as typed. */
    differences: jsonb('differences').notNull(),
    /** The fields that differed at first: the rate per clerk and field is counted from them. */
    firstFields: text('first_fields').array().notNull(),
    decisions: jsonb('decisions'),
    arbitratorId: idColumn('arbitrator_id'),
    arbitratorName: text('arbitrator_name'),
    createTime: momentColumn('create_time').notNull(),
    updateTime: momentColumn('update_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'entry_comparison_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('entry_comparison_uq').on(table.tenantId, table.requisitionId, table.round),
    index('entry_comparison_state_ix').on(table.tenantId, table.state, table.createTime),
  ],
);

/** Who has a pass open, so that two people do not type the same one: a hint for ten minutes, never a refusal. */
export const entryLockTable = pgTable(
  'entry_lock',
  {
    tenantId: text('tenant_id').notNull(),
    requisitionId: idColumn('requisition_id').notNull(),
    passNo: smallint('pass_no').notNull(),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    untilTime: momentColumn('until_time').notNull(),
  },
  (table) => [primaryKey({ name: 'entry_lock_pk', columns: [table.tenantId, table.requisitionId, table.passNo] })],
);

/** How many a person entered on a day: kept with each act, so that the statistics need not read millions of rows. */
export const entryTallyTable = pgTable(
  'entry_tally',
  {
    ...key(),
    userId: idColumn('user_id').notNull(),
    /** 1 pre-processing, 2 single, 3 double entry. */
    enterType: smallint('enter_type').notNull(),
    enterDay: date('enter_day').notNull(),
    enterAccount: text('enter_account').notNull(),
    enterUsername: text('enter_username').notNull(),
    enterCount: integer('enter_count').notNull(),
  },
  (table) => [
    primaryKey({ name: 'entry_tally_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('entry_tally_uq').on(table.tenantId, table.userId, table.enterType, table.enterDay),
    index('entry_tally_day_ix').on(table.tenantId, table.enterDay.desc().nullsFirst(), table.id),
  ],
);

/** Tubes of one commodity that pass from one person to another. */
export const handoverTable = pgTable(
  'handover',
  {
    ...key(),
    /** Made by the desk: one handover on paper, one row. */
    handoverKey: text('handover_key').notNull(),
    commodityId: idColumn('commodity_id').notNull(),
    /** `handoverStatus`. */
    handoverStatus: smallint('handover_status').notNull(),
    handoverTotal: integer('handover_total').notNull(),
    /** Contract laboratories of its tubes: who may see it. */
    laboratoryIds: idColumn('laboratory_ids').array().notNull(),
    actionUserId: idColumn('action_user_id').notNull(),
    actionUserName: text('action_user_name').notNull(),
    signUserId: idColumn('sign_user_id'),
    signUserName: text('sign_user_name'),
    signTime: momentColumn('sign_time'),
    isDeleted: smallint('is_deleted').notNull().default(0),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'handover_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('handover_key_uq').on(table.tenantId, table.handoverKey),
    index('handover_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
    index('handover_status_ix').on(table.tenantId, table.handoverStatus, table.createTime.desc().nullsFirst(), table.id),
    index('handover_commodity_ix').on(table.tenantId, table.commodityId, table.createTime.desc().nullsFirst(), table.id),
  ],
);

/** A list somebody uploaded, judged row by row, until he confirms it. */
export const importBatchTable = pgTable(
  'import_batch',
  {
    ...key(),
    /** summary or receive. */
    kind: text('kind').notNull(),
    fileName: text('file_name').notNull(),
    /** SHA-256, hex: the same file is noticed. */
    fileHash: text('file_hash').notNull(),
    /** 0 judged, 1 being taken over, 2 taken over. */
    state: smallint('state').notNull(),
    totalCount: integer('total_count').notNull(),
    /** Rows that were taken over so far. */
    doneCount: integer('done_count').notNull().default(0),
    rows: jsonb('rows').notNull(),
    createUser: idColumn('create_user').notNull(),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'import_batch_pk', columns: [table.id, table.tenantId] }),
    index('import_batch_hash_ix').on(table.tenantId, table.kind, table.fileHash),
  ],
);

/** A picture of a requisition: by its code, for the picture may come before the requisition. */
export const requisitionImageTable = pgTable(
  'requisition_image',
  {
    ...key(),
    /** Made by the desk: one picture, one row. */
    imageKey: text('image_key').notNull(),
    requisitionCode: text('requisition_code').notNull(),
    pageNo: smallint('page_no').notNull(),
    /** `imageKind`. */
    imageKind: smallint('image_kind').notNull(),
    /** The blob's name. */
    sha256: text('sha256').notNull(),
    /** Bytes. */
    size: integer('size').notNull(),
    mime: text('mime').notNull(),
    note: text('note'),
    uploadUserId: idColumn('upload_user_id').notNull(),
    uploadUserName: text('upload_user_name').notNull(),
    takenTime: momentColumn('taken_time'),
    isDeleted: smallint('is_deleted').notNull().default(0),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'requisition_image_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('requisition_image_key_uq').on(table.tenantId, table.imageKey),
    uniqueIndex('requisition_image_page_uq')
      .on(table.tenantId, table.requisitionCode, table.sha256)
      .where(sql`is_deleted = 0`),
    index('requisition_image_blob_ix').on(table.tenantId, table.sha256),
    index('requisition_image_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
  ],
);
