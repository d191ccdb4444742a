import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, key, momentColumn, times } from './columns.ts';

/** A call of a partner's, or of ours to one (docs/interfaces.md#logs). Parted by months, which go away whole (server/op/logs/logMonths.ts). */
export const interfaceLogTable = pgTable(
  'interface_log',
  {
    ...key(),
    interfaceId: idColumn('interface_id').notNull(),
    interfaceName: text('interface_name').notNull(),
    interfaceEncoding: text('interface_encoding').notNull(),
    /** `interfaceType`. */
    interfaceType: smallint('interface_type').notNull(),
    /** Whose the interface is. */
    laboratoryId: idColumn('laboratory_id'),
    thirdManufacturer: text('third_manufacturer'),
    /** What was asked: `partnerOperation`, or a word of ours. */
    operation: text('operation').notNull(),
    ip: text('ip'),
    /** Of its first row. */
    barCode: text('bar_code'),
    hospitalCode: text('hospital_code'),
    thirdBarCode: text('third_bar_code'),
    /** Every code its rows name. */
    codes: text('codes').array().notNull(),
    rowCount: integer('row_count').notNull().default(0),
    refusedCount: integer('refused_count').notNull().default(0),
    /** `credentialType`: 1 it went well, 2 it did not. */
    credentialType: smallint('credential_type').notNull(),
    exceptionContent: text('exception_content'),
    apiUrl: text('api_url'),
    /** Of HTTP; null where nobody answered. */
    statusCode: integer('status_code'),
    milliseconds: integer('milliseconds').notNull(),
    callKey: text('call_key'),
    /** The call it does again. */
    replayOf: idColumn('replay_of'),
    isDeleted: smallint('is_deleted').notNull().default(0),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    // A key of a parted table has in it what it is parted by.
    primaryKey({ name: 'interface_log_pk', columns: [table.tenantId, table.id, table.createTime] }),
    // Alone they say how many there are: a line's own page is not read for it.
    index('interface_log_type_ix')
      .on(table.tenantId, table.interfaceType, table.createTime.desc().nullsFirst(), table.id)
      .where(sql`is_deleted = 0`),
    index('interface_log_failed_ix')
      .on(table.tenantId, table.interfaceType, table.createTime.desc().nullsFirst(), table.interfaceId, table.id)
      .where(sql`is_deleted = 0 and credential_type = 2`),
    index('interface_log_interface_ix').on(table.tenantId, table.interfaceId, table.createTime.desc().nullsFirst()),
    index('interface_log_key_ix').on(table.tenantId, table.callKey),
    index('interface_log_time_ix').on(table.createTime),
    index('interface_log_replay_ix')
      .on(table.tenantId, table.replayOf)
      .where(sql`replay_of is not null`),
    index('interface_log_codes_ix').using('gin', table.codes),
    index('interface_log_hidden_ix')
      .on(table.createTime)
      .where(sql`is_deleted = 1`),
  ],
);

