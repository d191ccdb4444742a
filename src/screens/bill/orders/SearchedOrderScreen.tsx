import { searchedOrders } from '#domain/bill/orders/orderRows.ts';
import { OrderPanel } from './OrderPanel.tsx';

/** 订单查询: every order, to look at. */
export function Screen() {
  return <OrderPanel list={searchedOrders} kind={null} ofList="all" />;
}
