import { expect, it } from 'vitest';
import { deliveryHours, orderedEvents, parcelStatus, statusOf, type ParcelEvent } from './parcelStatus.ts';

const event = (opCode: string, acceptTime: string, more: Partial<ParcelEvent> = {}): ParcelEvent => ({
  opCode,
  acceptTime,
  acceptAddress: '上海市',
  remark: opCode,
  firstStatusCode: null,
  ...more,
});
const way = [
  event('50', '2026-03-01 16:10:00'),
  event('30', '2026-03-01 19:00:00'),
  event('44', '2026-03-02 08:00:00'),
  event('80', '2026-03-02 09:25:00'),
];

it('takes hours of delivery with one decimal, half up', () => {
  expect(deliveryHours('2026-03-01 16:10:00', '2026-03-02 09:25:00')).toBe(17.3);
  expect(deliveryHours('2026-03-01 16:10:00', '2026-03-01 16:13:00')).toBe(0.1);
  expect(deliveryHours('2026-03-01 16:10:00', '2026-03-01 16:12:59')).toBe(0);
  expect(deliveryHours('2026-03-02 16:10:00', '2026-03-01 16:10:00')).toBeNull();
  expect(deliveryHours(null, '2026-03-01 16:10:00')).toBeNull();
});

it('is as far as its last event says, in whatever order and however often they are told', () => {
  expect(statusOf([])).toBe(parcelStatus.unknown);
  for (let length = 1; length <= way.length; length++) {
    const told = way.slice(0, length);
    expect(statusOf([...told, ...told].toReversed())).toBe([1, 2, 3, 4][length - 1]);
  }
  expect(orderedEvents([...way, ...way].toReversed())).toEqual(way);
});

it('goes by the courier’s own state where it tells one, and stays where nobody knows what a code means', () => {
  expect(statusOf([event('999', '2026-03-01 10:00:00', { firstStatusCode: '13' })])).toBe(parcelStatus.arriving);
  expect(statusOf([...way.slice(0, 2), event('4711', '2026-03-02 10:00:00')])).toBe(parcelStatus.onTheWay);
  expect(statusOf([event('33', '2026-03-01 10:00:00')])).toBe(parcelStatus.exception);
});

it('behind the signature a return alone counts', () => {
  expect(statusOf([...way, event('30', '2026-03-02 10:00:00')])).toBe(parcelStatus.signed);
  expect(statusOf([...way, event('648', '2026-03-03 10:00:00')])).toBe(parcelStatus.returned);
});