/** What such a call said and was answered, sealed, beside a copy without who the patients are. */
export const interfacePayloadTable = pgTable(
  'interface_payload',
  {
    tenantId: text('tenant_id').notNull(),
    logId: idColumn('log_id').notNull(),
    enterParameter: text('enter_parameter').notNull(),
    resultParameter: text('result_parameter').notNull(),
    enterMasked: text('enter_masked').notNull(),
    resultMasked: text('result_masked').notNull(),
    /** Until when it is kept. */
    untilTime: momentColumn('until_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'interface_payload_pk', columns: [table.tenantId, table.logId] }),
    index('interface_payload_until_ix').on(table.untilTime),
  ],
);

/** Whether an interface's calls leave, and how many may come or go now. Times are milliseconds since 1970. */
export const interfaceBreakerTable = pgTable(
  'interface_breaker',
  {
    tenantId: text('tenant_id').notNull(),
    interfaceId: idColumn('interface_id').notNull(),
    /** `breakerState`. */
    state: smallint('state').notNull().default(0),
    failures: integer('failures').notNull().default(0),
    windowStart: bigint('window_start', { mode: 'number' }).notNull().default(0),
    windowCalls: integer('window_calls').notNull().default(0),
    windowFailures: integer('window_failures').notNull().default(0),
    pauseMs: bigint('pause_ms', { mode: 'number' }).notNull().default(60_000),
    untilTime: bigint('until_time', { mode: 'number' }).notNull().default(0),
    /** Null: the bucket is full. */
    tokenMilli: bigint('token_milli', { mode: 'number' }),
    tokenTime: bigint('token_time', { mode: 'number' }),
  },
  (table) => [primaryKey({ name: 'interface_breaker_pk', columns: [table.tenantId, table.interfaceId] })],
);

/** Nonces that were used: none is good twice within ten minutes. */
export const interfaceNonceTable = pgTable(
  'interface_nonce',
  {
    tenantId: text('tenant_id').notNull(),
    interfaceId: idColumn('interface_id').notNull(),
    nonce: text('nonce').notNull(),
    untilTime: momentColumn('until_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'interface_nonce_pk', columns: [table.tenantId, table.interfaceId, table.nonce] }),
    index('interface_nonce_until_ix').on(table.untilTime),
  ],
);

/** What a partner's call was answered, by its key: asked again it is answered the same. Codes alone, nothing of patients. */
export const interfaceAnswerTable = pgTable(
  'interface_answer',
  {
    tenantId: text('tenant_id').notNull(),
    interfaceId: idColumn('interface_id').notNull(),
    callKey: text('call_key').notNull(),
    operation: text('operation').notNull(),
    bodySha256: text('body_sha256').notNull(),
    answer: jsonb('answer').notNull(),
    untilTime: momentColumn('until_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'interface_answer_pk', columns: [table.tenantId, table.interfaceId, table.callKey] }),
    index('interface_answer_until_ix').on(table.untilTime),
  ],
);

/** Values of partners that no pair stands for yet. */
export const interfaceUnmappedTable = pgTable(
  'interface_unmapped',
  {
    ...key(),
    interfaceId: idColumn('interface_id').notNull(),
    mappingCode: text('mapping_code').notNull(),
    value: text('value').notNull(),
    /** How often it came. */
    count: integer('count').notNull().default(1),
    createTime: momentColumn('create_time').notNull(),
    lastTime: momentColumn('last_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'interface_unmapped_pk', columns: [table.tenantId, table.id] }),
    uniqueIndex('interface_unmapped_uq').on(table.tenantId, table.interfaceId, table.mappingCode, table.value),
    index('interface_unmapped_time_ix').on(table.tenantId, table.lastTime.desc().nullsFirst(), table.id),
  ],
);

/** What somebody told us is to come (docs/interfaces.md#expected). */
export const expectedSampleTable = pgTable(
  'expected_sample',
  {
    ...key(),
    /** `expectedSource`. */
    source: smallint('source').notNull(),
    /** Who told us: of a partner the interface's code. */
    partner: text('partner').notNull(),
    /** Their own name of it. */
    externalKey: text('external_key').notNull(),
    barCode: text('bar_code'),
    thirdpartyBarCode: text('thirdparty_bar_code'),
    courierNumber: text('courier_number'),
    sendSampleClientId: idColumn('send_sample_client_id'),
    agentCustomerId: idColumn('agent_customer_id'),
    salesmanId: idColumn('salesman_id'),
    province: text('province'),
    /** Whose contract it is. */
    laboratoryId: idColumn('laboratory_id').notNull(),
    commodityIds: idColumn('commodity_ids').array().notNull(),
    /** What was told, as we call it (`PartnerValues`). */
    values: jsonb('values').notNull(),
    /** SHA-256 of it: the same told again is a repeat. */
    contentHash: text('content_hash').notNull(),
    /** As it was told, sealed. */
    raw: text('raw'),
    expectTime: momentColumn('expect_time').notNull(),
    /** `expectedState`. */
    state: smallint('state').notNull().default(0),
    /** Of one that arrived: where it stood before, and stands again where its reception is taken back. */
    stateBefore: smallint('state_before'),
    sampleId: idColumn('sample_id'),
    receiveTime: momentColumn('receive_time'),
    closeReason: text('close_reason'),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'expected_sample_pk', columns: [table.tenantId, table.id] }),
    uniqueIndex('expected_sample_uq').on(table.tenantId, table.source, table.partner, table.externalKey),
    index('expected_sample_own_ix')
      .on(table.tenantId, table.barCode)
      .where(sql`bar_code is not null`),
    index('expected_sample_their_ix')
      .on(table.tenantId, table.thirdpartyBarCode)
      .where(sql`thirdparty_bar_code is not null`),
    index('expected_sample_here_ix')
      .on(table.tenantId, table.sampleId)
      .where(sql`sample_id is not null`),
    index('expected_sample_partner_ix').on(table.tenantId, sql`lower(partner)`, table.expectTime),
    // A year's announcements are counted from it alone.
    index('expected_sample_time_ix').on(
      table.tenantId,
      table.expectTime,
      table.laboratoryId,
      table.state,
      table.receiveTime,
      table.source,
      table.sendSampleClientId,
    ),
    index('expected_sample_due_ix')
      .on(table.tenantId, table.laboratoryId, table.expectTime)
      .where(sql`state = 0`),
  ],
);

/** What a partner is told of one commodity of a report's version, or is to be told is no longer so (docs/interfaces.md#results). */
export const partnerResultTable = pgTable(
  'partner_result',
  {
    ...key(),
    interfaceId: idColumn('interface_id').notNull(),
    /** The interface's code when the report was issued. */
    partner: text('partner').notNull(),
    reportId: idColumn('report_id').notNull(),
    versionId: idColumn('version_id').notNull(),
    reportNo: text('report_no').notNull(),
    reportVersion: integer('report_version').notNull(),
    requisitionId: idColumn('requisition_id').notNull(),
    requisitionCode: text('requisition_code').notNull(),
    sampleCode: text('sample_code'),
    thirdBarCode: text('third_bar_code'),
    hospitalCode: text('hospital_code'),
    /** `pushKind`. */
    kind: smallint('kind').notNull(),
    contractLaboratoryId: idColumn('contract_laboratory_id').notNull(),
    sendSampleClientId: idColumn('send_sample_client_id'),
    patientName: text('patient_name'),
    commodityId: idColumn('commodity_id').notNull(),
    commodityCode: text('commodity_code'),
    samplingTime: momentColumn('sampling_time'),
    receiveTime: momentColumn('receive_time'),
    /** Of the report's last second audit; null: it came from outside. */
    checkTimeTwo: momentColumn('check_time_two'),
    /** What is said (`PushedResult`): the same however often it is pushed. */
    content: jsonb('content').notNull(),
    /** `pushState`. */
    pushState: smallint('push_state').notNull().default(0),
    /** 1: its report is being corrected. */
    isHeld: smallint('is_held').notNull().default(0),
    /** Tries since it was last asked for. */
    attempt: integer('attempt').notNull().default(0),
    /** Null: it is not tried by itself. */
    nextTime: momentColumn('next_time'),
    pushTime: momentColumn('push_time'),
    /** 1: something of it may have left the house. */
    mayHaveLeft: smallint('may_have_left').notNull().default(0),
    /** What the partner said, or why nothing was heard. */
    remark: text('remark'),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'partner_result_pk', columns: [table.tenantId, table.id] }),
    uniqueIndex('partner_result_uq').on(table.tenantId, table.partner, table.reportId, table.reportVersion, table.commodityId, table.kind),
    index('partner_result_version_ix').on(table.tenantId, table.reportId, table.versionId),
    index('partner_result_due_ix')
      .on(table.nextTime)
      .where(sql`push_state = 0`),
    index('partner_result_list_ix').on(table.tenantId, sql`lower(partner)`, table.pushState, table.checkTimeTwo),
    index('partner_result_time_ix').on(table.tenantId, table.checkTimeTwo, table.id),
    index('partner_result_sample_ix').on(table.tenantId, table.sampleCode),
  ],
);
