import { orderPool } from '#domain/bill/orders/orderRows.ts';
import { PoolPanel } from './PoolPanel.tsx';

/** 开单: every billable line, and why it can be ordered or not. */
export function Screen() {
  return <PoolPanel list={orderPool} isPool />;
}
