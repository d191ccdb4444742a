import { orders } from '#domain/bill/orders/orderRows.ts';
import { OrderPanel } from './OrderPanel.tsx';

/** 订单管理: orders, sent, taken back, changed and removed. */
export function Screen() {
  return <OrderPanel list={orders} kind="order" ofList="plain" />;
}
