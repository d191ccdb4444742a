import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Acting } from '#domain/kernel/command.ts';
import { orderCancelRefusal, orderSendRefusal, orderUnsentRefusal, plainOrderActs, type KnownOrder, type OrderActState } from './orders/orderActs.ts';

const acting = { user: { id: '7', permissions: new Set() }, now: '2026-07-31 12:00:00' } as unknown as Acting;
const known = fc.record({
  orderId: fc.constant('1'),
  orderNo: fc.constant('SO-1'),
  version: fc.constant(1),
  isRecheck: fc.constant(0),
  head: fc.constant({}),
  sended: fc.constantFrom(0, 1),
  isVoidPending: fc.constantFrom(0, 1),
  billStatus: fc.constantFrom(0, 1, 2),
  billNo: fc.constantFrom(null, 'BL-1'),
  forced: fc.constantFrom(0, 1),
  creatorId: fc.constantFrom(null, '7', '8'),
  withdrawnCode: fc.constantFrom(null, 'S1'),
}) as unknown as fc.Arbitrary<KnownOrder>;
const state = (order: KnownOrder): OrderActState => ({ order, closed: null });

/** What greys an act at an order's row, beside what the rule says of the same order. */
const parts = {
  orderUnsentRefusal: {
    both: (order: KnownOrder) => [orderUnsentRefusal(order), plainOrderActs.remove.decide(state(order), { orderId: '1' }, acting)] as const,
  },
  orderSendRefusal: {
    both: (order: KnownOrder) =>
      [
        orderSendRefusal(order, '7'),
        plainOrderActs.send.decide(state(order), { orderId: '1', reconciliationTime: '2026-07-31 00:00:00' }, acting),
      ] as const,
  },
  orderCancelRefusal: {
    both: (order: KnownOrder) => [orderCancelRefusal(order), plainOrderActs.cancelSend.decide(state(order), { orderId: '1' }, acting)] as const,
  },
} as const;

it.each(Object.entries(parts))('%s says what the rule says', (_name, { both }) => {
  fc.assert(
    fc.property(known, (order) => {
      const [row, server] = both(order);
      expect(row === null).toBe(server.accepted);
      if (row) expect(server).toEqual(row);
    }),
  );
});
