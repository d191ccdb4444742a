import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foreseeing } from '#domain/kernel/foresight.ts';
import { by, clerk1, clerk2, detailState, doubleCommodity, typedValues } from './deskExamples.ts';
import { enterDetail, enteredFindings } from './detailEntry.ts';
import type { DetailFacts } from './detailForesight.ts';
import { detailInput } from './detailInput.ts';
import type { DetailState } from './detailState.ts';
import type { Explained } from './findings.ts';
import type { PassRecord } from './passes.ts';

const now = '2026-11-21 10:00:00';
const acting = by(clerk1, now, now);
/** What the server holds of one requisition, and a pass of it. */
const world = fc.record({
  isDoubleEntry: fc.boolean(),
  isImageMissing: fc.constantFrom(false, false, true),
  holdingHours: fc.constantFrom(null, 4, 48),
  maxFetusCount: fc.constantFrom(null, 3),
  other: fc.constantFrom(null, null, clerk1, clerk2),
  isExplained: fc.boolean(),
  input: fc.record({
    pass: fc.constantFrom(1, 1, 2),
    form: fc.constantFrom('monogenic', 'monogenic', 'nipt'),
    personName: fc.constantFrom('章晴', '章晴', ''),
    samplingTime: fc.constantFrom('2026-11-21 08:00:00', '2026-11-20 12:00:00', '2026-11-10 09:00:00', '2026-11-22 09:00:00'),
    commodityIds: fc.constantFrom(['12'], ['12'], ['13']),
    unclear: fc.constantFrom([], ['personName']),
    reasons: fc.constantFrom({}, { 'R-02': '已核实' }),
  }),
});
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

const inputOf = ({ input: { pass, form, unclear, reasons, ...typed } }: World) =>
  detailInput.parse({ requisitionCode: 'A26000001', pass, form, unclear, reasons, values: { ...typedValues, ...typed } });

/** Of reception: the warning it explained, in the words it will have again. */
function serverState(one: World): DetailState {
  const commodity = {
    ...doubleCommodity,
    isDisable: 0,
    executeType: 1,
    ...(one.holdingHours === null ? {} : { holdingHours: one.holdingHours }),
    ...(one.maxFetusCount === null ? {} : { maxFetusCount: one.maxFetusCount }),
  };
  const other: PassRecord | null = one.other && {
    pass: one.input.pass === 1 ? 2 : 1,
    revision: 1,
    kind: 1 as PassRecord['kind'],
    authorId: one.other.id,
    authorName: one.other.name,
    enterTime: '2026-11-21 09:30:00',
    form: 'monogenic',
    values: {},
    unclear: [],
    explained: [],
  };
  const state = detailState(
    { commodities: [commodity], first: one.input.pass === 2 ? other : null, second: one.input.pass === 1 ? other : null },
    { isDoubleEntry: one.isDoubleEntry, ...(one.isImageMissing ? { isImageMissing: true } : {}) },
  );
  if (!one.isExplained) return state;
  const warned = enteredFindings(state, inputOf(one), acting).filter(({ severity }) => severity === 'warn');
  return {
    ...state,
    explained: warned.map(({ rule, text }): Explained => ({ rule, text, reason: '前处理已说明', isPrinted: false, reportText: null })),
  };
}
/** As a desk has it: rows of the wire. */
function fullFacts(one: World): DetailFacts {
  const { requisition, explained } = serverState(one);
  if (!requisition) throw new Error('no requisition');
  const { entryForm, receiveTime, commodityIds, carried } = requisition;
  return {
    work: { entryForm, receiveTime, commodityIds, carried, isDoubleEntry: one.isDoubleEntry ? 1 : 0, explained },
    isImageMissing: one.isImageMissing,
    commodities: [
      {
        ...doubleCommodity,
        doubleEntry: 0,
        coldChain: 0,
        isDisable: 0,
        executeType: 1,
        holdingHours: one.holdingHours,
        maxFetusCount: one.maxFetusCount,
      },
    ],
    laboratoryCommodities: [],
    sampleClasses: [{ classId: '21', className: 'EDTA全血' }],
    ownOther: one.other?.id === clerk1.id ? { user: clerk1, at: '2026-11-21 09:30:00' } : null,
  };
}
const decided = (one: World) => enterDetail.decide(serverState(one), inputOf(one), acting);
const foreseen = (one: World, facts: DetailFacts) => foreseeing(enterDetail, inputOf(one), facts, acting);

it('foresees with full knowledge what the server refuses, to the last field, and takes what it takes', () => {
  const codes = new Set<string>();
  fc.assert(
    fc.property(world, (one) => {
      const { outcome, unknown } = foreseen(one, fullFacts(one));
      const server = decided(one);
      expect(unknown).toEqual([]);
      // What comes of the comparison with another's pass is the server's alone.
      if (outcome.accepted) expect(server.accepted).toBe(true);
      else expect(outcome).toEqual(server);
      if (!outcome.accepted) codes.add(outcome.code);
    }),
    { seed: 7, numRuns: 1000 },
  );
  expect([...codes].sort()).toEqual([
    'command.badInput',
    'detail.formDiffers',
    'detail.imageMissing',
    'detail.samePerson',
    'detail.singleOnly',
    'entry.blocked',
    'entry.needsReason',
  ]);
});

it('never says the contrary with less: what it refuses is refused, and what it lacks it names', () => {
  const lacking = fc.record({ commodities: fc.boolean(), image: fc.boolean(), other: fc.boolean() });
  let open = 0;
  fc.assert(
    fc.property(world, lacking, (one, lacks) => {
      const full = fullFacts(one);
      const { outcome, unknown } = foreseen(one, {
        ...full,
        commodities: lacks.commodities ? [] : full.commodities,
        isImageMissing: lacks.image ? undefined : full.isImageMissing,
        // Made at another desk.
        ownOther: lacks.other ? null : full.ownOther,
      });
      const server = decided(one);
      if (!outcome.accepted) expect(server.accepted).toBe(false);
      if (outcome.accepted && !server.accepted) {
        open += 1;
        expect(unknown.length > 0 || (lacks.other && full.ownOther !== null)).toBe(true);
      }
    }),
    { seed: 7, numRuns: 1000 },
  );
  expect(open).toBeGreaterThan(20);
});

it('asks nothing that a requisition off its list would not be asked', () => {
  const one: World = {
    isDoubleEntry: false,
    isImageMissing: false,
    holdingHours: 4,
    maxFetusCount: null,
    other: null,
    isExplained: false,
    input: {
      pass: 1,
      form: 'monogenic',
      personName: '章晴',
      samplingTime: '2026-11-10 09:00:00',
      commodityIds: ['12'],
      unclear: [],
      reasons: {},
    },
  };
  const { outcome, unknown } = foreseen(one, { ...fullFacts(one), work: undefined });
  expect(decided(one)).toMatchObject({ accepted: false, code: 'entry.needsReason' });
  expect(outcome).toMatchObject({ accepted: true });
  expect(unknown.length).toBeGreaterThan(0);
});
