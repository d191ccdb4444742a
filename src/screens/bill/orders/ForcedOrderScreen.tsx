import { forcedOrders } from '#domain/bill/orders/orderRows.ts';
import { OrderPanel } from './OrderPanel.tsx';

/** 强制开单记录: who forced which order, and why. */
export function Screen() {
  return <OrderPanel list={forcedOrders} kind={null} ofList="forced" />;
}
