import { choices } from '#domain/kernel/choices.ts';
import { expectedSource } from '#domain/op/expected.ts';

export const notReceivedScreens = {
  arrival: '/sample/sampleNotReceived',
  stay: '/sample/sampleNotReceivedStay',
  lab: '/sample/notReceivePage',
  arrivalStatistic: '/sample/sampleNotReceivedCensus',
  labStatistic: '/sample/notReceiveStatistics',
} as const;

/** Who waits: the laboratory for what was handed over to it, or reception for what was announced (docs/desk.md#not-received). */
export const notReceivedKind = choices({
  lab: [1, '实验室未收', 'Not received by the laboratory'],
  arrival: [2, '应到未到', 'Announced, not here'],
});

/** Hours from the signature on a handover in which the laboratory is to receive what it was given. */
export const labHours = 4;
/** Hours behind the expected time after which what is not here is said to stay away: of what a courier delivered, of all else. */
export const stayHours = { parcel: 2, else: 48 } as const;
/** Of one line. */
export const stayHoursOf = (source: number): number => (source === expectedSource.parcel ? stayHours.parcel : stayHours.else);
