import { sql } from 'drizzle-orm';
import { index, integer, jsonb, numeric, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { requisitionFields } from '#domain/sample/rules/summaryFields.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { columnOf, dayColumn, idColumn, key, momentColumn, times } from './columns.ts';

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
    index('requisition_same_person_ix')
      .on(table.tenantId, table.personName, table.birthDate)
      .where(sql`birth_date is not null`),
    index('requisition_hospital_code_ix')
      .on(table.tenantId, table.hospitalCode)
      .where(sql`hospital_code is not null`),
    index('requisition_courier_ix')
      .on(table.tenantId, table.courierNumber)
      .where(sql`courier_number is not null`),
    // A redraw names its original; of most requisitions nothing stands here.
    index('requisition_original_ix')
      .on(table.tenantId, table.originalSampleCode)
      .where(sql`original_sample_code is not null`),
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
    /** Of a spare tube: the tube whose tasks it follows (docs/lab.md#tasks); null: its own. */
    primarySampleId: idColumn('primary_sample_id'),
    rejectCode: text('reject_code'),
    rejectReason: text('reject_reason'),
    rejectMeasure: smallint('reject_measure'),
    rejectTime: momentColumn('reject_time'),
    rejectUserId: idColumn('reject_user_id'),
    rejectUserName: text('reject_user_name'),
    /** What it is ordered for, as its items say (`sample_item`), in the order of ids, so that counts need not join them; null: not told yet, of an earlier version. */
    commodityIds: idColumn('commodity_ids').array(),
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
    // What has no report yet: its size does not grow with history.
    index('sample_unreported_ix')
      .on(table.tenantId, table.receiveTime, table.id)
      .where(sql`lab_status < 108`),
    // The predicate is the listing's own expression, so that the planner knows it again.
    index('sample_rejected_ix')
      .on(table.tenantId, table.receiveTime.desc().nullsFirst(), table.id)
      .where(sql`(case when lab_status = 111 then 1 else 0 end) = 1`),
    index('sample_reject_time_ix')
      .on(table.tenantId, table.rejectTime)
      .where(sql`reject_time is not null`),
    // Counts are answered from these two alone (docs/search.md#sample-counts, docs/search.md#periods).
    index('sample_counted_ix').on(
      table.tenantId,
      table.receiveTime,
      table.contractLaboratoryId,
      table.sendSampleClientId,
      table.labStatus,
      table.commodityIds,
    ),
    index('sample_door_ix').on(
      table.tenantId,
      table.id,
      table.contractLaboratoryId,
      table.executeLaboratoryId,
      table.sendSampleClientId,
      table.labReceiveTime,
      table.labStatus,
      table.commodityIds,
    ),
    index('sample_untold_ix')
      .on(table.tenantId, table.receiveTime, table.id)
      .where(sql`commodity_ids is null`),
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

/**
 * One thing that happened to a tube: never changed, never removed. `id` is one act's or one step's, the same for each tube of it; with the
 * tube it is the key, in the order the server took them.
 */
export const sampleActTable = pgTable(
  'sample_act',
  {
    tenantId: text('tenant_id').notNull(),
    sampleId: idColumn('sample_id').notNull(),
    id: idColumn('id').notNull(),
    requisitionId: idColumn('requisition_id').notNull(),
    /** The command's name, or a job's. */
    act: text('act').notNull(),
    /** `labStatus` before and after; both null where the tube stayed what it was, the first alone where it became known. */
    fromStatus: smallint('from_status'),
    toStatus: smallint('to_status'),
    /** A reason, or what it was done to. */
    note: text('note'),
    userId: idColumn('user_id'),
    userName: text('user_name'),
    deviceId: text('device_id'),
    /** The act's key: the ledger and the audit entry tell the rest. */
    opId: text('op_id'),
    /** By the clock of the desk. */
    actTime: momentColumn('act_time').notNull(),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [primaryKey({ name: 'sample_act_pk', columns: [table.tenantId, table.sampleId, table.id] })],
);
