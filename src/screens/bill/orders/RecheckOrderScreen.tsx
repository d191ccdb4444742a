import { recheckOrders } from '#domain/bill/orders/orderRows.ts';
import { OrderPanel } from './OrderPanel.tsx';

/** 复检订单: the same for redraws and rechecks. */
export function Screen() {
  return <OrderPanel list={recheckOrders} kind="recheckOrder" ofList="recheck" />;
}
