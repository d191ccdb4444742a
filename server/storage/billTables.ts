import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, smallint, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { dayColumn, idColumn, key, momentColumn, times } from './columns.ts';

/** Integer fen. */
export const fenColumn = (name: string) => bigint(name, { mode: 'number' });
/** Who made a row, as whoever reads it is told. */
export const madeBy = () => ({ creatorId: idColumn('creator_id'), creatorName: text('creator_name') });

/** What is charged for: a requisition's commodity, and each supplement of it (docs/bill.md#lines). Made and moved by `syncLines`. */
export const salesLineTable = pgTable(
  'sales_line',
  {
    ...key(),
    requisitionId: idColumn('requisition_id').notNull(),
    requisitionCode: text('requisition_code').notNull(),
    /** Its lowest tube; null where none is left. */
    sampleId: idColumn('sample_id'),
    sampleCode: text('sample_code').notNull(),
    personName: text('person_name'),
    grams: text('grams').array(),
    contactNumber: text('contact_number'),
    commodityId: idColumn('commodity_id').notNull(),
    /** `businessType`. */
    businessType: smallint('business_type').notNull().default(1),
    supplementaryed: smallint('supplementaryed').notNull().default(0),
    /** 0: the commodity itself. */
    supplementNo: integer('supplement_no').notNull().default(0),
    sendSampleClientId: idColumn('send_sample_client_id'),
    agentCustomerId: idColumn('agent_customer_id'),
    billCustomerId: idColumn('bill_customer_id'),
    salesmanId: idColumn('salesman_id'),
    managerArea: text('manager_area'),
    erpCode: text('erp_code'),
    contractLaboratoryId: idColumn('contract_laboratory_id'),
    executeLaboratoryId: idColumn('execute_laboratory_id'),
    sampleTime: momentColumn('sample_time'),
    receiveTime: momentColumn('receive_time').notNull(),
    /** When its report was issued; the price stands from then on. */
    auditTime: momentColumn('audit_time'),
    reportId: idColumn('report_id'),
    reported: smallint('reported').notNull().default(0),
    /** `chargeType`. */
    chargeType: smallint('charge_type').notNull().default(0),
    /** Of a gift: what it was before. */
    chargeTypeBefore: smallint('charge_type_before'),
    /** null: no price was found. */
    price: fenColumn('price'),
    /** What it would have cost. */
    listPrice: fenColumn('list_price'),
    /** Of a gift: what it cost before. */
    priceBefore: fenColumn('price_before'),
    pricePolicyId: idColumn('price_policy_id'),
    /** Why it is this price or none, as a pair of languages, and what stands in its braces. */
    priceReason: jsonb('price_reason'),
    priceParams: jsonb('price_params'),
    innerPrice: fenColumn('inner_price'),
    /** `sign`. */
    sign: smallint('sign').notNull().default(1),
    /** Of a red line: the line it takes back. */
    creditOf: idColumn('credit_of'),
    /** 1: a red line takes it back. */
    isCredited: smallint('is_credited').notNull().default(0),
    /** 1: its report was withdrawn while it stood in an order that was not sent. */
    withdrawn: smallint('withdrawn').notNull().default(0),
    /** `excludedBy`: bits. */
    excludedBy: smallint('excluded_by').notNull().default(0),
    /** `lineState`. */
    state: smallint('state').notNull().default(0),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'sales_line_pk', columns: [table.tenantId, table.id] }),
    // Where it is ordered its price is referred to, and cannot change.
    unique('sales_line_price_uq').on(table.tenantId, table.id, table.price),
    unique('sales_line_credit_uq').on(table.tenantId, table.creditOf),
    uniqueIndex('sales_line_living_uq')
      .on(table.tenantId, table.requisitionId, table.commodityId, table.supplementNo)
      .where(sql`sign = 1 and state <> 9 and is_credited = 0`),
    check('sales_line_sign_ck', sql`${table.sign} in (1, -1) and (${table.sign} = -1) = (${table.creditOf} is not null)`),
    check('sales_line_state_ck', sql`${table.state} in (0, 1, 2, 3, 9) and (${table.state} not in (2, 3) or ${table.price} is not null)`),
    check('sales_line_price_ck', sql`${table.price} >= 0 and ${table.excludedBy} between 0 and 3`),
    index('sales_line_state_ix').on(table.tenantId, table.state, table.auditTime.desc().nullsFirst(), table.id),
    index('sales_line_client_ix').on(table.tenantId, table.sendSampleClientId, table.auditTime.desc().nullsFirst(), table.id),
    index('sales_line_customer_ix').on(table.tenantId, table.billCustomerId, table.auditTime.desc().nullsFirst(), table.id),
    index('sales_line_salesman_ix').on(table.tenantId, table.salesmanId, table.auditTime.desc().nullsFirst(), table.id),
    index('sales_line_laboratory_ix').on(table.tenantId, table.contractLaboratoryId, table.auditTime.desc().nullsFirst(), table.id),
    index('sales_line_audit_ix').on(table.tenantId, table.auditTime.desc().nullsFirst(), table.id),
    index('sales_line_receive_ix').on(table.tenantId, table.receiveTime.desc().nullsFirst(), table.id),
    // What is not billed yet is little of all there is: a month's part by how it stands, and a salesperson's.
    index('sales_line_open_ix')
      .on(table.tenantId, table.state, table.receiveTime.desc().nullsFirst(), table.id)
      .where(sql`state in (0, 1, 2)`),
    index('sales_line_salesman_open_ix')
      .on(table.tenantId, table.salesmanId, table.auditTime.desc().nullsFirst(), table.id)
      .where(sql`state in (0, 1)`),
    index('sales_line_requisition_ix').on(table.tenantId, table.requisitionId),
    index('sales_line_sample_ix').on(table.tenantId, table.sampleCode),
    index('sales_line_excluded_ix')
      .on(table.tenantId, table.auditTime.desc().nullsFirst(), table.id)
      .where(sql`excluded_by >= 2`),
    // Taken in by one laboratory of the group and reported by another.
    index('sales_line_related_ix')
      .on(table.tenantId, table.auditTime.desc().nullsFirst(), table.id)
      .where(sql`reported = 1 and contract_laboratory_id <> execute_laboratory_id`),
    index('sales_line_grams_ix').using('gin', table.grams),
    index('sales_line_no_price_ix')
      .on(table.tenantId, table.sendSampleClientId, table.commodityId)
      .where(sql`price is null and state in (0, 1) and excluded_by = 0`),
  ],
);

