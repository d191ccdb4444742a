import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { CountedLines, TouchedLines } from '#domain/bill/touchedLines.ts';
import { useText } from '#src/console/useText.ts';
import type { Called } from '#src/console/desk/useCall.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

/** What an act would meet, told in its drawer before it is done. `isRewriting`: unsent orders are written anew instead of left. */
export function CountsLine({ counts, isRewriting = false }: { readonly counts: Called<CountedLines>; readonly isRewriting?: boolean }) {
  const { label } = useText();
  const { data, failure, retry } = counts;
  if (failure)
    return (
      <chakra.p textStyle="dense" mt={3} display="flex" gap={2} alignItems="center">
        <StatusWord tone="danger">{label(['明细数读取失败', 'The lines could not be counted'])}</StatusWord>
        <Button size="sm" onClick={retry}>
          {label(['重试', 'Try again'])}
        </Button>
      </chakra.p>
    );
  if (!data) return null;
  const { lines, samples, unsentLines, unsentOrders, sentLines, sentOrders } = data;
  const left = isRewriting ? { lines: sentLines, orders: sentOrders } : { lines: unsentLines + sentLines, orders: unsentOrders + sentOrders };
  return (
    <chakra.p role="status" textStyle="dense" color="fg.muted" mt={3} data-counts="">
      {label(['未开单明细 {lines} 条, 涉及 {samples} 份申请单', '{lines} lines without an order, of {samples} requisitions'], { lines, samples })}
      {isRewriting && unsentLines > 0
        ? `; ${label(['未发送订单 {orders} 个, 明细 {lines} 条', '{lines} lines in {orders} unsent orders'], { orders: unsentOrders, lines: unsentLines })}`
        : null}
      {left.lines > 0
        ? `; ${label(['{lines} 条已在 {orders} 个订单中, 不变', '{lines} stand in {orders} orders and stay as they are'], left)}`
        : null}
    </chakra.p>
  );
}

/** What acts did and what they left, until it is closed. */
export function TouchedNotice({ touched, onClose }: { readonly touched: TouchedLines; readonly onClose: () => void }) {
  const { label } = useText();
  const { lines, orders, orderCount, left, leftOrders, leftOrderCount } = touched;
  const named = (some: readonly string[], all: number): string =>
    `${some.join(', ')}${all > some.length ? label([' 等 {all} 个', ' and more, {all} in all'], { all }) : ''}`;
  return (
    <chakra.div role="status" display="flex" gap={2} alignItems="flex-start" textStyle="dense" py={1} data-touched="">
      <chakra.div flex={1} minW={0} maxH="96px" overflowY="auto">
        <StatusWord tone="success">{label(['已变更 {lines} 条明细', '{lines} lines changed'], { lines })}</StatusWord>
        {orderCount > 0 ? (
          <chakra.p>{label(['改写订单: {orders}', 'Orders written anew: {orders}'], { orders: named(orders, orderCount) })}</chakra.p>
        ) : null}
        {left > 0 ? (
          <chakra.p>
            {label(['{left} 条已开单, 不变: {orders}', '{left} are ordered and stay: {orders}'], {
              left,
              orders: named(leftOrders, leftOrderCount),
            })}
          </chakra.p>
        ) : null}
      </chakra.div>
      <IconButton size="sm" label={label(['关闭', 'Close'])} icon={X} onClick={onClose} />
    </chakra.div>
  );
}
