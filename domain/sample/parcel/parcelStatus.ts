import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import { toMs } from '#domain/kernel/dates.ts';

/** How far a parcel is. */
export const parcelStatus = choices({
  unknown: [0, '未查到', 'Unknown'],
  collected: [1, '已揽收', 'Collected'],
  onTheWay: [2, '运输中', 'On the way'],
  arriving: [3, '派送/待取', 'Being delivered'],
  signed: [4, '已签收', 'Signed for'],
  exception: [5, '异常', 'Exception'],
  returned: [6, '退回', 'Returned'],
});
export type ParcelStatus = CodeOf<typeof parcelStatus>;

/** One thing that happened to a parcel, as the courier tells it. */
export interface ParcelEvent {
  readonly opCode: string;
  /** `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
  readonly acceptTime: string;
  readonly acceptAddress: string;
  readonly remark: string;
  /** The courier's own word for how far it is; null: it said none. */
  readonly firstStatusCode: string | null;
}

const { collected, onTheWay, arriving, signed, exception, returned } = parcelStatus;
/** The courier's own states (open.sf-express.com, EXP_RECE_SEARCH_ROUTES: firstStatusCode). */
const byState: Readonly<Record<string, ParcelStatus>> = { 1: collected, 2: onTheWay, 3: arriving, 4: signed, 11: arriving, 13: arriving };
/** Operations, where it says no state (open.sf-express.com, opCode). */
const byOperation: Readonly<Record<string, ParcelStatus>> = Object.fromEntries(
  (
    [
      [collected, '50 54'],
      [onTheWay, '30 31 36 105 106 302 305 310 607 634'],
      [arriving, '44 125 204 642'],
      [signed, '80 8000'],
      [exception, '33 70'],
      [returned, '99 631 648'],
    ] as const
  ).flatMap(([status, codes]) => codes.split(' ').map((code) => [code, status] as const)),
);
/** What one event says; undefined: nothing that is known. */
export const statusOfEvent = ({ opCode, firstStatusCode }: Pick<ParcelEvent, 'opCode' | 'firstStatusCode'>): ParcelStatus | undefined =>
  (firstStatusCode === null ? undefined : byState[firstStatusCode]) ?? byOperation[opCode];

/** Events in the order they happened, each once: couriers tell them repeatedly and in any order. */
export function orderedEvents<Event extends ParcelEvent>(events: readonly Event[]): readonly Event[] {
  const keyOf = ({ opCode, acceptTime, remark }: Event): string => `${acceptTime}\n${opCode}\n${remark}`;
  return [...new Map(events.map((event) => [keyOf(event), event])).values()].toSorted((one, other) =>
    keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : 0,
  );
}

/** How far a parcel is by all that is known of it. What nobody knows the meaning of changes nothing; behind a signature a return alone counts. */
export function statusOf(events: readonly ParcelEvent[]): ParcelStatus {
  let status: ParcelStatus = parcelStatus.unknown;
  for (const event of orderedEvents(events)) {
    const next = statusOfEvent(event);
    if (next === undefined || (status === signed && next !== returned)) continue;
    status = next;
  }
  return status;
}

/** From being handed in to the signature, in hours with one decimal, half up; null: one of them is not known, or they stand the wrong way. */
export function deliveryHours(handedIn: string | null, signedFor: string | null): number | null {
  if (handedIn === null || signedFor === null) return null;
  const minutes = (toMs(signedFor) - toMs(handedIn)) / 60_000;
  return minutes < 0 ? null : Math.floor(minutes / 6 + 0.5) / 10;
}