/** Each time something was kept out of orders or let in again: never changed (docs/bill.md#exclusion). */
export const exclusionRecordTable = pgTable(
  'exclusion_record',
  {
    ...key(),
    /** `exclusionKind`. */
    kind: smallint('kind').notNull(),
    /** `exclusionAct`. */
    act: smallint('act').notNull(),
    lineId: idColumn('line_id'),
    sendSampleClientId: idColumn('send_sample_client_id'),
    sendSampleClientCode: text('send_sample_client_code'),
    commodityId: idColumn('commodity_id'),
    contractLaboratoryId: idColumn('contract_laboratory_id'),
    salesmanId: idColumn('salesman_id'),
    sampleCode: text('sample_code'),
    personName: text('person_name'),
    contactNumber: text('contact_number'),
    auditTime: momentColumn('audit_time'),
    /** Where it was ordered already. */
    orderNo: text('order_no'),
    applicant: text('applicant'),
    reason: text('reason').notNull(),
    ...madeBy(),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'exclusion_record_pk', columns: [table.tenantId, table.id] }),
    index('exclusion_record_time_ix').on(table.tenantId, table.kind, table.act, table.createTime.desc().nullsFirst(), table.id),
    index('exclusion_record_sample_ix')
      .on(table.tenantId, table.sampleCode)
      .where(sql`sample_code is not null`),
    index('exclusion_record_client_ix').on(table.tenantId, table.sendSampleClientId, table.createTime.desc().nullsFirst(), table.id),
  ],
);

/** A commodity that is charged for although its client is excluded. */
export const exclusionExceptionTable = pgTable(
  'exclusion_exception',
  {
    tenantId: text('tenant_id').notNull(),
    sendSampleClientId: idColumn('send_sample_client_id').notNull(),
    commodityId: idColumn('commodity_id').notNull(),
    applicant: text('applicant'),
    reason: text('reason').notNull(),
    ...madeBy(),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [primaryKey({ name: 'exclusion_exception_pk', columns: [table.tenantId, table.sendSampleClientId, table.commodityId] })],
);

/** What a line's charge was before and after, and why: never changed. */
export const chargeChangeTable = pgTable(
  'charge_change',
  {
    ...key(),
    lineId: idColumn('line_id').notNull(),
    /** `chargeAct`. */
    act: smallint('act').notNull(),
    before: jsonb('before').notNull(),
    after: jsonb('after').notNull(),
    reason: text('reason').notNull(),
    ...madeBy(),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'charge_change_pk', columns: [table.tenantId, table.id] }),
    index('charge_change_line_ix').on(table.tenantId, table.lineId, table.id),
  ],
);

