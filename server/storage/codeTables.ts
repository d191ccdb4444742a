import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, momentColumn } from './columns.ts';

const number = (name: string) => bigint(name, { mode: 'number' }).notNull();

/** The first number of a segment that was never given out. Its row is locked by all who take from the segment or give back to it. */
export const numberCursorTable = pgTable(
  'number_cursor',
  { tenantId: text('tenant_id').notNull(), segmentId: idColumn('segment_id').notNull(), nextNumber: number('next_number') },
  (table) => [primaryKey({ name: 'number_cursor_pk', columns: [table.tenantId, table.segmentId] })],
);

/** Ranges of a segment: together they are exactly what was ever given out, and none overlaps another. */
export const numberBlockTable = pgTable(
  'number_block',
  {
    id: idColumn('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    segmentId: idColumn('segment_id').notNull(),
    firstNumber: number('first_number'),
    lastNumber: number('last_number'),
    /** 1 held by a desk, 2 came back, 3 closed: what was not used is void, 4 given to a client or laboratory. */
    state: smallint('state').notNull(),
    /** The application it was given out for; '' as its desk. */
    applyId: idColumn('apply_id'),
    deviceId: text('device_id').notNull(),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    reserveTime: momentColumn('reserve_time').notNull(),
    closeTime: momentColumn('close_time'),
    closeUserName: text('close_user_name'),
    closeReason: text('close_reason'),
  },
  (table) => [
    primaryKey({ name: 'number_block_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('number_block_first_uq').on(table.tenantId, table.segmentId, table.firstNumber),
    index('number_block_device_ix').on(table.tenantId, table.deviceId, table.state),
    index('number_block_apply_ix')
      .on(table.tenantId, table.applyId)
      .where(sql`apply_id is not null`),
    index('number_block_time_ix').on(table.tenantId, table.reserveTime.desc().nullsFirst(), table.id),
  ],
);

/** A number that was used. Number and code are unique for ever: a second use fails whatever went wrong before it. */
export const numberUseTable = pgTable(
  'number_use',
  {
    tenantId: text('tenant_id').notNull(),
    segmentId: idColumn('segment_id').notNull(),
    number: number('number'),
    code: text('code').notNull(),
    blockId: idColumn('block_id').notNull(),
    /** 1 printed, 2 spoiled, 3 bound to a sample. */
    state: smallint('state').notNull(),
    deviceId: text('device_id').notNull(),
    opId: text('op_id').notNull(),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    printTime: momentColumn('print_time').notNull(),
    printCount: integer('print_count').notNull().default(1),
    /** When a label of it was scanned back. */
    checkTime: momentColumn('check_time'),
    spoilReason: text('spoil_reason'),
    /** The sample a lab code was bound to. */
    boundTo: text('bound_to'),
  },
  (table) => [
    primaryKey({ name: 'number_use_pk', columns: [table.tenantId, table.segmentId, table.number] }),
    uniqueIndex('number_use_code_uq').on(table.tenantId, table.code),
    index('number_use_block_ix').on(table.tenantId, table.blockId, table.number),
  ],
);

/** Which partner's barcode stands for which of ours. Living rows are one to one both ways; a released one stays. */
export const thirdpartyBindTable = pgTable(
  'thirdparty_bind_entry',
  {
    id: idColumn('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    barCode: text('bar_code').notNull(),
    thirdpartyBarCode: text('thirdparty_bar_code').notNull(),
    sendSampleClientId: idColumn('send_sample_client_id').notNull(),
    laboratoryId: idColumn('laboratory_id'),
    affiliationId: idColumn('affiliation_id').notNull(),
    /** The rule it kept when it was made. */
    ruleId: idColumn('rule_id').notNull(),
    bindUserId: idColumn('bind_user_id').notNull(),
    bindUser: text('bind_user').notNull(),
    createTime: momentColumn('create_time').notNull(),
    releaseUserId: idColumn('release_user_id'),
    releaseUser: text('release_user'),
    releaseTime: momentColumn('release_time'),
    releaseReason: text('release_reason'),
  },
  (table) => [
    primaryKey({ name: 'thirdparty_bind_entry_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('thirdparty_bind_own_uq')
      .on(table.tenantId, table.barCode)
      .where(sql`release_time is null`),
    uniqueIndex('thirdparty_bind_their_uq')
      .on(table.tenantId, table.thirdpartyBarCode)
      .where(sql`release_time is null`),
    index('thirdparty_bind_released_ix')
      .on(table.tenantId, table.barCode)
      .where(sql`release_time is not null`),
    index('thirdparty_bind_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
    index('thirdparty_bind_client_ix').on(table.tenantId, table.sendSampleClientId),
  ],
);

/** Numbers a client or laboratory applied for; its ranges are the blocks of its id. */
export const codeApplyTable = pgTable(
  'code_apply',
  {
    id: idColumn('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    codeType: smallint('code_type').notNull(),
    sendSampleClientId: idColumn('send_sample_client_id'),
    laboratoryId: idColumn('laboratory_id'),
    quantity: integer('quantity').notNull(),
    firstCode: text('first_code').notNull(),
    lastCode: text('last_code').notNull(),
    /** The job of its first print. */
    printId: idColumn('print_id').notNull(),
    remark: text('remark'),
    createUserId: idColumn('create_user_id').notNull(),
    createUserName: text('create_user_name').notNull(),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'code_apply_pk', columns: [table.id, table.tenantId] }),
    index('code_apply_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
    index('code_apply_client_ix').on(table.tenantId, table.sendSampleClientId, table.codeType),
    index('code_apply_laboratory_ix').on(table.tenantId, table.laboratoryId, table.codeType),
  ],
);

/** Labels to be printed, in their order, with the layout as it was: printed again they look the same. */
export const printJobTable = pgTable(
  'print_job',
  {
    id: idColumn('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    applyId: idColumn('apply_id').notNull(),
    /** 1 first print, 2 printed again, 3 replaced. */
    kind: smallint('kind').notNull(),
    codeType: smallint('code_type').notNull(),
    codes: text('codes').array().notNull(),
    /** Of a replacement: what the codes stand for, in the same order. */
    oldCodes: text('old_codes').array(),
    totalCount: integer('total_count').notNull(),
    doneCount: integer('done_count').notNull().default(0),
    /** 1 to print, 2 printing, 3 to check, 4 released. */
    state: smallint('state').notNull(),
    styleId: idColumn('style_id'),
    styleName: text('style_name').notNull(),
    layout: jsonb('layout').notNull(),
    reason: text('reason'),
    createUserId: idColumn('create_user_id').notNull(),
    createUserName: text('create_user_name').notNull(),
    createTime: momentColumn('create_time').notNull(),
    checkCode: text('check_code'),
    checkUserName: text('check_user_name'),
    checkTime: momentColumn('check_time'),
  },
  (table) => [
    primaryKey({ name: 'print_job_pk', columns: [table.id, table.tenantId] }),
    index('print_job_apply_ix').on(table.tenantId, table.applyId),
    index('print_job_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
  ],
);

/** Every run of a printer: who, when, how many, why. Rows are closed once and never removed. */
export const printRunTable = pgTable(
  'print_run',
  {
    id: idColumn('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    printId: idColumn('print_id'),
    /** Printed by a desk from its own block. */
    blockId: idColumn('block_id'),
    kind: smallint('kind').notNull(),
    codeType: smallint('code_type').notNull(),
    laboratoryId: idColumn('laboratory_id'),
    channel: text('channel').notNull(),
    firstCode: text('first_code').notNull(),
    lastCode: text('last_code').notNull(),
    fromLabel: integer('from_label').notNull(),
    labelCount: integer('label_count').notNull(),
    /** 1 under way, 2 complete, 3 stopped, 4 never reported. */
    outcome: smallint('outcome').notNull(),
    reason: text('reason'),
    deviceId: text('device_id'),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    beginTime: momentColumn('begin_time').notNull(),
    endTime: momentColumn('end_time'),
  },
  (table) => [
    primaryKey({ name: 'print_run_pk', columns: [table.id, table.tenantId] }),
    // One run of a job at a time.
    uniqueIndex('print_run_open_uq')
      .on(table.tenantId, table.printId)
      .where(sql`outcome = 1 and print_id is not null`),
    index('print_run_time_ix').on(table.tenantId, table.beginTime.desc().nullsFirst(), table.id),
  ],
);
