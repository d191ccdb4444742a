import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Outcome, Refusal } from '#domain/kernel/outcome.ts';
import { by, reception } from '#domain/sample/deskExamples.ts';
import {
  closeMonthRefusal,
  closeQuality,
  countMonthRefusal,
  recomputeQuality,
  reopenMonthRefusal,
  reopenQuality,
  saveQuality,
  type KnownMonth,
  type TypingState,
} from './qualityActs.ts';

const acting = { ...by(reception), now: '2026-08-03 09:00:00' };
const laboratory = { laboratoryId: '15', name: '甲所' };
const month: fc.Arbitrary<KnownMonth> = fc.record({
  month: fc.constantFrom('2026-07', '2026-08', '2026-09'),
  state: fc.constantFrom(0, 1),
  closeUserName: fc.constant('甲'),
  closeTime: fc.constant('2026-08-02 08:00:00'),
  typistIds: fc.constantFrom([], ['99'], ['99', reception.id]),
  uncounted: fc.constantFrom([], ['Q101', 'Q212']),
});
const input = (known: KnownMonth) => ({ laboratoryId: '15', month: known.month });

/** What greys an act at a month's head, beside what the rule says of the same (domain/foresight.test.ts has the others). */
const rows: Readonly<Record<string, { readonly foretold: fc.Arbitrary<readonly [Refusal | null, Outcome<unknown>]> }>> = {
  countMonthRefusal: {
    foretold: month.map((known) => [
      countMonthRefusal(known, acting.now),
      recomputeQuality.decide({ laboratory, month: known }, input(known), acting),
    ]),
  },
  closeMonthRefusal: {
    foretold: month.map((known) => [
      closeMonthRefusal(known, reception.id, acting.now),
      closeQuality.decide({ laboratory, month: known }, input(known), acting),
    ]),
  },
  reopenMonthRefusal: {
    foretold: month.map((known) => [
      reopenMonthRefusal(known),
      reopenQuality.decide({ laboratory, month: known }, { ...input(known), reason: '更正' }, acting),
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

it('takes a figure of an index that is typed, where the numerator is a part of the denominator', () => {
  const known = { month: '2026-07', state: 0, closeUserName: null, closeTime: null, typistIds: [], uncounted: [] } as const;
  const typing: TypingState = { laboratory, month: known, index: { indexCode: 'Q207' }, version: 2 };
  const save = (numerator: number, denominator: number, more: Partial<TypingState> = {}, of = '2026-07') =>
    saveQuality.decide({ ...typing, ...more }, { laboratoryId: '15', month: of, qualityIndexId: '7', version: 2, numerator, denominator }, acting);
  expect([save(0, 0), save(5, 5), save(1, 20)].map(({ accepted }) => accepted)).toEqual([true, true, true]);
  expect(save(6, 5)).toMatchObject({ code: 'quality.notSubset' });
  expect(save(1, 2, { index: { indexCode: 'Q313' } })).toMatchObject({ code: 'quality.computed', params: { code: 'Q313' } });
  expect(save(1, 2, { index: null })).toMatchObject({ code: 'quality.unknownIndex' });
  expect(save(1, 2, { version: 3 })).toMatchObject({ code: 'quality.changed', kind: 'conflict' });
  expect(save(1, 2, { month: { ...known, state: 1 } })).toMatchObject({ code: 'quality.closed' });
  expect(save(1, 2, { laboratory: null })).toMatchObject({ code: 'quality.unknownLaboratory' });
  expect(save(1, 2, { month: null }, '2026-7')).toMatchObject({ code: 'quality.badMonth' });
});