/** Many orders at once, made by a job (docs/bill.md#packs). */
export const packTaskTable = pgTable(
  'pack_task',
  {
    ...key(),
    taskName: text('task_name').notNull(),
    auditTimeStart: momentColumn('audit_time_start').notNull(),
    auditTimeEnd: momentColumn('audit_time_end').notNull(),
    remark: text('remark'),
    contractLaboratoryId: idColumn('contract_laboratory_id'),
    billCustomerIds: idColumn('bill_customer_ids').array(),
    total: integer('total').notNull().default(0),
    totalSuccess: integer('total_success').notNull().default(0),
    totalFalse: integer('total_false').notNull().default(0),
    sendSuccess: integer('send_success').notNull().default(0),
    sendFalse: integer('send_false').notNull().default(0),
    reconciliationTime: momentColumn('reconciliation_time'),
    /** `packStatus`. */
    status: smallint('status').notNull().default(0),
    /** `packSending`. */
    sendState: smallint('send_state').notNull().default(0),
    /** Whose act the sending is. */
    sendUserId: idColumn('send_user_id'),
    /** Orders that could not be sent: id, number and words for it. */
    fault: jsonb('fault'),
    ...madeBy(),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'pack_task_pk', columns: [table.tenantId, table.id] }),
    index('pack_task_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
  ],
);

/** A line of a pack and what became of it. */
export const packTaskRowTable = pgTable(
  'pack_task_row',
  {
    tenantId: text('tenant_id').notNull(),
    taskId: idColumn('task_id').notNull(),
    lineId: idColumn('line_id').notNull(),
    /** Lines of a number become one order; null: it could not be ordered when the pack began. */
    groupNo: integer('group_no'),
    /** `packResult`. */
    result: smallint('result').notNull().default(0),
    /** Codes of `selectable` and words for them. */
    reason: jsonb('reason'),
    orderId: idColumn('order_id'),
  },
  (table) => [
    primaryKey({ name: 'pack_task_row_pk', columns: [table.tenantId, table.taskId, table.lineId] }),
    index('pack_task_row_group_ix').on(table.tenantId, table.taskId, table.groupNo),
  ],
);

/** A statement that goes, or went, to a client or a billing customer by mail. */
export const billEmailTable = pgTable(
  'bill_email',
  {
    ...key(),
    batchNo: text('batch_no').notNull(),
    /** First day of the cycle. */
    beginTime: dayColumn('begin_time').notNull(),
    /** Last day of the cycle. */
    endTime: dayColumn('end_time').notNull(),
    contractLaboratoryId: idColumn('contract_laboratory_id').notNull(),
    /** `billEmailType`. */
    type: text('type').notNull(),
    /** Sending client or billing customer, by type. */
    clientId: idColumn('client_id').notNull(),
    billName: text('bill_name'),
    sendSampleClientName: text('send_sample_client_name'),
    managerArea: text('manager_area'),
    qty: integer('qty').notNull().default(0),
    totalAmount: fenColumn('total_amount'),
    /** Of the ids and prices of its lines: what is stated anew differs from what was sent. */
    contentHash: text('content_hash'),
    accountCheckingPeople: text('account_checking_people'),
    accountCheckingEmail: text('account_checking_email'),
    salesmanId: idColumn('salesman_id'),
    salesmanName: text('salesman_name'),
    salesmanEmail: text('salesman_email'),
    salesmanAssistantName: text('salesman_assistant_name'),
    salesmanAssistantEmail: text('salesman_assistant_email'),
    /** 1: somebody asked for it to be sent. */
    send: smallint('send').notNull().default(0),
    /** `sendResult`. */
    sendResult: smallint('send_result').notNull().default(0),
    fault: jsonb('fault'),
    /** When it was handed to the mail server last; of one that is not settled: nobody knows what became of it. */
    sendTime: momentColumn('send_time'),
    /** Asked for, it is not sent before. */
    notBefore: momentColumn('not_before'),
    tries: integer('tries').notNull().default(0),
    /** 1: made by itself on its day. */
    autoClient: smallint('auto_client').notNull().default(0),
    /** The frozen file. */
    sha256: text('sha256'),
    ...madeBy(),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'bill_email_pk', columns: [table.tenantId, table.id] }),
    unique('bill_email_cycle_uq').on(table.tenantId, table.contractLaboratoryId, table.type, table.clientId, table.endTime),
    index('bill_email_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
    index('bill_email_file_ix')
      .on(table.tenantId, table.sha256)
      .where(sql`sha256 is not null`),
    index('bill_email_due_ix')
      .on(table.notBefore)
      .where(sql`send = 1 and send_result = 0 and send_time is null`),
  ],
);
