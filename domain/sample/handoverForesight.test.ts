import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foreseeing } from '#domain/kernel/foresight.ts';
import { by, reception } from './deskExamples.ts';
import { saveHandover } from './handover.ts';
import { saveHandoverInput, type HandoverItem, type SaveHandoverState } from './handoverState.ts';
import type { HandoverFacts } from './handoverForesight.ts';

const acting = by(reception);
const codes = ['A1', 'A2', 'A3'];
/** What the server holds of the tubes of one handover. */
const world = fc.record({
  commodityName: fc.constantFrom('血常规五分类', '血常规五分类', null),
  tubes: fc.array(
    fc.record({
      isThere: fc.constantFrom(true, true, true, false),
      labStatus: fc.constantFrom(103, 103, 103, 101, 104, 111),
      isOfCommodity: fc.constantFrom(true, true, true, false),
      isTaken: fc.constantFrom(false, false, false, true),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;
const inputOf = ({ tubes }: World) =>
  saveHandoverInput.parse({ handoverKey: '00000000-0000-4000-8000-000000000001', commodityId: '11', sampleCodes: codes.slice(0, tubes.length) });
const itemsOf = ({ tubes }: World): HandoverItem[] =>
  tubes.flatMap(({ isThere, isTaken, isOfCommodity, labStatus }, index) =>
    isThere
      ? [
          {
            sampleCode: codes[index]!,
            labStatus: labStatus as HandoverItem['labStatus'],
            isOfCommodity,
            taken: isOfCommodity && isTaken ? { handoverKey: 'k', by: '王敏', at: '2026-11-21 09:00:00' } : null,
          },
        ]
      : [],
  );
const stateOf = (one: World): SaveHandoverState => ({ existing: null, commodityName: one.commodityName, items: itemsOf(one) });
const decided = (one: World) => saveHandover.decide(stateOf(one), inputOf(one), acting);
const foreseen = (one: World, facts: HandoverFacts) => foreseeing(saveHandover, inputOf(one), facts, acting);

it('foresees with full knowledge what the server decides, to the last field', () => {
  let refusals = 0;
  fc.assert(
    fc.property(world, (one) => {
      // That a tube does not exist no desk can know.
      fc.pre(one.tubes.every(({ isThere }) => isThere));
      const { outcome, unknown } = foreseen(one, { commodityName: one.commodityName, items: itemsOf(one) });
      expect(unknown).toEqual([]);
      expect(outcome).toEqual(decided(one));
      if (!outcome.accepted) refusals += 1;
    }),
    { seed: 7, numRuns: 2000 },
  );
  expect(refusals).toBeGreaterThan(100);
});

it('never says the contrary with less: what it refuses is refused, and what it lacks it names', () => {
  let open = 0;
  fc.assert(
    fc.property(world, fc.boolean(), fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), (one, isNamed, listed) => {
      const { outcome, unknown } = foreseen(one, {
        commodityName: isNamed ? one.commodityName : undefined,
        items: itemsOf(one).filter(({ sampleCode }) => listed[codes.indexOf(sampleCode)]),
      });
      const server = decided(one);
      if (!outcome.accepted) expect(server.accepted).toBe(false);
      if (outcome.accepted && !server.accepted) {
        open += 1;
        expect(unknown.length).toBeGreaterThan(0);
      }
    }),
    { seed: 7, numRuns: 2000 },
  );
  expect(open).toBeGreaterThan(50);
});
