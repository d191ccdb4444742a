import { unorderedLines } from '#domain/bill/orders/orderRows.ts';
import { PoolPanel } from './PoolPanel.tsx';

/** 已报告未开单: what was reported and waits for its order, the longest first. */
export function Screen() {
  return <PoolPanel list={unorderedLines} isPool={false} />;
}
