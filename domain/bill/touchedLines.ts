import { z } from 'zod';
import { shape, type RowOf } from '#domain/kernel/contract.ts';

/** So many orders are named where an act names what it left; how many there are is always told. */
export const mostNamed = 100;

/** Lines (明细) that an act would meet, counted before it is done. */
export const countedLines = shape({
  /** In no order: the act changes them. */
  lines: z.int(),
  /** Requisitions these belong to. */
  samples: z.int(),
  /** In orders that were not sent. */
  unsentLines: z.int(),
  unsentOrders: z.int(),
  /** In orders that were sent, billed or not: they stay as they are. */
  sentLines: z.int(),
  sentOrders: z.int(),
});
export type CountedLines = RowOf<typeof countedLines>;

/** What one act on lines did, and what it left. */
export const touchedLines = shape({
  id: z.string(),
  /** Lines it changed. */
  lines: z.int(),
  /** Numbers of the unsent orders that were written anew; at most `mostNamed`. */
  orders: z.array(z.string()),
  orderCount: z.int(),
  /** Lines it left as they are, because they are ordered. */
  left: z.int(),
  /** Numbers of their orders, newest first; at most `mostNamed`. */
  leftOrders: z.array(z.string()),
  leftOrderCount: z.int(),
});
export type TouchedLines = RowOf<typeof touchedLines>;

/** Several acts' answers as one. */
export function sumOfTouched(answers: readonly TouchedLines[]): TouchedLines {
  const sum = (key: 'lines' | 'orderCount' | 'left' | 'leftOrderCount'): number => answers.reduce((total, one) => total + one[key], 0);
  return {
    id: '',
    lines: sum('lines'),
    orders: answers.flatMap(({ orders }) => orders).slice(0, mostNamed),
    orderCount: sum('orderCount'),
    left: sum('left'),
    leftOrders: answers.flatMap(({ leftOrders }) => leftOrders).slice(0, mostNamed),
    leftOrderCount: sum('leftOrderCount'),
  };
}
