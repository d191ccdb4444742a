import { sql, type SQL } from 'drizzle-orm';
import { check, integer, jsonb, smallint, text, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { fenColumn } from './billTables.ts';
import { idColumn, key, momentColumn } from './columns.ts';

/** Columns by which a document's total is its items', proven by constraints (docs/bill.md#totals). */
export const total = () => ({
  /** `sign`. */
  sign: smallint('sign').notNull().default(1),
  itemCount: integer('item_count').notNull(),
  /** Both null while it is written, and once it was removed. */
  totalQty: integer('total_qty'),
  totalAmount: fenColumn('total_amount'),
  /** 1: every item, line and sum of it stands and agrees. */
  isWhole: smallint('is_whole').notNull().default(0),
});

/** How it stands with the ERP, the same for orders and bills. */
export const sending = () => ({
  sended: smallint('sended').notNull().default(0),
  reconciliationTime: momentColumn('reconciliation_time'),
  sendUserId: idColumn('send_user_id'),
  sendUserName: text('send_user_name'),
  sendTime: momentColumn('send_time'),
  /** Counts what the ERP may have been told: part of its key there. */
  revision: integer('revision').notNull().default(1),
  /** `syncState`. */
  sync: smallint('sync').notNull().default(0),
  /** A pair of languages where we say it, a text where the ERP did. */
  syncResult: jsonb('sync_result'),
  syncTime: momentColumn('sync_time'),
  erpNumber: text('erp_number'),
  erpAmount: fenColumn('erp_amount'),
  /** 1: the ERP is yet to say that it voided the revision before. */
  isVoidPending: smallint('is_void_pending').notNull().default(0),
  isDeleted: smallint('is_deleted').notNull().default(0),
});

/** A run of lines of one commodity, price and kind, numbered, with running sums. */
export const item = () => ({
  ...key(),
  itemNo: integer('item_no').notNull(),
  itemCount: integer('item_count').notNull(),
  prevNo: integer('prev_no'),
  commodityId: idColumn('commodity_id').notNull(),
  commodityCode: text('commodity_code'),
  commodityErpCode: text('commodity_erp_code'),
  supplementaryed: smallint('supplementaryed').notNull().default(0),
  salesmanId: idColumn('salesman_id'),
  price: fenColumn('price').notNull(),
  /** Below zero in a red document. */
  qty: integer('qty').notNull(),
  amount: fenColumn('amount').notNull(),
  qtyBefore: integer('qty_before').notNull(),
  qtyAfter: integer('qty_after').notNull(),
  sumBefore: fenColumn('sum_before').notNull(),
  sumAfter: fenColumn('sum_after').notNull(),
  /** How many lines stand below it; null while it is written. */
  lastLine: integer('last_line'),
  isWhole: smallint('is_whole').notNull().default(0),
});

/** A line's place below an item. */
export const place = () => ({
  tenantId: text('tenant_id').notNull(),
  lineId: idColumn('line_id').notNull(),
  itemNo: integer('item_no').notNull(),
  itemQty: integer('item_qty').notNull(),
  price: fenColumn('price').notNull(),
  lineNo: integer('line_no').notNull(),
  prevNo: integer('prev_no'),
});

/** 0 or 1 by whether both totals are given; what left the house has them. */
export const headChecks = (name: string, table: Record<'isWhole' | 'totalQty' | 'totalAmount' | 'sended' | 'itemCount' | 'sign', AnyPgColumn>) => [
  check(
    `${name}_whole_ck`,
    sql`${table.isWhole} in (0, 1) and (${table.isWhole} = 1) = (${table.totalAmount} is not null) and (${table.isWhole} = 1) = (${table.totalQty} is not null)`,
  ),
  check(`${name}_sended_ck`, sql`${table.sended} = 0 or ${table.isWhole} = 1`),
  check(`${name}_count_ck`, sql`${table.itemCount} > 0 and ${table.sign} in (1, -1)`),
];

type ItemColumn =
  | 'qty'
  | 'price'
  | 'amount'
  | 'qtyBefore'
  | 'qtyAfter'
  | 'sumBefore'
  | 'sumAfter'
  | 'itemNo'
  | 'itemCount'
  | 'prevNo'
  | 'lastLine'
  | 'isWhole';
/** An item is its price times its lines, and goes on where the one before it ended. */
export const itemChecks = (name: string, table: Record<ItemColumn, AnyPgColumn>) => [
  check(`${name}_amount_ck`, sql`${table.qty} <> 0 and ${table.price} >= 0 and ${table.amount} = ${table.qty} * ${table.price}`),
  check(`${name}_sum_ck`, sql`${table.qtyAfter} = ${table.qtyBefore} + ${table.qty} and ${table.sumAfter} = ${table.sumBefore} + ${table.amount}`),
  check(
    `${name}_no_ck`,
    sql`${table.itemNo} between 1 and ${table.itemCount} and ${followsOn(table.itemNo, table.prevNo)} and (${table.itemNo} > 1 or (${table.qtyBefore} = 0 and ${table.sumBefore} = 0))`,
  ),
  check(
    `${name}_last_ck`,
    sql`(${table.isWhole} = 1) = (${table.lastLine} is not null) and ${table.isWhole} in (0, 1) and ${table.lastLine} = abs(${table.qty})`,
  ),
];
/** No more lines than the item counts, each behind the one before it. */
export const placeChecks = (name: string, table: Record<'lineNo' | 'prevNo' | 'itemQty', AnyPgColumn>) => [
  check(`${name}_no_ck`, sql`${table.lineNo} between 1 and abs(${table.itemQty}) and ${followsOn(table.lineNo, table.prevNo)}`),
];
/** The first follows nobody, every other one the one before it. */
const followsOn = (no: AnyPgColumn, prevNo: AnyPgColumn): SQL =>
  sql`(${no} = 1) = (${prevNo} is null) and (${prevNo} is null or ${prevNo} = ${no} - 1)`;
