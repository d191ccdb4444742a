import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, smallint, text, unique, type PgTableExtraConfigValue } from 'drizzle-orm/pg-core';
import { headChecks, item, itemChecks, place, placeChecks, sending, total } from './billDocumentParts.ts';
import { madeBy, salesLineTable } from './billTables.ts';
import { idColumn, key, times } from './columns.ts';

/** What is charged to a customer, as it goes to the ERP (docs/bill.md#orders). */
export const salesOrderTable = pgTable(
  'sales_order',
  {
    ...key(),
    orderNo: text('order_no').notNull(),
    /** Whom it is made out to: the billing customer's name, or a billing unit's. */
    billName: text('bill_name'),
    billUnitId: idColumn('bill_unit_id'),
    billCustomerId: idColumn('bill_customer_id').notNull(),
    sendSampleClientId: idColumn('send_sample_client_id').notNull(),
    agentCustomerId: idColumn('agent_customer_id'),
    salesmanId: idColumn('salesman_id'),
    contractLaboratoryId: idColumn('contract_laboratory_id').notNull(),
    erpCode: text('erp_code'),
    /** `chargeType`. */
    chargeType: smallint('charge_type').notNull(),
    chargeTypeBefore: smallint('charge_type_before'),
    /** `businessType`. */
    businessType: smallint('business_type').notNull(),
    isRecheck: smallint('is_recheck').notNull().default(0),
    ...total(),
    billedQty: integer('billed_qty').notNull().default(0),
    /** `billStatus`. */
    billStatus: smallint('bill_status').notNull().default(0),
    ...sending(),
    forced: smallint('forced').notNull().default(0),
    forceReason: text('force_reason'),
    remark: text('remark'),
    taskId: idColumn('task_id'),
    ...madeBy(),
    ...times(),
  },
  (table): PgTableExtraConfigValue[] => [
    primaryKey({ name: 'sales_order_pk', columns: [table.tenantId, table.id] }),
    unique('sales_order_no_uq').on(table.tenantId, table.orderNo),
    unique('sales_order_count_uq').on(table.tenantId, table.id, table.itemCount),
    foreignKey({
      name: 'sales_order_total_fk',
      columns: [table.tenantId, table.id, table.itemCount, table.totalQty, table.totalAmount, table.isWhole],
      foreignColumns: [
        salesOrderItemTable.tenantId,
        salesOrderItemTable.orderId,
        salesOrderItemTable.itemNo,
        salesOrderItemTable.qtyAfter,
        salesOrderItemTable.sumAfter,
        salesOrderItemTable.isWhole,
      ],
    }),
    ...headChecks('sales_order', table),
    check(
      'sales_order_billed_ck',
      sql`(${table.billStatus} = 0) = (${table.billedQty} = 0) and (${table.billStatus} = 1) = (${table.billedQty} <> 0 and ${table.billedQty} = ${table.totalQty})`,
    ),
    check('sales_order_force_ck', sql`${table.forced} = 0 or ${table.forceReason} is not null`),
    index('sales_order_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
    index('sales_order_client_ix').on(table.tenantId, table.sendSampleClientId, table.createTime.desc().nullsFirst(), table.id),
    index('sales_order_customer_ix').on(table.tenantId, table.billCustomerId, table.createTime.desc().nullsFirst(), table.id),
    index('sales_order_salesman_ix').on(table.tenantId, table.salesmanId, table.createTime.desc().nullsFirst(), table.id),
    index('sales_order_laboratory_ix').on(table.tenantId, table.contractLaboratoryId, table.createTime.desc().nullsFirst(), table.id),
    index('sales_order_task_ix')
      .on(table.tenantId, table.taskId)
      .where(sql`task_id is not null`),
  ],
);

export const salesOrderItemTable = pgTable(
  'sales_order_item',
  { ...item(), orderId: idColumn('order_id').notNull() },
  (table): PgTableExtraConfigValue[] => [
    primaryKey({ name: 'sales_order_item_pk', columns: [table.tenantId, table.id] }),
    unique('sales_order_item_sum_uq').on(table.tenantId, table.orderId, table.itemNo, table.qtyAfter, table.sumAfter, table.isWhole),
    unique('sales_order_item_no_uq').on(table.tenantId, table.orderId, table.itemNo),
    unique('sales_order_item_price_uq').on(table.tenantId, table.orderId, table.itemNo, table.qty, table.price),
    foreignKey({
      name: 'sales_order_item_order_fk',
      columns: [table.tenantId, table.orderId, table.itemCount],
      foreignColumns: [salesOrderTable.tenantId, salesOrderTable.id, salesOrderTable.itemCount],
    }),
    foreignKey({
      name: 'sales_order_item_prev_fk',
      columns: [table.tenantId, table.orderId, table.prevNo, table.qtyBefore, table.sumBefore, table.isWhole],
      foreignColumns: [table.tenantId, table.orderId, table.itemNo, table.qtyAfter, table.sumAfter, table.isWhole],
    }),
    foreignKey({
      name: 'sales_order_item_last_fk',
      columns: [table.tenantId, table.orderId, table.itemNo, table.lastLine],
      foreignColumns: [salesOrderLineTable.tenantId, salesOrderLineTable.orderId, salesOrderLineTable.itemNo, salesOrderLineTable.lineNo],
    }),
    ...itemChecks('sales_order_item', table),
  ],
);

/** A line's place in an order: it has one at a time. */
export const salesOrderLineTable = pgTable(
  'sales_order_line',
  { ...place(), orderId: idColumn('order_id').notNull() },
  (table): PgTableExtraConfigValue[] => [
    primaryKey({ name: 'sales_order_line_pk', columns: [table.tenantId, table.lineId] }),
    unique('sales_order_line_no_uq').on(table.tenantId, table.orderId, table.itemNo, table.lineNo),
    unique('sales_order_line_order_uq').on(table.tenantId, table.lineId, table.orderId),
    foreignKey({
      name: 'sales_order_line_item_fk',
      columns: [table.tenantId, table.orderId, table.itemNo, table.itemQty, table.price],
      foreignColumns: [
        salesOrderItemTable.tenantId,
        salesOrderItemTable.orderId,
        salesOrderItemTable.itemNo,
        salesOrderItemTable.qty,
        salesOrderItemTable.price,
      ],
    }),
    foreignKey({
      name: 'sales_order_line_prev_fk',
      columns: [table.tenantId, table.orderId, table.itemNo, table.prevNo],
      foreignColumns: [table.tenantId, table.orderId, table.itemNo, table.lineNo],
    }),
    foreignKey({
      name: 'sales_order_line_price_fk',
      columns: [table.tenantId, table.lineId, table.price],
      foreignColumns: [salesLineTable.tenantId, salesLineTable.id, salesLineTable.price],
    }),
    ...placeChecks('sales_order_line', table),
  ],
);

/** What a customer is asked to pay: lines of orders (docs/bill.md#bills). */
export const billTable = pgTable(
  'bill',
  {
    ...key(),
    billNo: text('bill_no').notNull(),
    billName: text('bill_name'),
    billUnitId: idColumn('bill_unit_id'),
    billCustomerId: idColumn('bill_customer_id').notNull(),
    salesmanId: idColumn('salesman_id'),
    contractLaboratoryId: idColumn('contract_laboratory_id').notNull(),
    /** `chargeType`. */
    chargeType: smallint('charge_type').notNull(),
    /** `businessType`. */
    businessType: smallint('business_type').notNull(),
    ...total(),
    ...sending(),
    remark: text('remark'),
    ...madeBy(),
    ...times(),
  },
  (table): PgTableExtraConfigValue[] => [
    primaryKey({ name: 'bill_pk', columns: [table.tenantId, table.id] }),
    unique('bill_no_uq').on(table.tenantId, table.billNo),
    unique('bill_count_uq').on(table.tenantId, table.id, table.itemCount),
    foreignKey({
      name: 'bill_total_fk',
      columns: [table.tenantId, table.id, table.itemCount, table.totalQty, table.totalAmount, table.isWhole],
      foreignColumns: [
        billItemTable.tenantId,
        billItemTable.billId,
        billItemTable.itemNo,
        billItemTable.qtyAfter,
        billItemTable.sumAfter,
        billItemTable.isWhole,
      ],
    }),
    ...headChecks('bill', table),
    index('bill_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
    index('bill_customer_ix').on(table.tenantId, table.billCustomerId, table.createTime.desc().nullsFirst(), table.id),
    index('bill_salesman_ix').on(table.tenantId, table.salesmanId, table.createTime.desc().nullsFirst(), table.id),
    index('bill_laboratory_ix').on(table.tenantId, table.contractLaboratoryId, table.createTime.desc().nullsFirst(), table.id),
  ],
);

export const billItemTable = pgTable('bill_item', { ...item(), billId: idColumn('bill_id').notNull() }, (table): PgTableExtraConfigValue[] => [
  primaryKey({ name: 'bill_item_pk', columns: [table.tenantId, table.id] }),
  unique('bill_item_sum_uq').on(table.tenantId, table.billId, table.itemNo, table.qtyAfter, table.sumAfter, table.isWhole),
  unique('bill_item_no_uq').on(table.tenantId, table.billId, table.itemNo),
  unique('bill_item_price_uq').on(table.tenantId, table.billId, table.itemNo, table.qty, table.price),
  foreignKey({
    name: 'bill_item_bill_fk',
    columns: [table.tenantId, table.billId, table.itemCount],
    foreignColumns: [billTable.tenantId, billTable.id, billTable.itemCount],
  }),
  foreignKey({
    name: 'bill_item_prev_fk',
    columns: [table.tenantId, table.billId, table.prevNo, table.qtyBefore, table.sumBefore, table.isWhole],
    foreignColumns: [table.tenantId, table.billId, table.itemNo, table.qtyAfter, table.sumAfter, table.isWhole],
  }),
  foreignKey({
    name: 'bill_item_last_fk',
    columns: [table.tenantId, table.billId, table.itemNo, table.lastLine],
    foreignColumns: [billLineTable.tenantId, billLineTable.billId, billLineTable.itemNo, billLineTable.lineNo],
  }),
  ...itemChecks('bill_item', table),
]);

/** A line's place in a bill: only what stands in an order has one. */
export const billLineTable = pgTable(
  'bill_line',
  { ...place(), billId: idColumn('bill_id').notNull(), orderId: idColumn('order_id').notNull() },
  (table): PgTableExtraConfigValue[] => [
    primaryKey({ name: 'bill_line_pk', columns: [table.tenantId, table.lineId] }),
    unique('bill_line_no_uq').on(table.tenantId, table.billId, table.itemNo, table.lineNo),
    foreignKey({
      name: 'bill_line_item_fk',
      columns: [table.tenantId, table.billId, table.itemNo, table.itemQty, table.price],
      foreignColumns: [billItemTable.tenantId, billItemTable.billId, billItemTable.itemNo, billItemTable.qty, billItemTable.price],
    }),
    foreignKey({
      name: 'bill_line_prev_fk',
      columns: [table.tenantId, table.billId, table.itemNo, table.prevNo],
      foreignColumns: [table.tenantId, table.billId, table.itemNo, table.lineNo],
    }),
    foreignKey({
      name: 'bill_line_order_fk',
      columns: [table.tenantId, table.lineId, table.orderId],
      foreignColumns: [salesOrderLineTable.tenantId, salesOrderLineTable.lineId, salesOrderLineTable.orderId],
    }),
    foreignKey({
      name: 'bill_line_price_fk',
      columns: [table.tenantId, table.lineId, table.price],
      foreignColumns: [salesLineTable.tenantId, salesLineTable.id, salesLineTable.price],
    }),
    ...placeChecks('bill_line', table),
    index('bill_line_order_ix').on(table.tenantId, table.orderId),
  ],
);
