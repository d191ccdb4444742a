import { expect, it } from 'vitest';
import { by, reception } from '#domain/sample/deskExamples.ts';
import { plainOrderActs, type KnownOrder } from './orderActs.ts';
import { headOf, mostLines, type PricedLine } from './orderGroups.ts';

const acting = { ...by(reception), now: '2026-07-31 12:00:00' };
const line = (at: number, more: Partial<PricedLine> = {}): PricedLine => ({
  lineId: String(at),
  sampleCode: `S${at}`,
  state: 2,
  reported: 1,
  excludedBy: 0,
  businessType: 1,
  chargeType: 0,
  sign: 1,
  price: 100,
  priceReason: null,
  labStatus: 108,
  orderNo: null,
  contractLaboratoryId: '15',
  sendSampleClientId: '11',
  agentCustomerId: '12',
  billCustomerId: '13',
  salesmanId: '14',
  erpCode: null,
  commodityId: '1',
  commodityCode: null,
  commodityErpCode: null,
  supplementaryed: 0,
  ...more,
});
const order: KnownOrder = {
  orderId: '7',
  orderNo: 'SO-7',
  version: 1,
  isRecheck: 0,
  head: headOf(line(0))!,
  sended: 0,
  isVoidPending: 0,
  billStatus: 0,
  billNo: null,
  forced: 0,
  creatorId: null,
  withdrawnCode: null,
};
const edit = { orderId: '7', version: 1, billUnitId: null, remark: null };

it('an order grows to as many samples as one may have, and no more', () => {
  const lines = Array.from({ length: mostLines - 1 }, (_none, at) => line(at));
  const added = [line(mostLines, { state: 1 }), line(mostLines + 1, { state: 1 })];
  const asked = (fresh: readonly PricedLine[], removeLineIds: string[] = []) =>
    plainOrderActs.edit.decide(
      { order, closed: null, lines, added: fresh, unit: null, lastChange: null },
      { ...edit, addLineIds: fresh.map(({ lineId }) => lineId), removeLineIds },
      acting,
    );
  expect(asked(added)).toMatchObject({ accepted: false, code: 'order.tooManyLines', params: { most: mostLines } });
  expect(asked(added.slice(1)).accepted).toBe(true);
  expect(asked(added, ['0']).accepted).toBe(true);
});
