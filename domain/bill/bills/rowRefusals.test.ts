import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closePeriod, reopenPeriod, reopenRefusal } from '#domain/bill/periods/periodActs.ts';
import type { Outcome, Refusal } from '#domain/kernel/outcome.ts';
import { by, reception } from '#domain/sample/deskExamples.ts';
import { billCancelRefusal, billUnsentRefusal, cancelBills, editBill, removeBills, sendBills, type KnownBill } from './billActs.ts';
import { createBill, mixedIn, orderBillRefusal, type BillableLine, type BillableOrder } from './billCreate.ts';

const acting = { ...by(reception), now: '2026-08-03 09:00:00' };
const bill: fc.Arbitrary<KnownBill> = fc.record({
  billId: fc.constant('1'),
  billNo: fc.constant('BL-1'),
  version: fc.constant(1),
  sended: fc.constantFrom(0, 1),
  isVoidPending: fc.constantFrom(0, 1),
  contractLaboratoryId: fc.constant('15'),
});
const order: fc.Arbitrary<BillableOrder> = fc.record({
  orderId: fc.constant('7'),
  orderNo: fc.constant('SO-7'),
  sended: fc.constantFrom(0, 1),
  billStatus: fc.constantFrom(0, 1, 2),
  billNo: fc.constantFrom(null, 'BL-1'),
  salesmanId: fc.constant(null),
  billUnitId: fc.constant(null),
  billName: fc.constant(null),
  contractLaboratoryId: fc.constant('15'),
  billCustomerId: fc.constant('13'),
  chargeType: fc.constant(0),
  businessType: fc.constant(1),
  sign: fc.constant(1 as const),
});
const line: BillableLine = {
  lineId: '3',
  sampleCode: 'S3',
  state: 2,
  orderId: '7',
  billNo: null,
  commodityId: '1',
  commodityCode: null,
  commodityErpCode: null,
  supplementaryed: 0,
  salesmanId: null,
  price: 100,
};
const period = fc.record({
  isClosed: fc.constantFrom(0, 1),
  closeUserId: fc.constantFrom(reception.id, '99'),
  closeUserName: fc.constant('甲'),
  closeTime: fc.constant('x'),
});
const laboratory = { contractLaboratoryId: '15', name: '甲所' };
const send = { billId: '1', reconciliationTime: '2026-07-31 00:00:00' };
const edit = { billId: '1', version: 1, billUnitId: null, billName: null, remark: null };

/** What greys an act at a bill's, an order's or a month's row, beside what the rule says of the same (domain/foresight.test.ts has the others). */
const rows: Readonly<Record<string, { readonly foretold: fc.Arbitrary<readonly [Refusal | null, Outcome<unknown>]> }>> = {
  billUnsentRefusal: {
    foretold: fc
      .tuple(bill, fc.nat(2))
      .map(([one, at]) => [
        billUnsentRefusal(one),
        [
          sendBills.decide({ bill: one, closed: null }, send, acting),
          removeBills.decide({ bill: one, closed: null }, { billId: '1' }, acting),
          editBill.decide({ bill: one, closed: null, unit: null, lastChange: null }, edit, acting),
        ][at]!,
      ]),
  },
  billCancelRefusal: {
    foretold: bill.map((one) => [billCancelRefusal(one), cancelBills.decide({ bill: one, closed: null }, { billId: '1' }, acting)]),
  },
  orderBillRefusal: {
    foretold: order.map((one) => {
      const lines = one.billStatus === 1 ? [{ ...line, state: 3, billNo: 'BL-1' }] : [line];
      return [orderBillRefusal(one), createBill.decide({ orders: [one], lines }, { orderIds: ['7'], billName: null, remark: null }, acting)];
    }),
  },
  reopenRefusal: {
    foretold: period.map((one) => [
      reopenRefusal({ ...one, month: '2026-07' }, reception.id),
      reopenPeriod.decide(
        { laboratory, period: one, unsent: { count: 0, no: null } },
        { contractLaboratoryId: '15', month: '2026-07', reason: '更正' },
        acting,
      ),
    ]),
  },
};
it.each(Object.entries(rows))('%s says what the rule says', (_name, { foretold }) => {
  fc.assert(
    fc.property(foretold, ([row, server]) => {
      expect(row === null).toBe(server.accepted);
      if (row) expect(server).toEqual(row);
    }),
  );
});

it('names all that orders differ in', () => {
  const head = { contractLaboratoryId: '1', billCustomerId: '2', chargeType: 0, businessType: 1, sign: 1 };
  expect(mixedIn([head, { ...head, sign: -1 }, { ...head, chargeType: 2 }])).toEqual(['收费类型、红蓝字', 'charge type, sign']);
  expect(mixedIn([head, head])).toBeNull();
});

it('closes what has begun and has nothing unsent', () => {
  const close = (month: string, count: number) =>
    closePeriod.decide({ laboratory, period: null, unsent: { count, no: 'SO-1' } }, { contractLaboratoryId: '15', month }, acting);
  expect(close('2026-08', 0)).toMatchObject({ accepted: true });
  expect(close('2026-09', 0)).toMatchObject({ code: 'bill.monthAhead' });
  expect(close('2026-13', 0)).toMatchObject({ code: 'bill.badMonth' });
  expect(close('2026-07', 1)).toMatchObject({ code: 'bill.unsent' });
});
